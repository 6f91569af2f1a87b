import type { Operation, Step } from "./history.ts";

/** A transaction of a player as the records show it. */
export interface Entry {
  readonly type: string;
  /** As the API writes it: "-12.34". */
  readonly amount: string;
  readonly balanceAfter: string;
  readonly reference: string;
}

/**
 * What a transaction is called in a history. Clients make every amount they ask for unique for its player, so that a
 * value is known before its reply, and even if no reply comes.
 */
export function valueOf({ type, amount, reference }: Entry): string {
  const isForeign = FOREIGN.has(type) || (type === "refund" && reference === "");
  return isForeign ? `${type}:${reference}:${amount}` : `${type}:${amount}`;
}

/** Types of transactions that no client asks for. */
const FOREIGN: ReadonlySet<string> = new Set(["win", "gift", "rebate", "adjustment"]);

/** A balance that was read: it stands for the newest transaction at that moment. */
export interface BalanceRead {
  readonly list: string;
  readonly balance: string;
  readonly operation: Operation;
}

/** Transactions of an account that do not add up: each must change the balance before it by its amount. */
export function brokenChains(list: string, oldestFirst: readonly Entry[]): string[] {
  const broken: string[] = [];
  let before: bigint | undefined;
  for (const entry of oldestFirst) {
    const after = unitsOf(entry.balanceAfter);
    if (before !== undefined && before + unitsOf(entry.amount) !== after)
      broken.push(
        `${list}: ${valueOf(entry)} left ${entry.balanceAfter}, and before it there were ${String(before)} units`,
      );
    before = after;
  }
  return broken;
}

/**
 * Balance reads as reads of the list: each ends with the transaction that left this balance. A balance that was never
 * one is reported; one that was there more than once says nothing about which.
 */
export function placeBalances(
  reads: readonly BalanceRead[],
  entries: ReadonlyMap<string, readonly Entry[]>,
): { readonly operations: readonly Operation[]; readonly wrong: readonly string[] } {
  const places = new Map<string, Map<string, string[]>>();
  for (const [list, transactions] of entries) {
    const byBalance = new Map<string, string[]>();
    for (const entry of transactions) {
      const known = byBalance.get(entry.balanceAfter);
      if (known === undefined) byBalance.set(entry.balanceAfter, [valueOf(entry)]);
      else known.push(valueOf(entry));
    }
    places.set(list, byBalance);
  }
  const operations: Operation[] = [];
  const wrong: string[] = [];
  for (const { list, balance, operation } of reads) {
    const ends = places.get(list)?.get(balance) ?? [];
    const [only] = ends;
    if (only === undefined) {
      wrong.push(`${operation.client} read a balance of ${balance}, which ${list} never had`);
      continue;
    }
    if (ends.length > 1) continue;
    const steps: Step[] = [{ kind: "read", list, values: [only], isWindow: true }];
    operations.push({ ...operation, steps });
  }
  return { operations, wrong };
}

/** Minor units of an amount as the API writes it. */
function unitsOf(amount: string): bigint {
  return BigInt(amount.replace(".", "").replaceAll(",", ""));
}
