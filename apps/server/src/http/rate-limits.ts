import type { RateClass } from "@lotus/contract";
import type { RateSettings } from "../settings/rate-settings.ts";
import { addressSubject } from "./client-address.ts";
import type { MakeBuckets } from "./house-rates.ts";
import type { RequestContext } from "./request-context.ts";
import type { Buckets, Wait } from "./token-buckets.ts";

/** The rate limits: `bets` counts by account, the others by account if known, else by address. */
export class RateLimits {
  readonly #buckets: Readonly<Record<RateClass | "address", Buckets>>;

  constructor(rates: RateSettings, make: MakeBuckets) {
    this.#buckets = {
      entry: make("entry", rates.entry, "address"),
      bets: make("bets", rates.bets, "account"),
      money: make("money", rates.money, "account"),
      read: make("read", rates.read, "account"),
      address: make("address", rates.address, "address"),
    };
  }

  /**
   * Milliseconds until the call may be made, 0 for now. The class `entry` counts by address even for a known caller.
   */
  waitMs(context: RequestContext, rate: RateClass): Wait {
    const { name, subject } = this.#bucketOf(context, rate);
    return this.#buckets[name].take(subject);
  }

  /** Takes more tokens for an admitted call. Returns 0 when it may continue, else the milliseconds to wait. */
  waitForMoreMs(context: RequestContext, rate: RateClass, tokens: number): Wait {
    const { name, subject } = this.#bucketOf(context, rate);
    return this.#buckets[name].takeMore(subject, tokens);
  }

  /** Milliseconds until this address may have another unknown token looked up. */
  waitForAddressMs(context: RequestContext): Wait {
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
