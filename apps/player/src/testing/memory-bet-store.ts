import type { BetStore } from "../features/fairness/bet-store.ts";
import { type BetResult, hasFailed, type KeptBet, mergeKept } from "../features/fairness/kept-bet.ts";

/** A store as that of the browser, of one or several windows. */
export class MemoryBetStore implements BetStore {
  readonly stored = new Map<string, { bet: KeptBet; result: BetResult | null }>();
  readonly #results = new Map<string, BetResult>();
  canStore = true;

  #orThrow(): void {
    if (!this.canStore) throw new Error("forbidden");
  }

  async ofAccount(account: string): Promise<KeptBet[]> {
    this.#orThrow();
    return [...this.stored.values()].map(({ bet }) => bet).filter((bet) => bet.account === account);
  }

  async get(account: string, orderNo: string): Promise<KeptBet | null> {
    this.#orThrow();
    return this.stored.get(`${account} ${orderNo}`)?.bet ?? null;
  }

  async put(bet: KeptBet): Promise<void> {
    this.#orThrow();
    const key = `${bet.account} ${bet.orderNo}`;
    const before = this.stored.get(key);
    if (before !== undefined && hasFailed(before.bet)) return;
    const merged = mergeKept(bet, before?.bet ?? null);
    const result = before?.result ?? this.#results.get(key) ?? null;
    this.stored.set(key, structuredClone({ bet: merged, result }));
  }

  async putResult(account: string, orderNo: string, result: BetResult): Promise<void> {
    this.#orThrow();
    const key = `${account} ${orderNo}`;
    const before = this.stored.get(key);
    if (before !== undefined && hasFailed(before.bet)) return;
    this.#results.set(key, result);
    if (before !== undefined) this.stored.set(key, { ...before, result });
  }

  async resultOf(account: string, orderNo: string): Promise<BetResult | null> {
    this.#orThrow();
    return this.stored.get(`${account} ${orderNo}`)?.result ?? null;
  }
}
