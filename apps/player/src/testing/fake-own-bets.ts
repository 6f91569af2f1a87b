import type { EvidenceFile, OwnBet, OwnBets, Shield } from "../features/fairness/own-bets.ts";
import type { BetCheck } from "../features/fairness/checks.ts";

/** What a test lets this device know of a bet. */
interface Known {
  readonly shield: Shield;
  readonly check?: BetCheck;
  readonly files?: readonly EvidenceFile[];
}

/** Own bets that know what a test tells them, and whom the screens asked to watch. */
export interface FakeOwnBets extends OwnBets {
  readonly watched: OwnBet[];
  /** What was found out about a bet; its shield changes at once. */
  know(orderNo: string, known: Known): void;
}

const WAITING: Shield = { state: "waiting", checkedAt: null };

/** Bets of which nothing is known yet. */
export function fakeOwnBets(): FakeOwnBets {
  const known = new Map<string, Known>();
  const listeners = new Set<() => void>();
  const watched: OwnBet[] = [];
  return {
    watched,
    know(orderNo, found) {
      known.set(orderNo, found);
      for (const listener of listeners) listener();
    },
    keep: () => undefined,
    askToCancel: () => Promise.resolve(),
    watch: (bets) => void watched.push(...bets),
    shieldOf: (orderNo) => known.get(orderNo)?.shield ?? WAITING,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    checkOf: (orderNo) => Promise.resolve(known.get(orderNo)?.check ?? null),
    evidenceOf: (orderNo) => Promise.resolve(known.get(orderNo)?.files ?? []),
  };
}
