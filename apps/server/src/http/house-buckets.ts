import type { Rate } from "../settings/rate-settings.ts";
import { type RateShares, sharesOf } from "./rate-shares.ts";
import { type Buckets, TokenBuckets, type Wait } from "./token-buckets.ts";

/** What the central bucket of a subject answers. */
export interface CentralAnswer {
  readonly given: number;
  /** Milliseconds until it has a token, if it gave none. */
  readonly waitMs: number;
}

/** The central buckets of one kind. They answer null when they cannot be reached, and never throw. */
export interface CentralBuckets {
  /** Hands out up to `wanted` tokens. */
  lend(subject: string, central: Rate, wanted: number): Promise<CentralAnswer | null>;
  /** Takes `tokens` into debt if necessary; none from a bucket that is in debt. */
  charge(subject: string, central: Rate, tokens: number): Promise<CentralAnswer | null>;
}

/** Borrowed tokens that are not used within this time are void: hoarded, they would be a second burst. */
const GOOD_MS = 1_000;
const MAX_LOANS = 100_000;
const MAX_LOANS_DROPPED = 4;

/** What a server knows of the central bucket of a subject. */
interface Loan {
  /** Borrowed tokens that are left … */
  tokens: number;
  /** … of so many … */
  borrowed: number;
  /** … that were asked for at this time. */
  at: number;
  /** The central bucket was empty at `since`, for so long. */
  dry: { readonly since: number; readonly forMs: number };
  /** It was in debt. */
  indebted: { readonly since: number; readonly forMs: number };
  /** Requests that wait for a loan. */
  waiting: number;
  asked: Promise<"answered" | "silent"> | undefined;
}

const NEVER = { since: 0, forMs: 0 };

/**
 * Token buckets that hold for the whole house. A server that is alone keeps them in memory, and so does each of several with
 * its share; what goes beyond that is borrowed from the central bucket of the subject. While that does not answer, each
 * server counts by itself.
 */
export class HouseBuckets implements Buckets {
  readonly rate: Rate;
  readonly #now: () => number;
  readonly #central: CentralBuckets;
  readonly #own: TokenBuckets;
  /** In place of the central buckets while these do not answer. */
  readonly #cutOff: TokenBuckets;
  // In order of the last loan.
  readonly #loans = new Map<string, Loan>();
  /** Undefined while this server is alone. */
  #shares: RateShares | undefined;

  constructor(rate: Rate, now: () => number, central: CentralBuckets) {
    this.rate = rate;
    this.#now = now;
    this.#central = central;
    this.#own = new TokenBuckets(rate, now);
    this.#cutOff = new TokenBuckets(rate, now);
  }

  take(subject: string): Wait {
    if (this.#shares === undefined) return this.#own.take(subject);
    const loan = this.#loans.get(subject);
    const now = this.#now();
    if (loan !== undefined && takeOf(loan, 1, now)) return 0;
    const ownMs = this.#own.take(subject);
    if (ownMs === 0) return 0;
    const dryMs = loan === undefined ? 0 : leftOf(loan.dry, now);
    return dryMs > 0 ? Math.min(ownMs, dryMs) : this.#borrow(subject, ownMs);
  }

  takeMore(subject: string, tokens: number): Wait {
    if (this.#shares === undefined) return this.#own.takeMore(subject, tokens);
    const loan = this.#loans.get(subject);
    const now = this.#now();
    const debtMs = loan === undefined ? 0 : leftOf(loan.indebted, now);
    if (debtMs > 0) return debtMs;
    if (tokens > 0 && loan !== undefined && takeOf(loan, tokens, now)) return 0;
    return this.#own.takeAll(subject, tokens) ? 0 : this.#charge(subject, tokens, this.#shares);
  }

  /** From now on there are so many servers. */
  resize(servers: number): void {
    this.#loans.clear();
    this.#shares = servers > 1 ? sharesOf(this.rate, servers) : undefined;
    // What a bucket holds above its share may be used until the central one, which begins empty, has filled as far.
    this.#own.resize({
      rate: this.#shares?.own ?? this.rate,
      excess: this.#shares?.central.burst ?? 0,
      drainPerSecond: this.#shares?.central.perSecond ?? 0,
    });
  }

  /** Waits for one loan, which all requests of the subject share. */
  async #borrow(subject: string, ownMs: number): Promise<number> {
    const loan = this.#loanOf(subject);
    for (;;) {
      const shares = this.#shares;
      if (shares === undefined) return this.#own.take(subject);
      loan.waiting += 1;
      loan.asked ??= this.#lend(subject, loan, shares).finally(() => {
        loan.asked = undefined;
      });
      const outcome = await loan.asked;
      loan.waiting -= 1;
      if (outcome === "silent") return this.#cutOff.take(subject);
      const now = this.#now();
      if (takeOf(loan, 1, now)) return 0;
      const dryMs = leftOf(loan.dry, now);
      if (dryMs > 0) return Math.min(ownMs, dryMs);
    }
  }

  async #lend(
    subject: string,
    loan: Loan,
    { central, loan: most }: RateShares,
  ): Promise<"answered" | "silent"> {
    const now = this.#now();
    const debt = this.#own.takeDebt(subject);
    if (debt > 0) {
      const charged = await this.#central.charge(subject, central, Math.ceil(debt));
      if (charged === null || charged.waitMs > 0) this.#own.addDebt(subject, debt);
      if (charged === null) return "silent";
      if (charged.waitMs > 0) {
        loan.dry = { since: now, forMs: charged.waitMs };
        return "answered";
      }
    }
    // More than the last time if that was used up in time, else as much as was used of it: what is void is lost.
    const likely = loan.tokens === 0 ? 2 * loan.borrowed : loan.borrowed - loan.tokens;
    const wanted = Math.min(most, Math.max(1, loan.waiting, likely));
    const answer = await this.#central.lend(subject, central, wanted);
    if (answer === null) return "silent";
    if (answer.given === 0) loan.dry = { since: this.#now(), forMs: Math.max(1, answer.waitMs) };
    else {
      loan.tokens = answer.given;
      loan.borrowed = answer.given;
      loan.at = now;
    }
    return "answered";
  }

  async #charge(subject: string, tokens: number, { central }: RateShares): Promise<number> {
    const debt = this.#own.takeDebt(subject);
    const answer = await this.#central.charge(subject, central, tokens + Math.ceil(debt));
    if (answer === null || answer.waitMs > 0) this.#own.addDebt(subject, debt);
    if (answer === null) return this.#cutOff.takeMore(subject, tokens);
    if (answer.waitMs > 0) this.#loanOf(subject).indebted = { since: this.#now(), forMs: answer.waitMs };
    return answer.waitMs;
  }

  /** The loan of a subject, which becomes the latest. A few of the oldest that say nothing any more are dropped. */
  #loanOf(subject: string): Loan {
    const known = this.#loans.get(subject);
    if (known !== undefined) this.#loans.delete(subject);
    const now = this.#now();
    let dropped = 0;
    for (const [other, loan] of this.#loans) {
      if (dropped >= MAX_LOANS_DROPPED || (isInUse(loan, now) && this.#loans.size < MAX_LOANS)) break;
      this.#loans.delete(other);
      dropped += 1;
    }
    const first = Math.ceil((this.#shares?.loan ?? 1) / 8);
    const loan = known ?? {
      tokens: 0,
      borrowed: first,
      at: -Infinity,
      dry: NEVER,
      indebted: NEVER,
      waiting: 0,
      asked: undefined,
    };
    this.#loans.set(subject, loan);
    return loan;
  }
}

/** Takes all of these borrowed tokens or none. */
function takeOf(loan: Loan, tokens: number, now: number): boolean {
  if (loan.tokens < tokens || leftOf({ since: loan.at, forMs: GOOD_MS }, now) === 0) return false;
  loan.tokens -= tokens;
  return true;
}

/** Milliseconds that are left of a time; none by a clock that was set back before it. */
function leftOf({ since, forMs }: { readonly since: number; readonly forMs: number }, now: number): number {
  return now < since ? 0 : Math.max(0, Math.ceil(since + forMs - now));
}

function isInUse(loan: Loan, now: number): boolean {
  const { at, dry, indebted, waiting } = loan;
  return (
    waiting > 0 || leftOf({ since: at, forMs: GOOD_MS }, now) + leftOf(dry, now) + leftOf(indebted, now) > 0
  );
}
