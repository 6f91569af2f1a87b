import type { Sign } from "@lotus/fair";
import type { GameCode } from "@lotus/games";
import type { Money } from "@lotus/money";
import type { Logger } from "pino";
import type { Database, Queries } from "../db/database.ts";
import type { Entropy } from "../deps.ts";
import type { KeyRing } from "../settings/keys.ts";
import type { DrawMetrics } from "./draw-metrics.ts";
import * as sql from "./draws.sql.ts";
import type { ServerClock } from "./server-clock.ts";
import type { Leader } from "./leader.ts";

/** All that was accepted for a period, as its close record states it. */
export interface PeriodBets {
  readonly orders: number;
  readonly stake: Money;
  /** The root over the leaves of the orders, 32 bytes. */
  readonly root: Uint8Array;
}

/** Moments at which a test may let the process die. Whatever is not committed by then has not happened. */
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

/** What the parts of the draw clock share. */
export interface DrawDeps {
  readonly db: Database;
  readonly entropy: Entropy;
  readonly log: Logger;
  readonly time: ServerClock;
  readonly leader: Leader;
  readonly sign: Sign;
  /** Seals the secrets of chains. */
  readonly seal: KeyRing<Uint8Array>;
  readonly chainLength: number;
  /** Periods are on record this long before their sale. */
  readonly aheadMs: number;
  readonly metrics: DrawMetrics;
  readonly betsOfPeriod: (game: GameCode, periodNo: string, on?: Queries) => Promise<PeriodBets>;
  readonly settle: (game: GameCode, periodNo: string) => Promise<unknown>;
  /** Tells this node's streams that events were committed. */
  readonly notify: () => void;
  /** Has this node read a game again. */
  readonly changed: (game: GameCode) => Promise<void>;
  readonly fault: DrawFault;
}

/** Puts an event for everybody into the stream, in the caller's transaction. */
export async function publishEvent(tx: Queries, event: "period" | "draw", payload: object): Promise<void> {
  await tx.query(sql.TELL, [event, JSON.stringify(payload)]);
}
