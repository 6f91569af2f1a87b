import type { Rate } from "../settings/rate-settings.ts";

interface Bucket {
  tokens: number;
  /** Time of the last refill, in milliseconds of `now`. */
  at: number;
}

/**
 * Token buckets by subject (an account, an address). Memory is bounded: full buckets are dropped, and above `capacity`
 * the least recently used ones first.
 */
export class TokenBuckets {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #capacity: number;
  // In order of last use, so that the first is the least recently used.
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: Rate, now: () => number, capacity = 100_000) {
    this.#rate = rate;
    this.#now = now;
    this.#capacity = capacity;
  }

  /** Takes one token. Returns 0 when there was one, else the milliseconds until the next one. */
  take(subject: string): number {
    const bucket = this.#touched(subject, this.#now());
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      return 0;
    }
    return this.#waitMs(bucket);
  }

  /**
   * Takes further tokens of a subject that has taken one, into debt if necessary: an admitted request is completed, but
   * no other until the debt is paid off. For a subject already in debt it takes none and returns the milliseconds until
   * there is a token; otherwise 0.
   */
  takeMore(subject: string, tokens: number): number {
    const bucket = this.#touched(subject, this.#now());
    if (bucket.tokens < 0) return this.#waitMs(bucket);
    bucket.tokens -= tokens;
    return 0;
  }

  /** Buckets in memory. */
  get size(): number {
    return this.#buckets.size;
  }

  #waitMs({ tokens }: Bucket): number {
    return Math.ceil(((1 - tokens) / this.#rate.perSecond) * 1000);
  }

  #touched(subject: string, now: number): Bucket {
    const known = this.#buckets.get(subject);
    if (known === undefined) {
      this.#makeRoom(now);
      const bucket = { tokens: this.#rate.burst, at: now };
      this.#buckets.set(subject, bucket);
      return bucket;
    }
    // A clock that steps back must not take tokens away.
    const elapsedMs = Math.max(0, now - known.at);
    known.tokens = Math.min(this.#rate.burst, known.tokens + (elapsedMs / 1000) * this.#rate.perSecond);
    known.at = now;
    if (elapsedMs > 1000) {
      this.#buckets.delete(subject);
      this.#buckets.set(subject, known);
    }
    return known;
  }

  /** Drops a few of the oldest full buckets per call, so that the cost is spread. */
  #makeRoom(now: number): void {
    const { burst, perSecond } = this.#rate;
    let looked = 0;
    for (const [subject, bucket] of this.#buckets) {
      const full = bucket.tokens + ((now - bucket.at) / 1000) * perSecond >= burst;
      if (!full && this.#buckets.size < this.#capacity) return;
      this.#buckets.delete(subject);
      looked += 1;
      if (looked >= 4) return;
    }
  }
}
