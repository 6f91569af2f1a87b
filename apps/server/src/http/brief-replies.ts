import { prepareReply, type PreparedReply } from "./prepared-reply.ts";

/**
 * Replies that are the same for everybody who reads a language, made once for all who ask within a short time. What
 * could not be read is asked for again by the next.
 */
export class BriefReplies {
  readonly #read: (locale: string) => Promise<unknown>;
  readonly #now: () => number;
  readonly #freshMs: number;
  readonly #kept = new Map<string, { readonly at: number; readonly reply: Promise<PreparedReply> }>();

  constructor(options: {
    /** Reads the data of a reply. Locales are those of the server, so few are ever kept. */
    readonly read: (locale: string) => Promise<unknown>;
    /** Milliseconds of this process. */
    readonly now: () => number;
    readonly freshMs: number;
  }) {
    this.#read = options.read;
    this.#now = options.now;
    this.#freshMs = options.freshMs;
  }

  /** The reply for a reader of a language. */
  of(locale: string): Promise<PreparedReply> {
    const kept = this.#kept.get(locale);
    if (kept !== undefined && this.#now() - kept.at < this.#freshMs) return kept.reply;
    const reply = this.#read(locale).then((data) => prepareReply({ data }));
    const made = { at: this.#now(), reply };
    this.#kept.set(locale, made);
    reply.catch(() => {
      if (this.#kept.get(locale) === made) this.#kept.delete(locale);
    });
    return reply;
  }

  /** Something changed here: the next who asks gets it. */
  forget(): void {
    this.#kept.clear();
  }
}
