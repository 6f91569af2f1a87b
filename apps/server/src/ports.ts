import { fileURLToPath } from "node:url";
import { CALLS } from "@lotus/contract";
import { DESK_CALLS } from "@lotus/contract/desk";
import type { Deps } from "./deps.ts";
import { logRoute } from "./fairness/log-route.ts";
import { refusesButPlayers } from "./http/access.ts";
import { apiDocs } from "./http/docs/docs.ts";
import type { BoundCall, BoundCalls } from "./http/handler.ts";
import { createHttpServer, type HttpServer, type HttpServerOptions } from "./http/http-server.ts";
import { localeOf } from "./locale-of.ts";
import type { Modules } from "./modules.ts";
import { addHealth, addOps } from "./ops/ops.ts";
import { appConfigCall, openPages, openSecurityTxt } from "./pages/pages.ts";

const BUILT_APP = fileURLToPath(new URL("../../player/dist", import.meta.url));
const BUILT_DESK = fileURLToPath(new URL("../../desk/dist", import.meta.url));

/** Folders of the built apps, if not in their workspaces. */
export interface PortOptions {
  /** Folder of the built app. */
  readonly builtApp?: string;
  /** Folder of the built desk. */
  readonly builtDesk?: string;
}

/** The two ports of the server, not yet listening. */
export interface Ports {
  readonly player: HttpServer;
  /** The operator's port: the desk, health and metrics. */
  readonly ops: HttpServer;
}

/** Builds both ports from the modules. */
export async function openPorts(deps: Deps, modules: Modules, options: PortOptions): Promise<Ports> {
  const player = openPlayerPort(deps, modules, options);
  const ops = openDeskPort(deps, modules, options);
  const { db, metrics } = deps;
  const { draws, fairness } = modules;
  const probes = { db, metrics, isOpen: () => !player.guard.closing && !player.guard.leaving };
  addOps(ops.fastify, {
    ...probes,
    // The load balancer of the players' port ignores the clock: while it is held, only betting stops.
    checks: { clock: () => !draws.clockState().held, witnesses: () => fairness.isWatched() },
    figures: () => ({
      clockDifferenceMs: draws.clockState().differenceMs,
      gamesOnSale: draws.onSale().length,
    }),
  });
  addHealth(player.fastify, { ...probes, now: () => performance.now() });
  await Promise.all([player.fastify.ready(), ops.fastify.ready()]);
  return { player, ops };
}

function openPlayerPort(deps: Deps, modules: Modules, options: PortOptions): HttpServer {
  const { settings, clock } = deps;
  const { product, publicUrl } = settings;
  const { translate, draws, fairness, live, accounts } = modules;
  // A call of the contract that no module handles does not compile.
  const calls: BoundCalls<typeof CALLS> = {
    appConfig: appConfigCall(settings, () => draws.serverNow()),
    ...modules.push.calls,
    ...modules.inbox.calls,
    ...accounts.calls,
    ...modules.identity.calls,
    ...modules.protection.calls,
    ...modules.wallet.calls,
    ...draws.calls,
    ...fairness.calls,
    ...modules.liabilities.calls,
    ...modules.betting.calls,
    ...modules.chases.calls,
    ...modules.outcomes.calls,
    ...modules.reports.calls,
    ...modules.agents.calls,
    ...modules.service.calls,
    ...modules.saved.calls,
    ...modules.harm.calls,
    ...modules.privacy.calls,
  };
  const pages = openPages(options.builtApp ?? BUILT_APP);
  const securityTxt = openSecurityTxt({
    contacts: settings.securityContacts,
    publicUrl,
    locale: product.fallbackLocale,
    now: () => clock.now(),
  });
  return createHttpServer({
    ...sharedOptions(deps, modules),
    contract: Object.values(CALLS),
    calls: Object.values<BoundCall>(calls),
    streams: [
      live.stream,
      ...modules.service.streams,
      ...modules.privacy.streams,
      logRoute(fairness.files, (error) => deps.log.error({ err: error }, "a file of the log was not read")),
    ],
    documents: apiDocs({ title: product.title, translate, calls: CALLS, root: "/api" }),
    pages: { access: pages.access, find: (path) => securityTxt(path) ?? pages.find(path) },
    connectTo: fairness.witnessOrigins,
    buckets: modules.rates.of,
    hosts: { names: [new URL(publicUrl).hostname, settings.host, ...settings.playersHosts], proxied: true },
    freshness: deps.db.reads.mark,
    callers: accounts.callers,
    refuses: refusesButPlayers,
    requestIdPrefix: requestIdPrefix(deps),
  });
}

function openDeskPort(deps: Deps, modules: Modules, options: PortOptions): HttpServer {
  const { translate, desk } = modules;
  const title = `${deps.settings.product.title} desk`;
  return createHttpServer({
    ...sharedOptions(deps, modules),
    contract: Object.values(DESK_CALLS),
    calls: Object.values<BoundCall>(desk.calls),
    streams: desk.streams,
    apiRoot: "/desk/api",
    documents: apiDocs({ title, translate, calls: DESK_CALLS, root: "/desk/api" }),
    pages: openPages(options.builtDesk ?? BUILT_DESK, isDeskRoute),
    // No request is let through for its proxy: an operator's tunnel and a page in a browser of this machine look like one.
    hosts: { names: [deps.settings.deskHost, ...deps.settings.deskHosts], proxied: false },
    // Operators have numbers of their own, which are players' too.
    buckets: (name, rate, subjects) => modules.rates.of(`desk-${name}`, rate, subjects),
    callers: desk.callers,
    refuses: (access, caller) => desk.refuses(access, caller),
    requestIdPrefix: `d${requestIdPrefix(deps)}`,
    metricsPrefix: "lotus_desk_http",
  });
}

type SharedOptions = Pick<
  HttpServerOptions,
  | "rates"
  | "load"
  | "connections"
  | "trustedProxies"
  | "fallbackLocale"
  | "translate"
  | "confirms"
  | "now"
  | "log"
  | "metrics"
>;

function sharedOptions(
  { settings, clock, log, metrics }: Deps,
  { translate, nodes }: Modules,
): SharedOptions {
  return {
    rates: settings.rates,
    load: settings.load,
    connections: settings.connections,
    trustedProxies: settings.trustedProxies,
    fallbackLocale: localeOf(settings.product.fallbackLocale),
    translate,
    confirms: () => nodes.confirms(),
    now: () => clock.now(),
    log,
    metrics,
  };
}

/** Distinguishes the requests of different processes in the logs. */
function requestIdPrefix({ entropy }: Deps): string {
  return Buffer.from(entropy.bytes(4)).toString("hex");
}

/** The desk's app routes its own pages: any path that is not a file returns the app. */
function isDeskRoute(path: string): boolean {
  return !/\.\w+$/u.test(path);
}
