import type { RateClass } from "@lotus/contract";
import type { Rate, RateSettings } from "../settings/rate-settings.ts";
import { addressSubject } from "./client-address.ts";
import { TokenBuckets } from "./token-buckets.ts";
import type { RequestContext } from "./request-context.ts";

/** The rate limits: `bets` counts by account, the others by account if known, else by address. */
export class RateLimits {
  readonly #buckets: Readonly<Record<RateClass | "address", TokenBuckets>>;

  constructor(rates: RateSettings, now: () => number) {
    const of = (rate: Rate): TokenBuckets => new TokenBuckets(rate, now);
    this.#buckets = {
      entry: of(rates.entry),
      bets: of(rates.bets),
      money: of(rates.money),
      read: of(rates.read),
      address: of(rates.address),
    };
  }

  /**
   * Milliseconds until the call may be made, 0 for now. The class `entry` counts by address even for a known caller.
   */
  waitMs(context: RequestContext, rate: RateClass): number {
    const { name, subject } = this.#bucketOf(context, rate);
    return this.#buckets[name].take(subject);
  }

  /** Takes more tokens for an admitted call. Returns 0 when it may continue, else the milliseconds to wait. */
  waitForMoreMs(context: RequestContext, rate: RateClass, tokens: number): number {
    const { name, subject } = this.#bucketOf(context, rate);
    return this.#buckets[name].takeMore(subject, tokens);
  }

  /** Milliseconds until this address may have another unknown token looked up. */
  waitForAddressMs(context: RequestContext): number {
    return this.#buckets.address.take(addressSubject(context.address));
  }

  #bucketOf(
    { caller, address }: RequestContext,
    rate: RateClass,
  ): { readonly name: RateClass | "address"; readonly subject: string } {
    if (caller === undefined || rate === "entry")
      return { name: rate === "entry" ? "entry" : "address", subject: addressSubject(address) };
    const account = "playerId" in caller ? caller.playerId : caller.operatorId;
    return { name: rate, subject: account.toString() };
  }
}
