import { createContext, use, useEffect, useSyncExternalStore } from "react";
import type { BetCheck } from "./verifier.ts";

/**
 * What this device found out about a bet of its player. checked: accepted, drawn and paid by the rules. refunded: rightly
 * so. unwitnessed: as one of these two, but the operator runs the beacon or the witnesses itself. waiting: not paid yet,
 * or not checked yet. unavailable: what is needed could not be fetched; tried again. failed: something is wrong.
 */
export type ShieldState = "checked" | "refunded" | "unwitnessed" | "waiting" | "unavailable" | "failed";

export interface Shield {
  readonly state: ShieldState;
  /** Epoch milliseconds by this device; null while nothing has been checked. */
  readonly checkedAt: number | null;
}

/** A bet as lists know it. */
export interface OwnBet {
  readonly orderNo: string;
  readonly gameCode: string;
  readonly periodNo: string;
  /** Whether there is something new to find out: settled, refunded or cancelled. */
  readonly isOver: boolean;
}

/** A file that proves to anybody what this device found. */
export interface EvidenceFile {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** The bets of this device's player, and what is known of each. */
export interface OwnBets {
  /** Bets that this device should know and check; known ones are checked again only if there is something new. */
  watch(bets: readonly OwnBet[]): void;
  /** The same object until it changes. */
  shieldOf(orderNo: string): Shield;
  subscribe(listener: () => void): () => void;
  /** The whole report of the last check; null without one. */
  checkOf(orderNo: string): Promise<BetCheck | null>;
  /** The receipt with the proof for `npm run verify`, and each entry's tlog-proof. Empty without a check. */
  evidenceOf(orderNo: string): Promise<readonly EvidenceFile[]>;
}

const WAITING: Shield = { state: "waiting", checkedAt: null };

/** Knows no bets: outside of a session. */
const NO_BETS: OwnBets = {
  watch: () => {},
  shieldOf: () => WAITING,
  subscribe: () => () => {},
  checkOf: () => Promise.resolve(null),
  evidenceOf: () => Promise.resolve([]),
};

/** The own bets of the components below; tests give their own. */
export const OwnBetsContext = createContext<OwnBets>(NO_BETS);

/** The shield of a bet, which is watched from now on. */
export function useShield({ orderNo, gameCode, periodNo, isOver }: OwnBet): Shield {
  const bets = use(OwnBetsContext);
  useEffect(
    () => bets.watch([{ orderNo, gameCode, periodNo, isOver }]),
    [bets, orderNo, gameCode, periodNo, isOver],
  );
  return useSyncExternalStore(
    (listener) => bets.subscribe(listener),
    () => bets.shieldOf(orderNo),
  );
}
