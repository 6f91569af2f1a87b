import type { GameCode } from "@lotus/games";
import type { Money } from "@lotus/money";
import type { Logger } from "pino";
import type { BackgroundWork } from "../background-work.ts";
import type { Database, Queries } from "../db/database.ts";
import type { Fairness } from "../fairness/fairness.ts";
import type { DrawMetrics } from "./draw-metrics.ts";
import * as sql from "./draws.sql.ts";
import type { ServerClock } from "./server-clock.ts";
import type { Leader } from "./leader.ts";

/** All that was accepted for a period, as its close states it. */
export interface PeriodBets {
  readonly orders: number;
  readonly stake: Money;
  /** The root over the leaves of the orders, 32 bytes. */
  readonly root: Uint8Array;
  /** Of a few players, for whom the log states no sums: the seed of the leaves that hide how many orders there are. */
  readonly padding: Uint8Array | null;
}

/** All that was paid and refunded for a period. */
export interface PeriodPayouts {
  readonly payout: Money;
  readonly refund: Money;
  /** The root over the leaves of the payouts and refunds, 32 bytes. */
  readonly root: Uint8Array;
  /** The seed of the leaves that hide how many there are. */
  readonly padding: Uint8Array;
  readonly statesSums: boolean;
}

/** Why the rules made a period void: nobody could have seen in time what was sold for it. */
export type RuleVoidCause = "clock" | "standstill" | "witnesses" | "late";

/** A period that the rules made void. */
export interface RuleVoid {
  readonly game: GameCode;
  readonly periodNo: string;
  /**
   * `clock`: the database's clock was not believed; `standstill`: no server ran the draws; `witnesses`: no quorum answered in
   * time; `late`: the close was written too late for another reason, such as a slow database.
   */
  readonly cause: RuleVoidCause;
  /** Since when no server had run the draws (epoch ms), for a standstill. */
  readonly stillSince: number | null;
}

/** Stops the sale of all games while the beacon is silent. */
export interface SaleHold {
  /** In the leader's transaction; it may be set already. */
  set(tx: Queries, isStopped: boolean): Promise<unknown>;
  /** After its commit. */
  done(): Promise<unknown>;
}

/** Points at which a test may kill the process. Whatever is not committed by then has not happened. */
export type DrawFault = (
  point:
    | "before-close"
    | "after-close"
    | "after-close-record"
    | "in-draw"
    | "after-draw"
    | "in-publish"
    | "in-skip",
  game: GameCode,
) => void | Promise<void>;

/** The dependencies that the parts of the draw clock share. */
export interface DrawDeps {
  readonly db: Database;
  readonly log: Logger;
  readonly time: ServerClock;
  readonly leader: Leader;
  readonly fairness: Fairness;
  /** Periods are on record this long before their sale. */
  readonly aheadMs: number;
  readonly metrics: DrawMetrics;
  readonly betsOfPeriod: (game: GameCode, periodNo: string, on?: Queries) => Promise<PeriodBets>;
  readonly payoutsOfPeriod: (game: GameCode, periodNo: string) => Promise<PeriodPayouts>;
  readonly closed: (game: GameCode, periodNo: string) => Promise<void>;
  readonly settle: (game: GameCode, periodNo: string) => Promise<unknown>;
  /** Called in the transaction that voids a period by the rules. */
  readonly ruleVoided: (tx: Queries, period: RuleVoid) => Promise<void>;
  readonly holdSale: SaleHold;
  readonly background: BackgroundWork;
  /** Called while this node leads: when a period has gone on sale, and once a second. */
  readonly opened: (game: GameCode) => void;
  readonly beaten: () => void;
  /** Notifies this node's streams that events were committed. */
  readonly notify: () => void;
  /** Refreshes the cached state of a game on this node. */
  readonly changed: (game: GameCode) => Promise<void>;
  readonly fault: DrawFault;
}

/** Writes an event for all players, in the caller's transaction. */
export async function publishEvent(tx: Queries, event: "period" | "draw", payload: object): Promise<void> {
  await tx.query(sql.TELL, [event, JSON.stringify(payload)]);
}
