import { prepareReply, type PreparedReply } from "./prepared-reply.ts";

/**
 * Replies that are the same for all readers of a language, cached for a short time. A failed read is not cached.
 */
export class BriefReplies {
  readonly #read: (locale: string) => Promise<unknown>;
  readonly #now: () => number;
  readonly #freshMs: number;
  readonly #cached = new Map<string, { readonly at: number; readonly reply: Promise<PreparedReply> }>();

  constructor(options: {
    /** Reads the data of a reply. Only the server's locales occur, so the cache stays small. */
    readonly read: (locale: string) => Promise<unknown>;
    /** This process's clock in milliseconds. */
    readonly now: () => number;
    readonly freshMs: number;
  }) {
    this.#read = options.read;
    this.#now = options.now;
    this.#freshMs = options.freshMs;
  }

  /** The reply in a language. */
  of(locale: string): Promise<PreparedReply> {
    const cached = this.#cached.get(locale);
    if (cached !== undefined && this.#now() - cached.at < this.#freshMs) return cached.reply;
    const reply = this.#read(locale).then((data) => prepareReply({ data }));
    const made = { at: this.#now(), reply };
    this.#cached.set(locale, made);
    reply.catch(() => {
      if (this.#cached.get(locale) === made) this.#cached.delete(locale);
    });
    return reply;
  }

  /** Clears the cache after a change on this node. */
  forget(): void {
    this.#cached.clear();
  }
}
