import type { CentralAnswer, CentralBuckets } from "../http/house-buckets.ts";
import type { Rate } from "../settings/rate-settings.ts";

/** What `rate_take` is held to: the central buckets as the statement keeps them, in memory and by a test's clock. */
export class ModelCentralBuckets implements CentralBuckets {
  /** When a server last found itself alone. */
  aloneAt = -Infinity;
  questions = 0;
  readonly #now: () => number;
  readonly #answered: () => Promise<void>;
  readonly #rows = new Map<string, { tokens: number; at: number }>();

  /** `answered` says when an answer has come back. */
  constructor(now: () => number, answered: () => Promise<void> = () => Promise.resolve()) {
    this.#now = now;
    this.#answered = answered;
  }

  async lend(subject: string, central: Rate, wanted: number): Promise<CentralAnswer> {
    return this.#take(subject, central, wanted, false);
  }

  async charge(subject: string, central: Rate, tokens: number): Promise<CentralAnswer> {
    return this.#take(subject, central, tokens, true);
  }

  async #take(
    subject: string,
    { perSecond, burst }: Rate,
    wanted: number,
    intoDebt: boolean,
  ): Promise<CentralAnswer> {
    this.questions += 1;
    const now = this.#now();
    const since = this.aloneAt > now ? 0 : Math.max(0, this.aloneAt + 3_000);
    const row = this.#rows.get(subject) ?? { tokens: 0, at: since };
    if (row.at < since) {
      row.tokens = Math.min(0, row.tokens + (perSecond * (since - row.at)) / 1000);
      row.at = since;
    }
    const had = Math.min(burst, row.tokens + (perSecond * Math.max(0, now - row.at)) / 1000);
    const lent = Math.max(0, Math.min(wanted, Math.floor(had)));
    const charged = had >= 0 ? wanted : 0;
    const given = intoDebt ? charged : lent;
    this.#rows.set(subject, { tokens: had - given, at: Math.max(now, since) });
    const waits = given === 0 && !(intoDebt && had >= 0);
    const waitMs = waits ? Math.ceil(((1 - had) / perSecond) * 1000 + Math.max(0, since - now)) : 0;
    await this.#answered();
    return { given, waitMs };
  }
}
