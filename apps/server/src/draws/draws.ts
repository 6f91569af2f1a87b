import type { Game, GameCode } from "@lotus/games";
import { BackgroundWork } from "../background-work.ts";
import type { CheckClock, Queries } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { Fairness } from "../fairness/fairness.ts";
import type { PlayerCalls } from "../http/handler.ts";
import { currentCall } from "./calls/current.ts";
import { gamesCall, type NameOf } from "./calls/games.ts";
import { historyCall } from "./calls/history.ts";
import { lastCall } from "./calls/last.ts";
import { proofCall } from "./calls/proof.ts";
import { trendCall } from "./calls/trend.ts";
import { DrawClock } from "./draw-clock.ts";
import { drawMetrics, measureDelays, measureSales } from "./draw-metrics.ts";
import type { Periods } from "./periods.ts";
import type { ClockState } from "./server-clock.ts";
import { Leader } from "./leader.ts";
import * as sql from "./draws.sql.ts";
import { AHEAD_MS } from "./publish.ts";
import { voidPeriods, type PeriodToVoid, type VoidOutcome } from "./void-period.ts";
import type { DrawFault, PeriodBets, PeriodPayouts, RuleVoid, SaleHold } from "./draw-deps.ts";

export type { NameOf } from "./calls/games.ts";
export type { PeriodToVoid, VoidOutcome } from "./void-period.ts";
export type { ClockState } from "./server-clock.ts";
export { openPeriods, type Periods } from "./periods.ts";
export { LeadLost } from "./leader.ts";
export type { DrawFault, PeriodBets, PeriodPayouts, RuleVoid, RuleVoidCause, SaleHold } from "./draw-deps.ts";

/** What the draws need from modules above them. */
export interface DrawServices {
  /** Pays a drawn period and marks it settled; may be called again. Failures are retried. */
  /** Called when a period is closed and awaits its draw, for what can be read in advance. Never rejects. */
  readonly closed: (game: GameCode, periodNo: string) => Promise<void>;
  readonly settle: (game: GameCode, periodNo: string) => Promise<unknown>;
  /** What recording payouts shares with other work that nobody's request waits for. */
  readonly background?: BackgroundWork;
  /** What was accepted for a period whose sale has ended; recorded before the draw. */
  readonly betsOfPeriod: (game: GameCode, periodNo: string, on?: Queries) => Promise<PeriodBets>;
  /** What a settled period has paid; it goes in the public log. */
  readonly payoutsOfPeriod: (game: GameCode, periodNo: string) => Promise<PeriodPayouts>;
  readonly nameOf: NameOf;
  /** Called in the transaction that voids a period by the rules. */
  readonly ruleVoided?: (tx: Queries, period: RuleVoid) => Promise<void>;
  readonly holdSale?: SaleHold;
  /** Whether a game takes bets; by default all do. */
  readonly isOn?: (game: GameCode) => boolean;
  /** Called on the node that leads, when a period has gone on sale. */
  readonly opened?: (game: GameCode) => void;
  /** Called on the node that leads, once a second. */
  readonly beaten?: () => void;
  /** Called after each commit that wrote live events. */
  readonly notify?: () => void;
}

/** Options for tests. */
export interface DrawOptions {
  /** How long before their sale periods are on record; a day and a reserve by default. */
  readonly aheadMs?: number;
  readonly fault?: DrawFault;
  /** Replaces the server's lock, for two leaders at once. */
  readonly lock?: bigint;
}

/** Public API of the draws: periods, the draw clock, and what players read of them. */
export interface Draws {
  readonly calls: PlayerCalls<"games" | "current" | "last" | "history" | "trend" | "proof">;
  /** The games with the operator's time zone, in lobby order. */
  readonly games: readonly Game[];
  /** The server's time in epoch milliseconds, without a query. */
  serverNow(): number;
  /** The database's clock compared with this machine's, at the last reading. */
  clockState(): ClockState;
  /** Expected time of the database's clock (epoch ms); null if leaps are not checked. */
  clockExpected(): number | null;
  /** For other modules that decide by the database's clock. */
  readonly checkClock: CheckClock;
  /** Games that take bets now: none while the clock is held, the disk is full or no quorum of witnesses is there. */
  onSale(): GameCode[];
  /**
   * Does everything that is due by the database's clock, settlement included; false when another node leads. The first
   * call publishes the first day.
   */
  tick(): Promise<boolean>;
  /**
   * Voids periods without a result, in the caller's transaction: nothing is sold or drawn any more, and the log
   * records it. Settlement refunds the stakes after the commit. What became of each, in the same order.
   */
  voidPeriods(tx: Queries, periods: readonly PeriodToVoid[]): Promise<readonly VoidOutcome[]>;
  /** Refreshes the cache of the games whose log has grown. */
  readDraws(): Promise<void>;
  /** Starts the draw clock. Resolves when everything due has been done once and players can be served. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Opens the draws; nothing runs before `start` or `tick`. */
export function openDraws(
  deps: Pick<Deps, "db" | "log" | "metrics" | "node"> & { readonly fairness: Fairness },
  periods: Periods,
  services: DrawServices,
  options: DrawOptions = {},
): Draws {
  const { db, fairness } = deps;
  const { games, time, board, checkClock } = periods;
  const clock = openDrawClock(deps, periods, services, options);
  const isOn = services.isOn ?? (() => true);
  const onSale = (): GameCode[] =>
    time.state.held || db.full() || !fairness.isWatched()
      ? []
      : games
          .map(({ code }) => code)
          .filter((code) => isOn(code) && board.onSaleOf(code, time.now()) !== undefined);
  measureSales(deps.metrics, { clock: () => time.state, onSale: () => onSale().length });
  measureDelays(deps.metrics, async () => {
    const [row] = await db.query<{ draw_ms: bigint; settlement_ms: bigint }>(sql.DELAYS);
    return { drawMs: Number(row?.draw_ms ?? 0n), settlementMs: Number(row?.settlement_ms ?? 0n) };
  });
  return {
    calls: {
      games: gamesCall(board, time, services.nameOf, isOn),
      current: currentCall(board, time),
      last: lastCall(board),
      history: historyCall(board),
      trend: trendCall(board),
      proof: proofCall(db, board, fairness),
    },
    games,
    serverNow: () => time.now(),
    clockState: () => time.state,
    clockExpected: () => time.expected(),
    checkClock,
    onSale,
    voidPeriods,
    readDraws: async () => {
      await fairness.refresh();
      await board.refreshChanged(time.now(), fairness.end());
    },
    tick: () => clock.tick(),
    start: async () => {
      const now = await time.read();
      await board.refreshAll(games, now);
      await clock.start();
    },
    stop: () => clock.stop(),
  };
}

function openDrawClock(
  deps: Pick<Deps, "db" | "log" | "metrics" | "node"> & { readonly fairness: Fairness },
  { games, time, board, checkClock }: Periods,
  services: DrawServices,
  options: DrawOptions,
): DrawClock {
  const { db, log, node, metrics, fairness } = deps;
  const codes = games.map(({ code }) => code);
  return new DrawClock(
    {
      db,
      log,
      time,
      leader: new Leader({ db, log, node, checkClock }, options.lock),
      fairness,
      aheadMs: options.aheadMs ?? AHEAD_MS,
      metrics: drawMetrics(metrics, codes),
      betsOfPeriod: services.betsOfPeriod,
      payoutsOfPeriod: services.payoutsOfPeriod,
      closed: services.closed,
      settle: services.settle,
      ruleVoided: services.ruleVoided ?? (() => Promise.resolve()),
      holdSale: services.holdSale ?? { set: () => Promise.resolve(), done: () => Promise.resolve() },
      background: services.background ?? new BackgroundWork(),
      opened: services.opened ?? (() => undefined),
      beaten: services.beaten ?? (() => undefined),
      notify: services.notify ?? (() => undefined),
      changed: async (code) => {
        const game = board.gameOf(code);
        if (game !== undefined) await board.refresh(game, time.now());
      },
      fault: options.fault ?? (() => undefined),
    },
    board,
  );
}
