/** A timeline and a position in the server's log: "00000001-0/1A2B3C". */
const MARK = /^([0-9A-F]{8})-([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/u;

/** What came of a write: the mark of its reply, null without one, and whether the outcome of its key is known by now. */
export interface Written {
  readonly mark: string | null;
  readonly settled: boolean;
}

/**
 * The mark of this client's last write, which it shows with its reads: whatever answers them has to know of that write. While
 * the outcome of a write is open there is none, and reads are answered by the database that takes the writes.
 */
export class Freshness {
  #mark = "";
  #begun = 0;
  /** Keys of writes that may still happen, however long ago they were sent: a commit can wait for a standby. */
  readonly #open = new Set<string>();
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

  /** To be called before a write goes out, with its key; the result with what came of it, or null without a reply. */
  begin(key?: string): (written: Written | null) => void {
    this.#begun += 1;
    const own = this.#begun;
    return (written) => {
      const mark = written?.mark ?? null;
      if (key !== undefined && written?.settled === true) this.#open.delete(key);
      else if (key !== undefined && mark === null) this.#open.add(key);
      const place = placeOf(mark);
      if (mark === null || place === undefined) {
        this.#mark = "";
        this.#suspect = this.#begun;
      } else if (this.#open.size === 0 && own > this.#suspect && place > (placeOf(this.#mark) ?? ""))
        this.#mark = mark;
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
