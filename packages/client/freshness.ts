/** A timeline and a position in the server's log: "00000001-0/1A2B3C". */
const MARK = /^([0-9A-F]{8})-([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/u;

/**
 * The mark of this client's last write, which it shows with its reads: whatever answers them has to know of that write. While
 * the outcome of a write is open there is none, and reads are answered by the database that takes the writes.
 */
export class Freshness {
  #mark = "";
  #begun = 0;
  /** Writes up to this one say nothing: one of them may have happened after their replies. */
  #suspect = 0;

  /** Empty if it is not known. */
  get mark(): string {
    return this.#mark;
  }

  /** What a read says that its reader was told, with the id of the last event; empty if the last write is not known. */
  headersOfRead(lastEventId = ""): Readonly<Record<string, string>> {
    if (this.#mark === "") return {};
    return { Freshness: this.#mark, ...(lastEventId === "" ? {} : { "Last-Event-ID": lastEventId }) };
  }

  /** Sends a write and remembers the mark of its reply. */
  async noting<Reply extends { readonly freshness: string | null }>(
    send: () => Promise<Reply>,
  ): Promise<Reply> {
    const written = this.begin();
    let mark: string | null = null;
    try {
      const reply = await send();
      mark = reply.freshness;
      return reply;
    } finally {
      written(mark);
    }
  }

  /** To be called before a write goes out; the result with the mark of its reply, or null if none came. */
  begin(): (mark: string | null) => void {
    this.#begun += 1;
    const own = this.#begun;
    return (mark) => {
      const place = placeOf(mark);
      if (mark === null || place === undefined) {
        this.#mark = "";
        this.#suspect = this.#begun;
      } else if (own > this.#suspect && place > (placeOf(this.#mark) ?? "")) this.#mark = mark;
    };
  }
}

/** Marks in the order of time sort as these texts do. */
function placeOf(mark: string | null): string | undefined {
  const [, timeline, segment = "", offset = ""] = MARK.exec(mark ?? "") ?? [];
  return timeline === undefined
    ? undefined
    : `${timeline}${segment.padStart(8, "0")}${offset.padStart(8, "0")}`;
}
