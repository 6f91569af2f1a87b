/** One page of a list with cursors. */
export interface CursorPage<Item> {
  readonly items: readonly Item[];
  /** Cursor of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

/**
 * Numbered pages over lists that have only cursors. Stores the cursor of each page of each list; a page not visited yet
 * (a reload on page 4) is reached from the nearest known one.
 */
export class CursorBook {
  private readonly starts = new Map<string, (string | undefined)[]>();

  /** Reads page `page` (from 1) of the list with the key `list`, which includes its filters. */
  async read<Item>(
    list: string,
    page: number,
    fetchPage: (cursor: string | undefined) => Promise<CursorPage<Item>>,
  ): Promise<CursorPage<Item>> {
    // The first page discards the known cursors: new rows may have been added before them.
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
