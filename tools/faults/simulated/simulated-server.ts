import { pino, type Logger } from "pino";
import { Gauge, Registry } from "prom-client";
import { createServer, type Server, type ServerOptions } from "@lotus/server/app";
import { type Database, openDatabase } from "@lotus/server/db/database";
import { readKeys } from "@lotus/server/settings/keys";
import { readSettings } from "@lotus/server/settings";
import type { Duplex } from "node:stream";
import { seededBytes } from "./replaced-globals.ts";
import type { SimulatedDatabase } from "./simulated-database.ts";
import { SimulatedSocket } from "./simulated-socket.ts";
import { Machine, running, type World } from "./world.ts";

/** What every server of a run is given. */
export interface ServerPlace {
  readonly world: World;
  readonly database: SimulatedDatabase;
  /** Only names the database: nothing connects to it. */
  readonly url: string;
  /** The keys, as JSON. */
  readonly keys: string;
  readonly dataDir: string;
  readonly epochMs: number;
  readonly fairness: NonNullable<ServerOptions["fairness"]>;
}

/** Limits that no run meets: players, servers and database share one process, whose lag means nothing. */
const SETTINGS = {
  HOST: "127.0.0.1",
  PORT: "0",
  DESK_PORT: "0",
  TRUSTED_PROXIES: "127.0.0.1",
  MAX_IN_FLIGHT: "100000",
  MAX_LAG_MS: "60000",
  SHUTDOWN_GRACE_MS: "3000",
  REGISTER_ADDRESS_PER_HOUR: "10000",
  REGISTER_ADDRESS_PER_DAY: "10000",
  ...Object.fromEntries(
    ["BETS", "MONEY", "READ", "ENTRY", "ADDRESS"].flatMap((rate) => [
      [`RATE_${rate}_PER_SECOND`, "1000000"],
      [`RATE_${rate}_BURST`, "1000000"],
    ]),
  ),
};
/** For as long as any run: a day would only make the database larger, which each run copies. */
const AHEAD_MS = 40 * 60_000;
const QUICK = { hashCost: { memoryKiB: 64, passes: 1 }, aheadMs: AHEAD_MS } as const;

/** One run of a server's process: it starts once and ends once. */
export class SimulatedServer {
  readonly machine: Machine;
  readonly #place: ServerPlace;
  #server: Server | undefined;
  #db: Database | undefined;
  #isUp = false;
  /** Lines of the log at its level or above. */
  readonly errors: string[] = [];

  constructor(place: ServerPlace, name: string) {
    this.#place = place;
    this.machine = new Machine(name);
  }

  /** Whether it takes requests. */
  get isUp(): boolean {
    return this.#isUp && !this.machine.isDead;
  }

  get server(): Server | undefined {
    return this.#isUp ? this.#server : undefined;
  }

  /** Starts it; false if that fails, when its process ends. */
  start(): Promise<boolean> {
    return running.run(this.machine, () => this.#start());
  }

  async #start(): Promise<boolean> {
    const { world, url, keys, dataDir, epochMs, fairness } = this.#place;
    const { machine } = this;
    const db = this.#openDatabase(url);
    try {
      const server = await createServer(
        {
          settings: readSettings({ ...SETTINGS, DATA_DIR: dataDir }, "demo"),
          keys: readKeys(keys),
          db,
          clock: {
            now: () => epochMs + world.now + machine.skewMs,
            elapsed: () => 1_000_000 + world.now,
          },
          entropy: { bytes: seededBytes },
          log: this.#log(),
          metrics: quietRegistry(),
          node: machine.name,
        },
        { builtApp: "/nowhere", builtDesk: "/nowhere", fairness, ...QUICK },
      );
      for (const port of [server.player, server.ops]) port.listen = () => Promise.resolve("nowhere");
      await server.listen();
      [this.#server, this.#db, this.#isUp] = [server, db, true];
      world.trace.note(machine.name, "is up");
      return true;
    } catch (error) {
      world.trace.note(machine.name, `could not start: ${String(error)}`);
      return false;
    }
  }

  /** Stops it as systemd does. */
  stop(): Promise<void> {
    return running.run(this.machine, async () => {
      await this.#server?.close();
      this.#isUp = false;
      await this.#db?.close();
      this.#place.world.trace.note(this.machine.name, "has stopped");
    });
  }

  #openDatabase(url: string): Database {
    const { database, world } = this.#place;
    const { machine } = this;
    // It has all of a Duplex that `pg` uses; a real one would only add turns of the event loop.
    const stream = (): Duplex => new SimulatedSocket(database, machine) as unknown as Duplex;
    return openDatabase({ url, applicationName: "lotus", size: 8, random: () => world.random(), stream });
  }

  #log(): Logger {
    const { world } = this.#place;
    const write = (line: string): void => {
      const { level, msg, err } = JSON.parse(line) as LogLine;
      const text = `${msg ?? ""}${err === undefined ? "" : `: ${err.message ?? ""}`}`;
      world.trace.note(this.machine.name, `LOG ${text}`);
      if (level >= ERROR) this.errors.push(`${this.machine.name}: ${text}`);
    };
    return pino({ level: "warn", base: null }, { write });
  }
}

interface LogLine {
  readonly level: number;
  readonly msg?: string;
  readonly err?: { readonly message?: string };
}
const ERROR = 50;

/** Without the figures of the process, which are those of the simulator. */
function quietRegistry(): Registry {
  const registry = new Registry();
  void new Gauge({ name: "process_cpu_user_seconds_total", help: "None.", registers: [registry] });
  return registry;
}
