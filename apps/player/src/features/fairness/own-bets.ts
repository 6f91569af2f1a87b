import type { PlacedOrder } from "@lotus/fair";
import type { BetCheck } from "./checks.ts";

/**
 * What this device found out about a bet of its player. checked: accepted, drawn and paid by the rules. refunded: rightly
 * so. unwitnessed: as one of these two, but the operator runs the beacon or the witnesses itself. waiting: not paid yet,
 * or not checked yet. notShown: nothing else is wrong, but the operator did not show the close before the round, though this device
 * was online. unavailable: what is needed could not be fetched; tried again. failed: something is wrong.
 */
export type ShieldState =
  | "checked"
  | "refunded"
  | "unwitnessed"
  | "notShown"
  | "waiting"
  | "unavailable"
  | "failed";

export interface Shield {
  readonly state: ShieldState;
  /** Epoch milliseconds by this device; null while nothing has been checked. */
  readonly checkedAt: number | null;
}

/** A bet and its draw. */
export interface PlacedBet {
  readonly orderNo: string;
  readonly gameCode: string;
  readonly periodNo: string;
  /** As the player placed it, or as a list shows it: the receipt must agree with it. */
  readonly placed?: PlacedOrder | undefined;
  /** When it is drawn, as the server says (epoch ms). */
  readonly drawAt?: number | undefined;
}

/** A bet as lists know it. */
export interface OwnBet extends PlacedBet {
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
  /** Remembers the receipt with which the server accepted a bet a moment ago. */
  keep(bet: PlacedBet, receipt: unknown): void;
  /** Remembers that the player asked to cancel a bet, before the server is asked. Never rejects. */
  askToCancel(bet: PlacedBet): Promise<void>;
  /** The same object until it changes. */
  shieldOf(orderNo: string): Shield;
  subscribe(listener: () => void): () => void;
  /** The whole report of the last check; null without one. */
  checkOf(orderNo: string): Promise<BetCheck | null>;
  /** The receipt with the proof for `npm run verify`, and each entry's tlog-proof. Empty without a check. */
  evidenceOf(orderNo: string): Promise<readonly EvidenceFile[]>;
}
