import { GAMES } from "@lotus/games";
import { matchLocale } from "@lotus/locales";
import type { SessionEnd } from "./accounts/accounts.ts";
import { openAgents, type Agents } from "./agents/agents.ts";
import { openBetting, type Betting } from "./betting/betting.ts";
import { openCoverage, type Coverage } from "./covering/covering.ts";
import { hashCostOf, openBase, type BaseModules, type ModuleOptions } from "./base-modules.ts";
import { vitalOf } from "./db/database.ts";
import type { Deps } from "./deps.ts";
import { openDesk, type Desk } from "./desk/desk.ts";
import { openDraws, openPeriods, type Draws, type Periods } from "./draws/draws.ts";
import { faultPoints } from "./fault-points.ts";
import { appendEntries, openFairness, type Fairness } from "./fairness/fairness.ts";
import {
  openEscrowAccounts,
  openHistoryWatermarks,
  watchBooks,
  type BooksWatch,
  type HistoryWatermarks,
} from "./ledger/ledger.ts";
import { openLiabilities, type Liabilities } from "./liabilities/liabilities.ts";
import { openLive, type Live } from "./live/live.ts";
import { noteLine, openHarm, type Harm } from "./harm/harm.ts";
import { localeOf } from "./locale-of.ts";
import { openOutcomes, type Outcomes } from "./outcomes/outcomes.ts";
import { openReports, type Reports } from "./reports/reports.ts";
import { openService, type Service } from "./service/service.ts";
import { openSavedPicks, type SavedModule } from "./saved/saved.ts";
import { openSettlement, type Settlement } from "./settlement/settlement.ts";
import { openPrivacy, type Privacy } from "./privacy/privacy.ts";
import { planSum } from "./settings/agent-settings.ts";
import { openWallet, type Wallet } from "./wallet/wallet.ts";

export type { ModuleOptions } from "./base-modules.ts";

/** Every module of the server, opened and not yet started. */
export interface Modules extends BaseModules, Play, Reach {
  readonly desk: Desk;
}

interface Play {
  readonly fairness: Fairness;
  readonly liabilities: Liabilities;
  readonly marks: HistoryWatermarks;
  readonly wallet: Wallet;
  readonly betting: Betting;
  readonly outcomes: Outcomes;
  readonly settlement: Settlement;
  readonly coverage: Coverage;
  readonly draws: Draws;
  readonly books: BooksWatch;
}

interface Reach {
  readonly live: Live;
  readonly reports: Reports;
  readonly agents: Agents;
  readonly service: Service;
  readonly saved: SavedModule;
  readonly harm: Harm;
  readonly privacy: Privacy;
}

/**
 * Opens the modules bottom up: each receives those opened before it. tools/layers.ts enforces the same order for
 * imports.
 */
export async function openModules(deps: Deps, options: ModuleOptions): Promise<Modules> {
  const base = openBase(deps, options);
  const periods = openPeriods(vitalOf(deps));
  const play = await openPlay(deps, base, periods, options);
  const reach = openReach(deps, base, play);
  return { ...base, ...play, ...reach, desk: openDeskOn(deps, { ...base, ...play, ...reach }, options) };
}

/** Money, bets, their settlement and the draws. */
async function openPlay(
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
    settled: () => marks.wake(),
    fault: (at) => Promise.resolve(point(at)),
  });
  const coverage = openCoverage(deps, { houseTimeZone, rules, rulebookOf });
  const draws = openDraws(
    { ...vitalOf(deps), fairness },
    periods,
    {
      settle: async (game, periodNo) => {
        const result = await settlement.settle(game, periodNo);
        coverage.wake();
        return result;
      },
      betsOfPeriod: (game, periodNo, on) => betting.betsOfPeriod(game, periodNo, on),
      payoutsOfPeriod: (game, periodNo) => betting.payoutsOfPeriod(game, periodNo),
      isOn: (game) => betting.games.of(game).open,
      notify: base.events.notify,
      nameOf: base.nameOf,
    },
    {
      fault: point,
      ...(options.aheadMs === undefined ? {} : { aheadMs: options.aheadMs }),
    },
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
    draws,
    books: watchBooks(deps, houseTimeZone),
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
      await appendEntries(tx, [{ type: "liabilities", ...entry }]);
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

/** What players use beside the games: streams, reports, agents and customer service. */
function openReach(deps: Deps, base: BaseModules, { draws, betting, marks, wallet }: Play): Reach {
  const { settings, db, log } = deps;
  const { houseTimeZone } = settings.product;
  const { notify } = base.events;
  const live = openLive(deps, {
    serverNow: () => draws.serverNow(),
    settings: settings.streams,
    readDraws: () => draws.readDraws(),
  });
  base.events.onNotified((whom) => live.notify(whom));
  live.onEvents((events) => {
    if (events.some(({ event }) => event === "settings")) betting.refreshSettings();
  });
  base.accounts.onSessionEnded((session) => {
    live.endSession(session, whyEnded(session.why)).catch((error: unknown) => {
      log.warn({ err: error }, "a session's streams were not told that it ended");
    });
  });
  const reports = openReports(
    { ...onServerTime(deps, () => draws.serverNow()), db: db.heavy },
    { houseTimeZone, marks },
  );
  const agents = openAgents(deps, {
    settings: settings.agents,
    margins: betting.margins,
    houseTimeZone,
    checkClock: draws.checkClock,
    notify,
  });
  const service = openService(deps, {
    translate: base.translate,
    vault: base.vault,
    buckets: base.rates.of,
    notify,
    localeOf,
    noteLine,
  });
  const saved = openSavedPicks({ db }, { vault: base.vault, translate: base.translate });
  const harm = openHarm(deps, { settings: settings.harm, houseTimeZone, notify });
  const privacy = openPrivacy(deps, {
    accounts: base.accounts,
    addresses: wallet.addresses,
    mailer: base.mailer,
    archive: {
      translate: base.translate,
      vault: base.vault,
      wording: base.inbox.wording,
      identity: base.identity,
      title: settings.product.title,
      timeZone: houseTimeZone,
    },
    localeOf,
    retention: {
      documents: () => base.identity.retention(db.heavy),
      scores: () => harm.retention(db),
    },
    leastWithdrawal: settings.product.withdrawal.min,
    notify,
  });
  return { live, reports, agents, service, saved, harm, privacy };
}

function openDeskOn(deps: Deps, modules: BaseModules & Play & Reach, options: ModuleOptions): Desk {
  const { settings, keys } = deps;
  const { product } = settings;
  const { accounts, wallet, books, betting, draws, live, settlement, inbox, agents, service } = modules;
  const { liabilities } = modules;
  return openDesk({
    deps,
    keys,
    vault: modules.vault,
    translate: modules.translate,
    config: {
      title: product.title,
      currency: product.currency,
      timeZone: product.houseTimeZone,
      fallbackLocale: product.fallbackLocale,
      now: () => draws.serverNow(),
      operatorNewDays: settings.desk.operatorNewDays,
      duties: {
        sums: settings.daySums,
        single: {
          recharges: settings.channels.fourEyesAbove,
          withdrawals: settings.withdrawals.fourEyesAbove,
          gifts: settings.agents.gifts.fourEyesAbove,
        },
      },
      playersUrl: settings.publicUrl,
    },
    services: {
      accounts,
      identity: modules.identity,
      personChanged: (playerId) => modules.registers.personChanged(playerId),
      excludePerson: (playerId) => modules.protection.excludePerson(playerId),
      wallet,
      books,
      liabilities,
      odds: betting.odds,
      margins: betting.margins,
      games: betting.games,
      online: () => live.size(),
      live,
      clockState: () => draws.clockState(),
      onSale: () => draws.onSale(),
      logState: () => modules.fairness.state(),
      voidPeriod: (tx, period) => draws.voidPeriod(tx, period),
      readDraws: () => draws.readDraws(),
      refundVoided: () => settlement.refundVoided(),
      notify: modules.events.notify,
      inbox,
      rules: modules.protection.pack,
      agents,
      service,
      care: modules.harm.cases,
      privacy: modules.privacy,
      localeOf: (tag) => matchLocale(tag) ?? null,
    },
    ...hashCostOf(options),
  });
}

/** Lists and replies use the server's time, which a test may have set. */
function onServerTime(deps: Deps, now: () => number): Deps {
  return { ...deps, clock: { now } };
}

/** Why a session ended, as reported on its streams. A stolen token and expiry were not caused by this window. */
function whyEnded(why: SessionEnd): "logout" | "password" | "closed" {
  return why === "logout" || why === "password" ? why : "closed";
}
