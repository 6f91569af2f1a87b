/** One page of a list that is walked by cursor. */
export interface CursorPage<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; absent on the last one. */
  readonly next: string | undefined;
}

/**
 * Numbered pages over lists that only know "what comes after". It keeps where each page of each list begins; a
 * page nobody has walked to yet (a reload on page 4) is reached from the nearest known one.
 */
export class CursorBook {
  private readonly starts = new Map<string, (string | undefined)[]>();

  /** Reads page `page` (from 1) of the list named by `list`, whatever else its filters make it. */
  async read<Item>(
    list: string,
    page: number,
    fetchPage: (cursor: string | undefined) => Promise<CursorPage<Item>>,
  ): Promise<CursorPage<Item>> {
    // The first page always begins afresh: new rows have come on top.
    const starts = page === 1 ? [undefined] : (this.starts.get(list) ?? [undefined]);
    this.starts.set(list, starts);
    let at = Math.min(page, starts.length);
    for (;;) {
      const found = await fetchPage(starts[at - 1]);
      if (found.next === undefined) return at === page ? found : { items: [], next: undefined };
      starts[at] = found.next;
      if (at === page) return found;
      at += 1;
    }
  }
}
