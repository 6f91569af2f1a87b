import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { runPartitionMaintenance } from "./db/partitions.ts";
import { oneAtATime } from "./db/one-at-a-time.ts";
import { prepareDemo, type VerifyDemo } from "./demo/demo.ts";
import type { Deps } from "./deps.ts";
import type { DemoOperator } from "./desk/desk.ts";
import type { ServedRoute } from "./http/access.ts";
import { addressesOf, cannotListen, type ListenAddress } from "./http/listening.ts";
import { dateNumbersBy } from "./ledger/ledger.ts";
import { type ModuleOptions, type Modules, openModules } from "./modules.ts";
import { openPorts, type PortOptions, type Ports } from "./ports.ts";
import type { DemoAccount } from "./run.ts";

const LAST_REQUESTS_MS = 8_000;

/** The modules that tests and tools reach directly. */
type ReachedModules = Pick<
  Modules,
  | "desk"
  | "push"
  | "inbox"
  | "accounts"
  | "identity"
  | "protection"
  | "registers"
  | "wallet"
  | "draws"
  | "betting"
  | "settlement"
  | "coverage"
  | "books"
  | "live"
  | "agents"
  | "service"
  | "harm"
  | "privacy"
>;

/** The whole server, assembled and not yet listening. */
export interface Server extends ReachedModules {
  /** The players' port. */
  readonly player: FastifyInstance;
  /** The operator's port: the desk, health and metrics. */
  readonly ops: FastifyInstance;
  /** Every path of both ports, with its access rule. */
  readonly routes: Readonly<Record<"player" | "ops", readonly ServedRoute[]>>;
  /** Accounts and operators of a demo that listens. */
  readonly demo?: { readonly accounts: readonly DemoAccount[]; readonly operators: readonly DemoOperator[] };
  /**
   * Starts the modules and listens.
   * @throws StartupError when it cannot listen
   */
  listen(): Promise<{ readonly playerUrl: string; readonly opsUrl: string }>;
  /**
   * Stays open for SHUTDOWN_GRACE_MS without being ready, then accepts no new request, waits for running ones and stops
   * the modules. The caller, who opened the database, closes it.
   */
  close(): Promise<void>;
}

/** Overrides of the settings, for tests. */
export interface ServerOptions extends ModuleOptions, PortOptions {
  /** The draws run only when the test calls `draws.tick()`. */
  readonly manualDraws?: boolean;
  /** What is queued for devices is sent only when the test calls `push.send()`. */
  readonly manualPush?: boolean;
  /** Waits, by milliseconds, while the server goes on serving before it closes. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** A module with background work between `listen` and `close`. */
interface Service {
  start?(): void | Promise<void>;
  stop?(): void | Promise<void>;
}

/** Assembles the server: the modules, then the ports that serve them. */
export async function createServer(deps: Deps, options: ServerOptions = {}): Promise<Server> {
  const modules = await openModules(deps, options);
  const ports = await openPorts(deps, modules, options);
  const services = servicesOf(deps, modules, options);
  const { desk, push, inbox, accounts, identity, registers, wallet, draws, betting, settlement } = modules;
  const { coverage, books, live, protection, agents, service, harm, privacy } = modules;
  const demo = new Demo(deps, modules, ports);
  return {
    player: ports.player.fastify,
    ops: ports.ops.fastify,
    routes: { player: ports.player.routes, ops: ports.ops.routes },
    desk,
    push,
    inbox,
    accounts,
    identity,
    protection,
    registers,
    wallet,
    draws,
    betting,
    settlement,
    coverage,
    books,
    live,
    agents,
    service,
    harm,
    privacy,
    get demo() {
      return demo.found;
    },
    listen: async () => {
      for (const one of services) await one.start?.();
      if (deps.settings.demo) await demo.prepare();
      return await listen(deps, ports);
    },
    close: async () => {
      await leave(deps.settings.shutdownGraceMs, ports, modules.live, options.pause ?? wait);
      ports.player.drain();
      ports.ops.drain();
      for (const one of services.toReversed()) await one.stop?.();
      await close(ports);
    },
  };
}

/** Bottom up: started in this order, stopped in reverse. */
function servicesOf(
  { db, log, settings }: Deps,
  modules: Modules,
  options: ServerOptions,
): readonly Service[] {
  return [
    { start: () => dateNumbersBy(db, settings.product.houseTimeZone) },
    modules.nodes,
    modules.rates,
    runPartitionMaintenance(db, log),
    modules.books,
    modules.mailer,
    modules.reencryption,
    modules.marks,
    modules.accounts,
    ...(options.manualPush === true ? [] : [modules.push]),
    modules.protection,
    modules.registers,
    modules.wallet,
    modules.betting,
    modules.settlement,
    modules.coverage,
    modules.chases,
    modules.liabilities,
    modules.live,
    modules.agents,
    modules.harm,
    modules.privacy,
    modules.desk,
    ...(options.manualDraws === true ? [] : [modules.draws]),
  ];
}

/** Creates the accounts of a demo, once per database. */
class Demo {
  readonly #deps: Deps;
  readonly #modules: Modules;
  readonly #ports: Ports;
  found: NonNullable<Server["demo"]> = { accounts: [], operators: [] };

  constructor(deps: Deps, modules: Modules, ports: Ports) {
    this.#deps = deps;
    this.#modules = modules;
    this.#ports = ports;
  }

  async prepare(): Promise<void> {
    // The first node creates them; the others find them.
    await oneAtATime(this.#deps.db, "demo", async () => {
      this.found = {
        accounts: await prepareDemo(this.#ports.player.fastify, this.#verify()),
        operators: await this.#modules.desk.demoOperators(),
      };
    });
  }

  #verify(): VerifyDemo {
    const { identity } = this.#modules;
    return identity.isKnown === null ? null : (playerId) => identity.verifyUnseen(playerId);
  }
}

async function listen({ settings }: Deps, { player, ops }: Ports): ReturnType<Server["listen"]> {
  const addresses = addressesOf(settings);
  const opsUrl = await listenOn(ops.fastify, addresses.ops);
  const playerUrl = await listenOn(player.fastify, addresses.player);
  return { playerUrl, opsUrl };
}

/**
 * Lets proxies and clients move to other servers before anything is refused: readiness is denied at once, replies end
 * their connections, and once proxies have noticed, the streams are ended one after another.
 */
async function leave(
  graceMs: number,
  { player, ops }: Ports,
  live: Modules["live"],
  pause: (ms: number) => Promise<unknown>,
): Promise<void> {
  if (graceMs === 0) return;
  player.leave();
  ops.leave();
  const noticedMs = graceMs / 3;
  await pause(noticedMs);
  await Promise.all([live.leave((graceMs - noticedMs) / 2), pause(graceMs - noticedMs)]);
}

async function close({ player, ops }: Ports): Promise<void> {
  const late = setTimeout(() => player.fastify.server.closeAllConnections(), LAST_REQUESTS_MS).unref();
  await Promise.all([player.fastify.close(), ops.fastify.close()]);
  clearTimeout(late);
}

async function listenOn(fastify: FastifyInstance, address: ListenAddress): Promise<string> {
  try {
    return await fastify.listen({ host: address.host, port: address.port });
  } catch (error) {
    throw cannotListen(error, address);
  }
}
