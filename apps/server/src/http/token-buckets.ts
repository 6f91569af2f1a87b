import type { Rate } from "../settings/rate-settings.ts";

/** Token buckets by subject, whoever keeps them. */
export interface Buckets {
  /** Takes one token. Returns 0 when there was one, else the milliseconds until the next one. */
  take(subject: string): Wait;
  /**
   * Takes further tokens of a subject that has taken one, into debt if necessary: an admitted request is completed, but
   * no other until the debt is paid off. For a subject already in debt it takes none and returns the milliseconds until
   * there is a token; otherwise 0.
   */
  takeMore(subject: string, tokens: number): Wait;
}

/** Milliseconds to wait, 0 for none: known at once, or, if other servers have a say, once they were asked. */
export type Wait = number | Promise<number>;

/** Another size of the buckets of a server. */
export interface NewSize {
  readonly rate: Rate;
  /** Tokens that a bucket keeps at most above its new burst … */
  readonly excess: number;
  /** … and how many of these it loses in a second. */
  readonly drainPerSecond: number;
}

interface Bucket {
  tokens: number;
  /** Time of the last refill, in milliseconds of `now`. */
  at: number;
}

/**
 * Token buckets by subject (an account, an address). Memory is bounded: full buckets are dropped, and above `capacity`
 * the least recently used ones first.
 */
export class TokenBuckets implements Buckets {
  #rate: Rate;
  #drainPerSecond = 0;
  readonly #now: () => number;
  readonly #capacity: number;
  // In order of last use, so that the first is the least recently used.
  readonly #buckets = new Map<string, Bucket>();
  /** What subjects without a bucket have after a new size: as much as if each had had a full one before. */
  #unseen: Bucket | undefined;
  #used = false;

  constructor(rate: Rate, now: () => number, capacity = 100_000) {
    this.#rate = rate;
    this.#now = now;
    this.#capacity = capacity;
  }

  take(subject: string): number {
    const bucket = this.#touched(subject, this.#now());
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      return 0;
    }
    return this.#waitMs(bucket);
  }

  takeMore(subject: string, tokens: number): number {
    const bucket = this.#touched(subject, this.#now());
    if (bucket.tokens < 0) return this.#waitMs(bucket);
    bucket.tokens -= tokens;
    return 0;
  }

  /** Takes all of these tokens or none. */
  takeAll(subject: string, tokens: number): boolean {
    const bucket = this.#touched(subject, this.#now());
    if (bucket.tokens < tokens) return false;
    bucket.tokens -= tokens;
    return true;
  }

  /** Forgives a debt, and returns how much it was. */
  takeDebt(subject: string): number {
    const bucket = this.#buckets.get(subject);
    if (bucket === undefined || this.#tokensAt(bucket, this.#now()) >= 0) return 0;
    const touched = this.#touched(subject, this.#now());
    const debt = -touched.tokens;
    touched.tokens = 0;
    return debt;
  }

  addDebt(subject: string, debt: number): void {
    this.#touched(subject, this.#now()).tokens -= debt;
  }

  /**
   * Changes the size of every bucket. What was saved in it is kept, as far as the new size allows. If none was ever used
   * they begin empty: this server has just come to others, which have granted by then what there was.
   */
  resize({ rate, excess, drainPerSecond }: NewSize): void {
    const now = this.#now();
    const most = rate.burst + excess;
    for (const bucket of this.#buckets.values()) {
      bucket.tokens = Math.min(most, this.#tokensAt(bucket, now));
      bucket.at = now;
    }
    const hasCome = !this.#used && this.#unseen === undefined;
    this.#unseen = { tokens: hasCome ? 0 : Math.min(most, this.#unseenAt(now)), at: now };
    this.#rate = rate;
    this.#drainPerSecond = drainPerSecond;
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
      this.#used = true;
      this.#makeRoom(now);
      const bucket = { tokens: this.#unseenAt(now), at: now };
      this.#buckets.set(subject, bucket);
      return bucket;
    }
    const elapsedMs = now - known.at;
    known.tokens = this.#tokensAt(known, now);
    known.at = now;
    if (elapsedMs > 1000) {
      this.#buckets.delete(subject);
      this.#buckets.set(subject, known);
    }
    return known;
  }

  #tokensAt({ tokens, at }: Bucket, now: number): number {
    const { burst, perSecond } = this.#rate;
    // A clock that steps back must not take tokens away.
    const seconds = Math.max(0, now - at) / 1000;
    if (tokens > burst) return Math.max(burst, tokens - seconds * this.#drainPerSecond);
    return Math.min(burst, tokens + seconds * perSecond);
  }

  #unseenAt(now: number): number {
    return this.#unseen === undefined ? this.#rate.burst : this.#tokensAt(this.#unseen, now);
  }

  /** Drops a few of the oldest buckets that are as full as one never seen, so that the cost is spread. */
  #makeRoom(now: number): void {
    const full = this.#unseenAt(now);
    let looked = 0;
    for (const [subject, bucket] of this.#buckets) {
      if (this.#tokensAt(bucket, now) < full && this.#buckets.size < this.#capacity) return;
      this.#buckets.delete(subject);
      looked += 1;
      if (looked >= 4) return;
    }
  }
}
