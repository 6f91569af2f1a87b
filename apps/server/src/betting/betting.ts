import type { CallBody, CALLS } from "@lotus/contract";
import { findOption, type GameCode, type OddsSettings, type OddsTable, type Option } from "@lotus/games";
import type { Translate } from "@lotus/locales/node";
import { Gauge } from "prom-client";
import type { Queries } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { Fairness } from "../fairness/fairness.ts";
import type { PlayerCalls } from "../http/handler.ts";
import type { MayPlay } from "../registers/registers.ts";
import type { BetBounds } from "../settings/bet-settings.ts";
import { cancelCall } from "./calls/cancel.ts";
import { betListCall } from "./calls/order-list.ts";
import { orderCall, slipReply } from "./calls/order.ts";
import { receiptCall } from "./calls/receipt.ts";
import { recentSlipsCall } from "./calls/recent-slips.ts";
import { ruleCall } from "./calls/rule.ts";
import { type CheckDeps, type CheckRefusal, checkSlip } from "./check-slip.ts";
import { forgetEndedExposure } from "./exposure.ts";
import { openGameSwitches, type GameSwitches } from "./game-switches.ts";
import { lunarYears } from "./lunar-years.ts";
import { openMargins, type Margins } from "./margins.ts";
import { oddsFor, openOdds, type OddsBook } from "./odds.ts";
import { holdAtStart } from "./odds-at-start.ts";
import { openPlacing, type Placing } from "./placing.ts";
import type { KnownClock } from "./waiting-slip.ts";
import {
  betsOfPeriod,
  payoutsOfPeriod,
  type PeriodBets,
  type PeriodPayouts,
  PeriodTrees,
} from "./period-trees.ts";
import { openReceipts, type Receipts } from "./receipts.ts";
import { ruleReplies } from "./rule-tree.ts";
import type { ReadSlip } from "./slip.ts";

export type { BetLimits, GameSwitch, GameSwitches, SetLimits } from "./game-switches.ts";
export { gameWords, type GameWords } from "./game-words.ts";
export { pickedText } from "./picked-text.ts";
export { slipLineOf, type StoredLine } from "./slip-line.ts";
export type { Margins, OverWhole } from "./margins.ts";
export type { PeriodBets, PeriodPayouts } from "./period-trees.ts";
export type { OddsBook, OddsByGame, OddsVersion } from "./odds.ts";
export { parseOrderNo, orderNoOf } from "./order-no.ts";
export { refuseExcluded, refuseOverLimit } from "./refuse-play.ts";
export { formatTable, type ReadSlip } from "./slip.ts";
export type { CheckRefusal } from "./check-slip.ts";
export type { SlipOutcome, WaitingSlip } from "./waiting-slip.ts";

/** What betting needs from other modules. */
export interface BettingOptions {
  readonly translate: Translate;
  /** Signs the root of a batch of orders together with the newest checkpoint of the log. */
  readonly sign: Fairness["signReceipt"];
  readonly settings: OddsSettings & {
    readonly houseTimeZone: string;
    readonly bets: BetBounds;
    /** Sum of the rates of the plan that a new server begins with, in hundredths of a percent; none by default. */
    readonly firstPlanSum?: number;
  };
  /** What the exclusion register of the licence says of a session; without one, nothing is asked. */
  readonly mayPlay?: MayPlay | null;
  /** What the draws know of the database's clock; without it, the clock is always trusted. */
  readonly clock?: KnownClock;
  /** Servers of this house that are up, which gather slips together; this one alone by default. */
  readonly servers?: () => number;
  /** Called after each commit that wrote live events. */
  readonly notify?: () => void;
  /** Called for each accepted slip with its number of orders. */
  readonly placed?: (playerId: bigint, orders: number) => void;
  /** Called when a batch was sent, and when it is committed but not yet answered; a test may crash there. */
  readonly fault?: (point: "bet-sent" | "bet-committed") => void;
}

/** Looks up what an order was placed on, for settlement. */
export interface BettingRulebook {
  option(optionId: string): Option;
  odds(optionId: string, version: number): OddsTable;
}

/** Public API of betting. */
export interface Betting {
  readonly calls: PlayerCalls<"order" | "cancel" | "betList" | "recentSlips" | "receipt" | "rule">;
  /** Reads odds and switches again, after an event that they changed. */
  refreshSettings(): void;
  readonly odds: OddsBook;
  /** Checks odds and plans together against the operator's margin. */
  readonly margins: Margins;
  /** Switches of the games and bounds of their bets. */
  readonly games: GameSwitches;
  readonly placing: Placing;
  readonly receipts: Receipts;
  /** What the rules say of a slip on a period, its odds as of the version that the player saw. Money is not looked at. */
  checkSlip(game: GameCode, slip: CallBody<typeof CALLS.order>): Promise<ReadSlip | CheckRefusal>;
  /** The options of a game and the odds of every version. */
  rulebookOf(game: GameCode): Promise<BettingRulebook>;
  /**
   * Totals of a closed period, read on the connection `on` when given. Call it once no bet can be accepted any more.
   */
  betsOfPeriod(game: GameCode, periodNo: string, on?: Queries): Promise<PeriodBets>;
  /** Totals of what a settled or voided period has paid and refunded. */
  payoutsOfPeriod(game: GameCode, periodNo: string): Promise<PeriodPayouts>;
  /** Deletes the exposure of ended periods; returns the number of rows. */
  forgetEndedExposure(): Promise<number>;
  /** The reply to a slip again, from what was stored under its key. */
  slipReply(playerId: bigint, stored: string): Promise<string>;
  /** Starts polling for odds that other nodes publish, and deleting the exposure of ended periods. */
  start(): void;
  /** Waits until everything queued is placed and stored. */
  stop(): Promise<void>;
}

/** Others tell of their changes by an event; this finds what was never told. */
const REFRESH_ODDS_MS = 30_000;
const FORGET_MS = 10_000;

/**
 * Opens betting. The first start of a server writes version 1 of its odds. @throws StartupError when new odds and a
 * plan, or the plan of the settings, would together return 100 %
 */
export async function openBetting(
  deps: Pick<Deps, "db" | "entropy" | "clock" | "log" | "metrics">,
  options: BettingOptions,
): Promise<Betting> {
  const { db, entropy, log, clock } = deps;
  const { houseTimeZone: timeZone, firstPlanSum = 0 } = options.settings;
  const odds = await openOdds(db, options.settings, holdAtStart({ db, log, timeZone, firstPlanSum }));
  const margins = openMargins({ timeZone, odds, firstPlanSum });
  const receipts = openReceipts({ db, log, sign: options.sign });
  const placing = openPlacing({
    db,
    entropy,
    receipts,
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.servers === undefined ? {} : { servers: options.servers }),
    fault: options.fault ?? (() => undefined),
    notify: options.notify ?? (() => undefined),
    placed: options.placed ?? (() => undefined),
  });
  measure(deps, placing);
  const games = await openGameSwitches(db, options.settings.bets);
  const limits = { of: (game: GameCode) => games.of(game).limits, version: () => games.version() };
  const { translate } = options;
  const years = lunarYears(options.settings.houseTimeZone, () => clock.now());
  const upkeep = new Upkeep({ db, log, odds, games });
  const checks = checkDeps(db, { odds, games, lunarYear: years.ofPeriod });

  return {
    calls: {
      order: orderCall({
        ...checks,
        placing,
        receipts,
        mayPlay: options.mayPlay ?? null,
      }),
      cancel: cancelCall(db),
      betList: betListCall({
        reads: db.reads,
        translate,
        timeZone: options.settings.houseTimeZone,
        odds,
      }),
      recentSlips: recentSlipsCall({ reads: db.reads, translate }),
      receipt: receiptCall({ db, receipts, trees: new PeriodTrees(db.heavy) }),
      rule: ruleCall(ruleReplies({ odds, translate, lunarYear: years.current, limits })),
    },
    odds,
    margins,
    games,
    placing,
    receipts,
    checkSlip: (game, slip) => checkSlip(checks, game, slip),
    rulebookOf: (game) => rulebookOf(odds, game),
    betsOfPeriod: (game, periodNo, on = db) => betsOfPeriod({ db: on, entropy }, game, periodNo),
    payoutsOfPeriod: (game, periodNo) => payoutsOfPeriod({ db, entropy }, game, periodNo),
    forgetEndedExposure: () => forgetEndedExposure(db),
    refreshSettings: () => upkeep.refresh(),
    slipReply: (playerId, stored) => slipReply({ db, receipts }, playerId, stored),
    start: () => upkeep.start(),
    stop: async () => {
      await upkeep.stop();
      await placing.drained();
      await receipts.settled();
    },
  };
}

function checkDeps(
  db: Queries,
  { odds, games, lunarYear }: Pick<CheckDeps, "odds" | "lunarYear"> & { readonly games: GameSwitches },
): CheckDeps {
  return {
    db,
    odds,
    lunarYear,
    isOpen: (game) => games.sells(game),
    limits: (game) => games.of(game).limits,
  };
}

interface UpkeepDeps extends Pick<Deps, "db" | "log"> {
  readonly odds: OddsBook;
  readonly games: GameSwitches;
}

/** Reads odds and switches that other nodes publish, and deletes the exposure of ended periods. */
class Upkeep {
  readonly #deps: UpkeepDeps;
  #timers: NodeJS.Timeout[] = [];
  #forgetting: Promise<unknown> = Promise.resolve();

  constructor(deps: UpkeepDeps) {
    this.#deps = deps;
  }

  start(): void {
    if (this.#timers.length > 0) return;
    this.#timers = [
      setInterval(() => this.refresh(), REFRESH_ODDS_MS).unref(),
      setInterval(() => this.#forget(), FORGET_MS).unref(),
    ];
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
    await this.#forgetting;
  }

  refresh(): void {
    const { odds, games } = this.#deps;
    void this.#logged(Promise.all([odds.refresh(), games.refresh()]), "odds and switches could not be read");
  }

  #forget(): void {
    // One at a time, however long it takes.
    this.#forgetting = this.#forgetting.then(() =>
      this.#logged(forgetEndedExposure(this.#deps.db), "exposure could not be forgotten"),
    );
  }

  #logged(work: Promise<unknown>, failure: string): Promise<unknown> {
    return work.catch((error: unknown) => this.#deps.log.warn({ err: error }, failure));
  }
}

/** The rules of a game by which orders of any odds version are settled. */
async function rulebookOf(odds: OddsBook, game: GameCode): Promise<BettingRulebook> {
  const versions = await odds.all();
  return {
    option: (optionId) => known(findOption(game, optionId), `${game} has no option ${optionId}`),
    odds: (optionId, version) =>
      oddsFor(known(versions.get(version), `no odds of version ${version}`), game, optionId),
  };
}

function known<T>(value: T | undefined, otherwise: string): T {
  if (value === undefined) throw new Error(otherwise);
  return value;
}

function measure({ metrics }: Pick<Deps, "metrics">, placing: Placing): void {
  const gauge = new Gauge({
    name: "lotus_slips",
    help: "Slips that wait to be placed, and batches of them under way.",
    labelNames: ["state"],
    registers: [metrics],
    collect: () => {
      const { waiting, running } = placing.load();
      gauge.set({ state: "waiting" }, waiting);
      gauge.set({ state: "running" }, running);
    },
  });
}
