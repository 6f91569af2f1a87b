import { GAMES } from "@lotus/games";
import { BackgroundWork } from "./background-work.ts";
import type { BaseModules, ModuleOptions } from "./base-modules.ts";
import { openBetting, type Betting } from "./betting/betting.ts";
import { openChases, type Chases } from "./chases/chases.ts";
import { openCoverage, type Coverage } from "./covering/covering.ts";
import { type Queries, vitalOf } from "./db/database.ts";
import type { Deps } from "./deps.ts";
import { auditOfHouse } from "./desk/desk.ts";
import { openDraws, type Draws, type Periods, type RuleVoid, type SaleHold } from "./draws/draws.ts";
import { appendEntries, auditEntry, openFairness, type Fairness } from "./fairness/fairness.ts";
import { faultPoints } from "./fault-points.ts";
import {
  openEscrowAccounts,
  openHistoryWatermarks,
  watchBooks,
  type BooksWatch,
  type HistoryWatermarks,
} from "./ledger/ledger.ts";
import { openLiabilities, type Liabilities } from "./liabilities/liabilities.ts";
import { openOutcomes, type Outcomes } from "./outcomes/outcomes.ts";
import { planSum } from "./settings/agent-settings.ts";
import { openSettlement, type Settlement } from "./settlement/settlement.ts";
import { openWallet, type Wallet } from "./wallet/wallet.ts";

/** So many slips that wait for a batch are a crowd: background work leaves it the machine. */
const CROWD = 32;

/** Money, bets, their settlement and the draws, opened and not yet started. */
export interface Play {
  readonly fairness: Fairness;
  readonly liabilities: Liabilities;
  readonly marks: HistoryWatermarks;
  readonly wallet: Wallet;
  readonly betting: Betting;
  readonly outcomes: Outcomes;
  readonly settlement: Settlement;
  readonly coverage: Coverage;
  readonly chases: Chases;
  readonly draws: Draws;
  readonly books: BooksWatch;
}

/** Money, bets, their settlement and the draws. */
export async function openPlay(
  deps: Deps,
  base: BaseModules,
  periods: Periods,
  options: ModuleOptions,
): Promise<Play> {
  const { settings, db, log } = deps;
  const { houseTimeZone, bigWin, coverage: rules } = settings.product;
  const point = faultPoints(settings.fault);
  const { checkClock } = periods;
  await openEscrowAccounts(
    db,
    GAMES.map(({ code }) => code),
  );
  const marks = openHistoryWatermarks({ db, log });
  const wallet = openWallet(
    onServerTime(deps, () => periods.time.now()),
    walletOptions(deps, base, { marks, checkClock }),
  );
  const { fairness, liabilities } = await openPublicLog(deps, periods, options);
  const betting = await openBettingOn(deps, base, periods, { marks, fairness, fault: point });
  const background = new BackgroundWork(() => betting.placing.load().waiting >= CROWD);
  const outcomes = openOutcomes({
    db,
    slipReply: (playerId, stored) => betting.slipReply(playerId, stored),
  });
  const rulebookOf: Betting["rulebookOf"] = (game) => betting.rulebookOf(game);
  const settlement = openSettlement({
    deps,
    checkClock,
    houseTimeZone,
    bigWin,
    rulebookOf,
    background,
    settled: () => marks.wake(),
    fault: (at) => Promise.resolve(point(at)),
  });
  const coverage = openCoverage(deps, { houseTimeZone, rules, rulebookOf, background });
  const chases = openChases(chaseDeps(deps, base, { periods, betting }));
  const draws = openDrawsOn(
    deps,
    base,
    periods,
    { fairness, betting, settlement, coverage, chases, background },
    options,
  );
  return {
    fairness,
    liabilities,
    marks,
    wallet,
    betting,
    outcomes,
    settlement,
    coverage,
    chases,
    draws,
    books: watchBooks({ ...deps, background }, houseTimeZone),
  };
}

function chaseDeps(
  { db, log }: Deps,
  { translate, events, nodes, registers }: BaseModules,
  { periods, betting }: { readonly periods: Periods; readonly betting: Betting },
): Parameters<typeof openChases>[0] {
  return {
    db,
    log,
    translate,
    betting,
    games: periods.games,
    now: () => periods.time.now(),
    checkClock: periods.checkClock,
    mayPlay: registers.mayPlay,
    allKnow: (tx) => nodes.allKnow(tx, "chase"),
    notify: events.notify,
  };
}

/** The draws, with what is done around them where they are led. */
function openDrawsOn(
  deps: Deps,
  base: BaseModules,
  periods: Periods,
  {
    fairness,
    betting,
    settlement,
    coverage,
    chases,
    background,
  }: Pick<Play, "fairness" | "betting" | "settlement" | "coverage" | "chases"> & {
    readonly background: BackgroundWork;
  },
  options: ModuleOptions,
): Draws {
  const point = faultPoints(deps.settings.fault);
  return openDraws(
    { ...vitalOf(deps), fairness },
    periods,
    {
      background,
      closed: (game, periodNo) => settlement.prepare(game, periodNo),
      settle: async (game, periodNo) => {
        const result = await settlement.settle(game, periodNo);
        coverage.wake();
        chases.wake(game);
        return result;
      },
      betsOfPeriod: (game, periodNo, on) => betting.betsOfPeriod(game, periodNo, on),
      payoutsOfPeriod: (game, periodNo) => betting.payoutsOfPeriod(game, periodNo),
      isOn: (game) => betting.games.sells(game),
      ruleVoided,
      holdSale: holdSale(betting.games),
      opened: (game) => chases.wake(game),
      beaten: () => chases.look(),
      notify: base.events.notify,
      nameOf: base.nameOf,
    },
    {
      fault: point,
      ...(options.aheadMs === undefined ? {} : { aheadMs: options.aheadMs }),
    },
  );
}

/** A period that the rules made void, in the audit log. */
async function ruleVoided(tx: Queries, { game, periodNo, cause, stillSince }: RuleVoid): Promise<void> {
  await auditOfHouse(tx, {
    action: "house.voidPeriod",
    subject: `period ${game}-${periodNo}`,
    detail: { cause, from: stillSince },
  });
}

/** Stops all games while the beacon is silent, with a line in the audit log for each change. */
function holdSale(games: Betting["games"]): SaleHold {
  return {
    set: async (tx, isStopped) => {
      if (!isStopped) {
        const since = await games.endStop(tx, "beacon");
        if (since !== null)
          await auditOfHouse(tx, { action: "house.sellAgain", subject: "games", detail: { from: since } });
      } else if (await games.stopAll(tx, { cause: "beacon", reason: null, operatorId: null }))
        await auditOfHouse(tx, { action: "house.stopSales", subject: "games", detail: { cause: "beacon" } });
    },
    done: () => games.refresh(),
  };
}

/** The public log, and the sums of what players are owed, which go into it. */
async function openPublicLog(
  deps: Deps,
  periods: Periods,
  options: ModuleOptions,
): Promise<Pick<Play, "fairness" | "liabilities">> {
  const fairness = openFairness(
    {
      ...vitalOf(deps),
      now: () => periods.time.now(),
      games: periods.games.map(({ code }) => code),
    },
    options.fairness,
  );
  await fairness.check();
  const liabilities = openLiabilities(deps, {
    houseTimeZone: deps.settings.product.houseTimeZone,
    checkClock: periods.checkClock,
    appendEntry: async (tx, entry) => {
      // The day's statement covers the audit log, whether or not it has grown.
      await appendEntries(tx, [await auditEntry(tx), { type: "liabilities", ...entry }]);
    },
  });
  return { fairness, liabilities };
}

function walletOptions(
  { settings }: Deps,
  { translate, vault, accounts, identity, events, protection, registers }: BaseModules,
  { marks, checkClock }: { readonly marks: HistoryWatermarks; readonly checkClock: Periods["checkClock"] },
): Parameters<typeof openWallet>[1] {
  const { product } = settings;
  return {
    translate,
    settings: {
      demo: settings.demo,
      houseTimeZone: product.houseTimeZone,
      currency: product.currency,
      channels: settings.channels,
    },
    rules: protection.pack,
    registers,
    payouts: {
      vault,
      checkTransPassword: (playerId, password) => accounts.checkTransPassword(playerId, password),
      marks,
      identity: identity.withdrawals,
      cardBound: (playerId) => protection.excludePerson(playerId),
      settings: {
        ...settings.withdrawals,
        bounds: product.withdrawal,
        turnoverPercent: product.turnoverPercent,
        maxCoveragePercent: product.coverage.maxPercent,
        bankUnits: product.currency.bankUnits,
      },
    },
    checkClock,
    notify: events.notify,
  };
}

function openBettingOn(
  deps: Deps,
  { translate, events, nodes, registers }: BaseModules,
  periods: Periods,
  {
    marks,
    fairness,
    fault,
  }: Pick<Play, "marks" | "fairness"> & { readonly fault: ReturnType<typeof faultPoints> },
): Promise<Betting> {
  const { product, agents } = deps.settings;
  return openBetting(
    onServerTime(deps, () => periods.time.now()),
    {
      translate,
      sign: (batchRoot) => fairness.signReceipt(batchRoot),
      settings: {
        k3ThreeSameSingle: product.k3ThreeSameSingle,
        houseTimeZone: product.houseTimeZone,
        firstPlanSum: planSum(agents.plan),
        bets: product.bets,
      },
      mayPlay: registers.mayPlay,
      // Without witnesses nothing is accepted, as with a clock that nobody can trust.
      clock: {
        held: () => periods.time.state.held || !fairness.isWatched(),
        expected: () => periods.time.expected(),
      },
      servers: () => nodes.count(),
      notify: events.notifyPlayers,
      // A stake, and often its payout.
      placed: (playerId, orders) => marks.note(playerId, 2 * orders),
      fault,
    },
  );
}

/** Lists and replies use the server's time, which a test may have set. */
export function onServerTime(deps: Deps, now: () => number): Deps {
  return { ...deps, clock: { now } };
}
