import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findRunningCluster } from "@lotus/server/db/cluster/address";
import { type Database, openDatabase } from "@lotus/server/db/database";
import { ROOT } from "../run/root.ts";
import { processorMs } from "./processor-time.ts";
import { freePort } from "@lotus/server/testing/free-port";

const STATEMENT_MS = 600_000;
// All load comes from this machine: limits per address are lifted, limits per player are not.
const LIFTED = "1000000";
/** As `npm start` and the service run Node (docs/decisions/014). */
const NODE = join(ROOT, "ops/node");

/** A server in a separate process, so that the load does not share its event loop. */
export interface ServerUnderLoad {
  readonly port: number;
  readonly deskPort: number;
  /** Folder of its keys, database and outbox. */
  readonly dataDir: string;
  /** Time from starting the process to its message that it is open. */
  readonly readyAfterMs: number;
  /** Connected to the server's database as the owner of its tables. */
  readonly owner: Database;
  /** Connection string of that database with the server's role. */
  readonly appUrl: string;
  /** Connection string with the owner's role. */
  readonly ownerUrl: string;
  /** Connection string with the superuser's role; of an embedded PostgreSQL only. */
  readonly superuserUrl: string | null;
  /** Resident memory of the server's process, bytes. */
  residentBytes(): number;
  /** CPU time of the server's process so far, milliseconds. */
  processorMs(): number;
  stop(): Promise<void>;
}

/** Starts a demo server on `dataDir` with these extra settings; resolves once it is open. */
export async function openServer(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerUnderLoad> {
  const [port, deskPort] = [await freePort(), await freePort()];
  const began = performance.now();
  const child = spawn(NODE, [join(ROOT, "tools/run/start.ts"), "--no-build"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      HOST: "127.0.0.1",
      PORT: String(port),
      DESK_PORT: String(deskPort),
      LOG_LEVEL: "error",
      RATE_ADDRESS_PER_SECOND: LIFTED,
      RATE_ADDRESS_BURST: LIFTED,
      CONNECTIONS_PER_ADDRESS: LIFTED,
      ...settings,
    },
  });
  await opened(child, port);
  const readyAfterMs = performance.now() - began;
  // A second server uses the database of the first.
  const ownerUrl = settings["MIGRATE_DATABASE_URL"] ?? findRunningCluster(dataDir, "owner");
  const appUrl = settings["DATABASE_URL"] ?? findRunningCluster(dataDir, "app");
  if (ownerUrl === null || appUrl === null) throw new Error("the server runs without its PostgreSQL");
  const owner = openDatabase({
    url: ownerUrl,
    applicationName: "bench",
    size: 2,
    random: () => 0.5,
    statementTimeoutMs: STATEMENT_MS,
  });
  return {
    port,
    deskPort,
    dataDir,
    readyAfterMs,
    owner,
    appUrl,
    ownerUrl,
    superuserUrl: findRunningCluster(dataDir, "superuser"),
    residentBytes: () => residentBytes(child.pid),
    processorMs: () => processorMs(child.pid ?? 0),
    stop: async () => {
      await owner.close();
      await ended(child);
    },
  };
}

/** The welcome is the last output of a start. */
function opened(child: ChildProcess, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code ?? "a signal"}: ${output}`)));
    child.stdout?.on("data", (part: Buffer) => {
      output += part.toString("utf8");
      if (output.includes(`:${port}`)) resolve();
    });
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGINT");
  await gone;
}

function residentBytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/mu.exec(status)?.[1] ?? Number.NaN) * 1024;
}
