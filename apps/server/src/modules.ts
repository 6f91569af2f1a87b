import { GAMES } from "@lotus/games";
import { LEGAL_VERSIONS, matchLocale } from "@lotus/locales";
import { loadServerMessages } from "@lotus/locales/node";
import {
  countryOf,
  openAccounts,
  SEALED_CONTACTS,
  type Accounts,
  type SessionEnd,
} from "./accounts/accounts.ts";
import { openAgents, type Agents } from "./agents/agents.ts";
import { openBetting, type Betting } from "./betting/betting.ts";
import { gameWords } from "./betting/game-words.ts";
import { openCoverage, type Coverage } from "./covering/covering.ts";
import type { Deps } from "./deps.ts";
import { openDesk, SEALED_OPERATORS, type Desk } from "./desk/desk.ts";
import { openDraws, openPeriods, type Draws, type Periods } from "./draws/draws.ts";
import { openEvents, type Events } from "./events/events.ts";
import { faultPoints } from "./fault-points.ts";
import { appendEntries, openFairness, type Fairness, type FairnessOptions } from "./fairness/fairness.ts";
import { openInbox, type Inbox } from "./inbox/inbox.ts";
import {
  balanceOf,
  openAccounts as openLedgerAccounts,
  openEscrowAccounts,
  openHistoryWatermarks,
  watchBooks,
  type BooksWatch,
  type HistoryWatermarks,
} from "./ledger/ledger.ts";
import { openLiabilities, type Liabilities } from "./liabilities/liabilities.ts";
import { openLive, type Live } from "./live/live.ts";
import { localeOf } from "./locale-of.ts";
import { openMailer, type Mailer } from "./mail/mail.ts";
import { openReports, type Reports } from "./reports/reports.ts";
import { outboxOf } from "./run.ts";
import { openService, SEALED_SERVICE, type Service } from "./service/service.ts";
import { openSettlement, type Settlement } from "./settlement/settlement.ts";
import { planSum } from "./settings/agent-settings.ts";
import { openReencryption, openVault, type Reencryption, type Vault } from "./vault/vault.ts";
import { openWallet, SEALED_ADDRESSES, type Wallet } from "./wallet/wallet.ts";

/** Overrides of the settings of modules, for tests. */
export interface ModuleOptions {
  /** A lower cost of password hashing. */
  readonly hashCost?: { readonly memoryKiB: number; readonly passes: number };
  /** How long before their sale periods are stored, if less than a day. */
  readonly aheadMs?: number;
  /** Replaces the mail server or the outbox. */
  readonly mailer?: Mailer;
  /** Replaces the beacon, the witnesses, or both. */
  readonly fairness?: FairnessOptions;
}

/** Every module of the server, opened and not yet started. */
export interface Modules extends Base, Play, Reach {
  readonly desk: Desk;
}

interface Base {
  readonly translate: ReturnType<typeof loadServerMessages>;
  readonly nameOf: (game: string, locale: string) => string;
  readonly events: Events;
  readonly vault: Vault;
  readonly reencryption: Reencryption;
  readonly mailer: Mailer;
  readonly inbox: Inbox;
  readonly accounts: Accounts;
}

interface Play {
  readonly fairness: Fairness;
  readonly liabilities: Liabilities;
  readonly marks: HistoryWatermarks;
  readonly wallet: Wallet;
  readonly betting: Betting;
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
}

/**
 * Opens the modules bottom up: each receives those opened before it. tools/layers.ts enforces the same order for
 * imports.
 */
export async function openModules(deps: Deps, options: ModuleOptions): Promise<Modules> {
  const base = openBase(deps, options);
  const periods = openPeriods(deps);
  const play = await openPlay(deps, base, periods, options);
  const reach = openReach(deps, base, play);
  return { ...base, ...play, ...reach, desk: openDeskOn(deps, { ...base, ...play, ...reach }, options) };
}

/** Events, secrets, mail, messages and accounts: what every player has before any game. */
function openBase(deps: Deps, options: ModuleOptions): Base {
  const { settings, keys, entropy } = deps;
  const { product, publicUrl } = settings;
  const events = openEvents();
  const translate = loadServerMessages();
  const nameOf = (game: string, locale: string): string => gameWords(translate, localeOf(locale)).game(game);
  const vault = openVault(keys, entropy);
  // Each module lists the columns it encrypts; they are reencrypted when keys change.
  const sealed = [...SEALED_CONTACTS, ...SEALED_ADDRESSES, ...SEALED_SERVICE, ...SEALED_OPERATORS];
  const { smtpUrl, mailFrom } = settings;
  const mailer =
    options.mailer ??
    openMailer(deps, { smtpUrl, from: mailFrom, title: product.title, outbox: outboxOf(settings) });
  const inbox = openInbox(deps, {
    translate,
    nameOf,
    notify: events.notify,
    settings: {
      currencySymbol: product.currency.symbol,
      houseTimeZone: product.houseTimeZone,
      fallbackLocale: localeOf(product.fallbackLocale),
    },
  });
  const accounts = openAccounts({
    deps,
    settings: {
      inviteRequired: product.inviteRequired,
      termsVersion: LEGAL_VERSIONS.terms,
      currencyCode: product.currency.code,
      timeZone: product.houseTimeZone,
      title: product.title,
      publicUrl,
      country: countryOf(product.fallbackLocale),
      registration: settings.registration,
    },
    keys,
    books: { openAccounts: openLedgerAccounts, balanceOf },
    vault,
    mailer,
    translate,
    ...hashCostOf(options),
  });
  const reencryption = openReencryption(deps, vault, sealed);
  return { translate, nameOf, events, vault, reencryption, mailer, inbox, accounts };
}

/** Money, bets, their settlement and the draws. */
async function openPlay(deps: Deps, base: Base, periods: Periods, options: ModuleOptions): Promise<Play> {
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
    { ...deps, fairness },
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
      ...deps,
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
  { translate, vault, accounts, events }: Base,
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
    payouts: {
      vault,
      checkTransPassword: (playerId, password) => accounts.checkTransPassword(playerId, password),
      marks,
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
  { translate, events }: Base,
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
      // Without witnesses nothing is accepted, as with a clock that nobody can trust.
      clock: {
        held: () => periods.time.state.held || !fairness.isWatched(),
        expected: () => periods.time.expected(),
      },
      notify: events.notify,
      // A stake, and often its payout.
      placed: (playerId, orders) => marks.note(playerId, 2 * orders),
      fault,
    },
  );
}

/** What players use beside the games: streams, reports, agents and customer service. */
function openReach(deps: Deps, base: Base, { draws, betting, marks }: Play): Reach {
  const { settings, db, log } = deps;
  const { houseTimeZone } = settings.product;
  const { notify } = base.events;
  const live = openLive(deps, {
    serverNow: () => draws.serverNow(),
    settings: settings.streams,
    readDraws: () => draws.readDraws(),
  });
  base.events.onNotified(() => live.notify());
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
  const service = openService(deps, { translate: base.translate, vault: base.vault, notify, localeOf });
  return { live, reports, agents, service };
}

function openDeskOn(deps: Deps, modules: Base & Play & Reach, options: ModuleOptions): Desk {
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
      agents,
      service,
      localeOf: (tag) => matchLocale(tag) ?? null,
    },
    ...hashCostOf(options),
  });
}

/** Lists and replies use the server's time, which a test may have set. */
function onServerTime(deps: Deps, now: () => number): Deps {
  return { ...deps, clock: { now } };
}

function hashCostOf({ hashCost }: ModuleOptions): Pick<ModuleOptions, "hashCost"> {
  return hashCost === undefined ? {} : { hashCost };
}

/** Why a session ended, as reported on its streams. A stolen token and expiry were not caused by this window. */
function whyEnded(why: SessionEnd): "logout" | "password" | "closed" {
  return why === "logout" || why === "password" ? why : "closed";
}
