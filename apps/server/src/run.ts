import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { hostname, uptime } from "node:os";
import { join, resolve } from "node:path";
import { pino, type Logger } from "pino";
import pretty from "pino-pretty";
import { Counter, Registry } from "prom-client";
import { checkStart } from "./check-start.ts";
import type { ReadPlace } from "./db/database.ts";
import { openServerDatabase } from "./db/server-database.ts";
import { DatabaseUnavailable, isNoRoom, PoolExhausted } from "./db/errors.ts";
import type { Deps } from "./deps.ts";
import { FoldedLog } from "./folded-log.ts";
import { Overloaded } from "./http/errors.ts";
import type { Environment } from "./settings/environment.ts";
import { houseRun } from "./settings/fairness-settings.ts";
import { type Keys, openDemoKeys, readKeys } from "./settings/keys.ts";
import { type Mode, readSettings, type Settings } from "./settings/settings.ts";
import { StartupError } from "./settings/startup-error.ts";

const PLAYER_APP = resolve(import.meta.dirname, "../../player/dist/index.html");

/** Said who runs the witnesses, and was believed. */
const RETIRED_RUN_BY = "WITNESSES_RUN_BY";

/** An account of a demo. */
export interface DemoAccount {
  readonly username: string;
  readonly password: string;
  /** Its purpose in a few words. */
  readonly note: string;
}

/** An operator of a demo, with their credentials for the desk. */
export interface DemoOperator {
  readonly name: string;
  readonly role: string;
  readonly password: string;
  /** For an authenticator, in base32. */
  readonly totpSecret: string;
}

/** The server before it listens. */
export interface BuiltServer {
  /**
   * Starts the background work, opens both ports and returns their addresses.
   * @throws StartupError when it cannot listen
   */
  listen(): Promise<{ readonly playerUrl: string; readonly opsUrl: string }>;
  /** Reports not ready, ends the streams, answers running requests and stops the timers. Leaves the database open. */
  close(): Promise<void>;
  /** Accounts and operators of a demo. */
  readonly demo?: {
    readonly accounts: readonly DemoAccount[];
    readonly operators?: readonly DemoOperator[];
  };
}

/** A server that listens. */
export interface RunningServer {
  readonly settings: Settings;
  readonly log: Logger;
  readonly playerUrl: string;
  /** The operator's port. */
  readonly opsUrl: string;
  readonly demoAccounts: readonly DemoAccount[];
  readonly demoOperators: readonly DemoOperator[];
  /** Stops everything in order: the ports, the pools, PostgreSQL. Safe to call twice. */
  stop(): Promise<void>;
}

/** What starting needs. */
export interface StartOptions {
  readonly environment: Environment;
  readonly mode: Mode;
  readonly build: (deps: Deps) => Promise<BuiltServer>;
}

/**
 * Starts the server: settings, what they need of the machine, keys, database, the modules, the ports.
 * @throws StartupError, in one line, for everything the operator can fix
 */
export async function startServer({ environment, mode, build }: StartOptions): Promise<RunningServer> {
  const settings = readSettings(environment, mode);
  if (!settings.demo && !existsSync(PLAYER_APP)) {
    throw new StartupError("the players' app is not built: run npm run build first");
  }
  await checkStart(settings);
  const node = `${hostname()}-${process.pid}`;
  const folded = new FoldedLog();
  const log = openLog(settings, node, folded);
  if (!settings.demo) for (const line of houseRun(settings.fairness)) log.warn(line);
  if (environment[RETIRED_RUN_BY] !== undefined)
    log.warn(`${RETIRED_RUN_BY} has no effect any more: apps know public witnesses by their keys`);
  const keys = openKeys(settings);
  const metrics = new Registry();
  const database = await openServerDatabase({
    settings,
    log: lines(log),
    // Spreads retries; no secret and no draw depends on it.
    random: Math.random,
    onFull: (reason) => logDiskSpace(log, folded, reason),
    onRead: countReads(metrics),
  }).catch((error: unknown) => {
    throw inOneLine(error, settings);
  });
  const closing: (() => Promise<void>)[] = [() => database.close()];
  const stop = once(async () => {
    for (const close of closing.toReversed()) await close();
    folded.flush();
  });
  try {
    const server = await build({
      settings,
      keys,
      db: database.db,
      clock: { now: () => Date.now(), elapsed: () => uptime() * 1000 },
      entropy: { bytes: (length) => new Uint8Array(randomBytes(length)) },
      log,
      metrics,
      node,
    });
    closing.push(() => server.close());
    const addresses = await server.listen();
    log.info(addresses, "the server is open");
    return { settings, log, ...addresses, ...demoOf(server), stop };
  } catch (error) {
    await stop();
    throw inOneLine(error, settings);
  }
}

/** Counts where reads of the past are answered. */
function countReads(metrics: Registry): (place: ReadPlace) => void {
  const reads = new Counter({
    name: "lotus_reads_total",
    help: "Reads of the past, by who answered: a standby, or the primary since the reader said nothing (unknown), the standby was behind, or it failed.",
    labelNames: ["place"],
    registers: [metrics],
  });
  return (place) => reads.inc({ place });
}

/**
 * One line when the disk is full and one when there is room again; failures in between for that reason are only
 * counted.
 */
function logDiskSpace(log: Logger, folded: FoldedLog, reason: string | null): void {
  if (reason === null)
    log.warn({ unsaid: folded.unsilence() }, "the database has room again: selling goes on");
  else {
    log.error(`database_full: nothing is sold until there is room (${reason})`);
    folded.silence(
      (error) =>
        error instanceof DatabaseUnavailable || error instanceof PoolExhausted || error instanceof Overloaded,
    );
  }
}

/** A full disk at startup is an error that the operator can fix. */
function inOneLine(error: unknown, { databaseUrl, dataDir }: Settings): unknown {
  if (error instanceof StartupError || !isNoRoom(error)) return error;
  const where = databaseUrl === null ? `the disk of DATA_DIR ${dataDir}` : "the disk of the database";
  const why = error instanceof Error ? error.message : String(error);
  return new StartupError(`${where} is full: make room and start again (${why})`);
}

function demoOf({ demo }: BuiltServer): Pick<RunningServer, "demoAccounts" | "demoOperators"> {
  return { demoAccounts: demo?.accounts ?? [], demoOperators: demo?.operators ?? [] };
}

function openKeys(settings: Settings): Keys {
  if (settings.keysSource !== null) return readKeys(settings.keysSource);
  return openDemoKeys(settings.dataDir, (length) => new Uint8Array(randomBytes(length)));
}

/** JSON lines; in a demo, read by a person in a terminal, short lines. */
function openLog(settings: Settings, node: string, folded: FoldedLog): Logger {
  const options = { level: settings.logLevel, base: settings.demo ? {} : { node }, hooks: folded.hooks };
  return settings.demo
    ? pino(
        options,
        pretty({ sync: true, singleLine: true, ignore: "pid,hostname", translateTime: "HH:MM:ss" }),
      )
    : pino(options);
}

function lines(log: Logger): {
  info: (line: string) => void;
  warn: (line: string) => void;
  error: (line: string) => void;
} {
  return { info: (line) => log.info(line), warn: (line) => log.warn(line), error: (line) => log.error(line) };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= work());
}

/** Folder for mails that are written to files instead of sent. */
export function outboxOf(settings: Settings): string {
  return join(resolve(settings.dataDir), "outbox");
}
