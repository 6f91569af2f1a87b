import { fileURLToPath } from "node:url";
import { CALLS } from "@lotus/contract";
import { DESK_CALLS } from "@lotus/contract/desk";
import { LEGAL_VERSIONS, matchLocale, type Locale } from "@lotus/locales";
import { loadServerMessages } from "@lotus/locales/node";
import type { FastifyInstance } from "fastify";
import {
  countryOf,
  openAccounts,
  SEALED_CONTACTS,
  type Accounts,
  type SessionEnd,
} from "./accounts/accounts.ts";
import { openAgents, type Agents } from "./agents/agents.ts";
import { openCoverage, type Coverage } from "./covering/covering.ts";
import { openBetting, type Betting } from "./betting/betting.ts";
import { gameWords } from "./betting/game-words.ts";
import { oneAtATime } from "./db/one-at-a-time.ts";
import { keepPartitionsAhead } from "./db/partitions.ts";
import { openDesk, SEALED_OPERATORS, type Desk, type DemoOperator } from "./desk/desk.ts";
import { prepareDemo } from "./demo/demo.ts";
import type { Deps } from "./deps.ts";
import { openDraws, type Draws } from "./draws/draws.ts";
import { openMailer, type Mailer } from "./mail/mail.ts";
import { faultPoints } from "./fault-points.ts";
import { refusesButPlayers, type ServedRoute } from "./http/access.ts";
import { apiDocs } from "./http/docs/docs.ts";
import type { BoundCall, BoundCalls, StreamRoute } from "./http/handler.ts";
import { createHttpServer } from "./http/http-server.ts";
import {
  balanceOf,
  openAccounts as openLedgerAccounts,
  openHistoryMarks,
  watchBooks,
  type BooksWatch,
} from "./ledger/ledger.ts";
import { addHealth, addOps } from "./ops/ops.ts";
import { appConfigCall, openPages, openSecurityTxt } from "./pages/pages.ts";
import { openInbox, type Inbox } from "./inbox/inbox.ts";
import { openLive, type Live } from "./live/live.ts";
import { openReports } from "./reports/reports.ts";
import { outboxOf, type DemoAccount } from "./run.ts";
import { openService, SEALED_SERVICE, type Service } from "./service/service.ts";
import { planSum } from "./settings/agent-settings.ts";
import { StartupError } from "./settings/startup-error.ts";
import { openReencryption, openVault } from "./vault/vault.ts";
import { openSettlement, type Settlement } from "./settlement/settlement.ts";
import { openWallet, SEALED_ADDRESSES, type Wallet } from "./wallet/wallet.ts";

const BUILT_APP = fileURLToPath(new URL("../../player/dist", import.meta.url));
const BUILT_DESK = fileURLToPath(new URL("../../desk/dist", import.meta.url));
const LAST_REQUESTS_MS = 8_000;

/** The whole server, assembled and not yet listening. */
export interface Server {
  /** The players' port. */
  readonly player: FastifyInstance;
  /** The operator's port: the desk, health and metrics. */
  readonly ops: FastifyInstance;
  /** Every path of both ports, with who may come to it. */
  readonly routes: Readonly<Record<"player" | "ops", readonly ServedRoute[]>>;
  readonly desk: Desk;
  /** The services of the modules, for tests and tools. */
  readonly inbox: Inbox;
  readonly accounts: Accounts;
  readonly wallet: Wallet;
  readonly draws: Draws;
  readonly betting: Betting;
  readonly settlement: Settlement;
  readonly coverage: Coverage;
  readonly books: BooksWatch;
  readonly live: Live;
  readonly agents: Agents;
  readonly service: Service;
  /** What there is to try, in a demo that listens. */
  readonly demo?: { readonly accounts: readonly DemoAccount[]; readonly operators: readonly DemoOperator[] };
  /**
   * Starts what runs by itself and listens.
   * @throws StartupError when a port is taken
   */
  listen(): Promise<{ readonly playerUrl: string; readonly opsUrl: string }>;
  /** Takes no new request, lets those under way end, stops what runs. The database stays open: it is its opener's. */
  close(): Promise<void>;
}

/** How a server differs from what its settings say; for tests. */
export interface ServerOptions {
  /** Folder of the built app. */
  readonly builtApp?: string;
  /** Folder of the built desk. */
  readonly builtDesk?: string;
  /** A cheaper cost of hashing passwords. */
  readonly hashCost?: { readonly memoryKiB: number; readonly passes: number };
  /** The draw clock does not run by itself: `draws.tick()` drives it. */
  readonly manualDraws?: boolean;
  /** Secrets in a chain, where fewer than the scheme's do. */
  readonly chainLength?: number;
  /** Periods are on record this long before their sale, where less than a day does. */
  readonly aheadMs?: number;
  /** Takes the mails in place of a mail server or the outbox. */
  readonly mailer?: Mailer;
}

/** Something that runs by itself between `listen` and `close`. */
interface Running {
  start?(): void | Promise<void>;
  stop?(): void | Promise<void>;
}

/** Assembles the server: each module gets the services of those below it. */
export async function createServer(deps: Deps, options: ServerOptions = {}): Promise<Server> {
  const { settings, keys, db, clock, entropy, log, metrics } = deps;
  const { product } = settings;
  const translate = loadServerMessages();

  const vault = openVault(keys, entropy);
  // Each module names the columns it seals; their seals are renewed when keys change.
  const reencryption = openReencryption(deps, vault, [
    ...SEALED_CONTACTS,
    ...SEALED_ADDRESSES,
    ...SEALED_SERVICE,
    ...SEALED_OPERATORS,
  ]);
  const { smtpUrl, mailFrom, publicUrl } = settings;
  const mailer =
    options.mailer ??
    openMailer(deps, { smtpUrl, from: mailFrom, title: product.title, outbox: outboxOf(settings) });
  const nameOf = (game: string, locale: string): string => gameWords(translate, localeOf(locale)).game(game);
  const inbox = openInbox(deps, {
    translate,
    nameOf,
    notify: () => live.notify(),
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
    ...(options.hashCost === undefined ? {} : { hashCost: options.hashCost }),
  });
  const point = faultPoints(settings.fault);
  // Draws and betting know each other by what they hand in: records commit to bets, receipts to the records.
  const draws = openDraws(
    deps,
    {
      settle: async (game, periodNo) => {
        const result = await settlement.settle(game, periodNo);
        coverage.wake();
        return result;
      },
      betsOfPeriod: (game, periodNo, on) => betting.betsOfPeriod(game, periodNo, on),
      isOn: (game) => betting.games.of(game).open,
      notify: () => live.notify(),
      nameOf,
    },
    {
      fault: point,
      ...(options.chainLength === undefined ? {} : { chainLength: options.chainLength }),
      ...(options.aheadMs === undefined ? {} : { aheadMs: options.aheadMs }),
    },
  );
  // Lists and replies go by the server's time, which a test may have set.
  const onServerTime = { ...deps, clock: { now: () => draws.serverNow() } };
  const marks = openHistoryMarks({ db, log });
  const wallet = openWallet(onServerTime, {
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
    checkClock: draws.checkClock,
    notify: () => live.notify(),
  });
  const betting = await openBetting(onServerTime, {
    translate,
    sign: draws.sign,
    logHead: (game) => draws.logHead(game),
    settings: {
      k3ThreeSameSingle: product.k3ThreeSameSingle,
      houseTimeZone: product.houseTimeZone,
      firstPlanSum: planSum(settings.agents.plan),
      bets: product.bets,
    },
    clock: { held: () => draws.clockState().held, expected: () => draws.clockExpected() },
    notify: () => live.notify(),
    // A stake, and often what comes back of it.
    placed: (playerId, orders) => marks.note(playerId, 2 * orders),
    fault: point,
  });
  const settlement = openSettlement({
    deps,
    checkClock: draws.checkClock,
    houseTimeZone: product.houseTimeZone,
    bigWin: product.bigWin,
    rulebookOf: (game) => betting.rulebookOf(game),
    settled: () => marks.wake(),
    fault: (at) => Promise.resolve(point(at)),
  });
  const coverage = openCoverage(deps, {
    houseTimeZone: product.houseTimeZone,
    rules: product.coverage,
    rulebookOf: (game) => betting.rulebookOf(game),
  });
  const books = watchBooks(deps, product.houseTimeZone);
  const live = openLive(deps, {
    serverNow: () => draws.serverNow(),
    settings: settings.streams,
    readDraws: () => draws.readDraws(),
  });
  const agents = openAgents(deps, {
    settings: settings.agents,
    margins: betting.margins,
    houseTimeZone: product.houseTimeZone,
    checkClock: draws.checkClock,
    notify: () => live.notify(),
  });
  const service = openService(deps, { translate, vault, notify: () => live.notify(), localeOf });
  accounts.onSessionEnded((session) => {
    live.endSession(session, whyEnded(session.why)).catch((error: unknown) => {
      log.warn({ err: error }, "a session's streams were not told that it ended");
    });
  });

  const desk = openDesk({
    deps,
    keys,
    vault,
    translate,
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
      playersUrl: publicUrl,
    },
    services: {
      accounts,
      wallet,
      books,
      odds: betting.odds,
      margins: betting.margins,
      games: betting.games,
      online: () => live.size(),
      live,
      clockState: () => draws.clockState(),
      onSale: () => draws.onSale(),
      voidPeriod: (tx, period) => draws.voidPeriod(tx, period),
      readDraws: () => draws.readDraws(),
      refundVoided: () => settlement.refundVoided(),
      notify: () => live.notify(),
      inbox,
      agents,
      service,
      localeOf: (tag) => matchLocale(tag) ?? null,
    },
    ...(options.hashCost === undefined ? {} : { hashCost: options.hashCost }),
  });

  // From the bottom up: they start in this order and stop in the other.
  const running: Running[] = [
    keepPartitionsAhead(db, log),
    books,
    mailer,
    reencryption,
    marks,
    accounts,
    wallet,
    betting,
    settlement,
    coverage,
    live,
    agents,
    desk,
    ...(options.manualDraws === true ? [] : [draws]),
  ];
  // A call of the contract that no module handles does not compile.
  const calls: BoundCalls<typeof CALLS> = {
    appConfig: appConfigCall({ demo: settings.demo, product }, () => draws.serverNow()),
    ...inbox.calls,
    ...accounts.calls,
    ...wallet.calls,
    ...draws.calls,
    ...betting.calls,
    ...openReports({ ...onServerTime, db: db.heavy }, { houseTimeZone: product.houseTimeZone, marks }).calls,
    ...agents.calls,
    ...service.calls,
  };
  const streams: StreamRoute[] = [live.stream, ...service.streams];

  const pages = openPages(options.builtApp ?? BUILT_APP);
  const securityTxt = openSecurityTxt({
    contacts: settings.securityContacts,
    publicUrl,
    locale: product.fallbackLocale,
    now: () => clock.now(),
  });
  const server = createHttpServer({
    contract: Object.values(CALLS),
    calls: Object.values<BoundCall>(calls),
    streams,
    documents: apiDocs({ title: product.title, translate, calls: CALLS, root: "/api" }),
    pages: { access: pages.access, find: (path) => securityTxt(path) ?? pages.find(path) },
    callers: accounts.callers,
    refuses: refusesButPlayers,
    rates: settings.rates,
    load: settings.load,
    connections: settings.connections,
    trustedProxies: settings.trustedProxies,
    fallbackLocale: localeOf(product.fallbackLocale),
    translate,
    now: () => clock.now(),
    requestIdPrefix: Buffer.from(entropy.bytes(4)).toString("hex"),
    log,
    metrics,
  });
  const deskPages = openPages(options.builtDesk ?? BUILT_DESK, isDeskRoute);
  const deskServer = createHttpServer({
    contract: Object.values(DESK_CALLS),
    calls: Object.values<BoundCall>(desk.calls),
    streams: desk.streams,
    apiRoot: "/desk/api",
    documents: apiDocs({ title: `${product.title} desk`, translate, calls: DESK_CALLS, root: "/desk/api" }),
    pages: deskPages,
    callers: desk.callers,
    refuses: (access, caller) => desk.refuses(access, caller),
    rates: settings.rates,
    load: settings.load,
    connections: settings.connections,
    trustedProxies: settings.trustedProxies,
    fallbackLocale: localeOf(product.fallbackLocale),
    translate,
    now: () => clock.now(),
    requestIdPrefix: `d${Buffer.from(entropy.bytes(4)).toString("hex")}`,
    log,
    metrics,
    metricsPrefix: "lotus_desk_http",
  });
  const ops = deskServer.fastify;
  const player = server.fastify;
  const probes = { db, metrics, isOpen: () => !server.guard.closing };
  addOps(ops, {
    ...probes,
    // Whoever balances players asks for less: all but bets goes on while the clock is held.
    checks: { clock: () => !draws.clockState().held },
    figures: () => ({
      clockDifferenceMs: draws.clockState().differenceMs,
      gamesOnSale: draws.onSale().length,
    }),
  });
  addHealth(player, { ...probes, now: () => performance.now() });
  await Promise.all([player.ready(), ops.ready()]);
  let demoAccounts: readonly DemoAccount[] = [];
  let demoOperators: readonly DemoOperator[] = [];
  return {
    player,
    ops,
    routes: { player: server.routes, ops: deskServer.routes },
    desk,
    inbox,
    accounts,
    wallet,
    draws,
    betting,
    settlement,
    coverage,
    books,
    live,
    agents,
    service,
    get demo() {
      return { accounts: demoAccounts, operators: demoOperators };
    },
    listen: async () => {
      for (const one of running) await one.start?.();
      if (settings.demo) {
        // The others find what the first one has made.
        await oneAtATime(db, "demo", async () => {
          demoAccounts = await prepareDemo(player);
          demoOperators = await desk.demoOperators();
        });
      }
      const opsUrl = await listenOn(ops, settings.deskHost, settings.deskPort, "DESK_PORT");
      const playerUrl = await listenOn(player, settings.host, settings.port, "PORT");
      return { playerUrl, opsUrl };
    },
    close: async () => {
      server.drain();
      deskServer.drain();
      for (const one of running.toReversed()) await one.stop?.();
      const late = setTimeout(() => player.server.closeAllConnections(), LAST_REQUESTS_MS).unref();
      await Promise.all([player.close(), ops.close()]);
      clearTimeout(late);
    },
  };
}

/** What a stream is told of a session's end: a stolen token and old age are nobody's doing at this window. */
function whyEnded(why: SessionEnd): "logout" | "password" | "closed" {
  return why === "logout" || why === "password" ? why : "closed";
}

/** The desk's app finds its own pages: any path that names no file shows it. */
function isDeskRoute(path: string): boolean {
  return !/\.\w+$/u.test(path);
}

function localeOf(tag: string): Locale {
  const locale = matchLocale(tag);
  if (locale === undefined)
    throw new StartupError(`FALLBACK_LOCALE ${tag} is not among the operator's locales`);
  return locale;
}

async function listenOn(
  fastify: FastifyInstance,
  host: string,
  port: number,
  setting: string,
): Promise<string> {
  try {
    return await fastify.listen({ host, port });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
      throw new StartupError(`port ${port} is taken: stop what listens there, or set ${setting} to another`);
    }
    throw error;
  }
}
