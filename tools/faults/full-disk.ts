/**
 * `npm run faults:disk -- [--size 260] [--seconds 40] [--players 8]` (as root): a whole server on a small disk of its own
 * (a tmpfs), which is filled up under bets, kept full, and given room again. The server must stay up, report why it
 * sells nothing, and recover by itself with every acknowledged bet. Prints a line per finding; exit status 1 if
 * anything is wrong.
 */
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOptions } from "../run/read-options.ts";
import { findRunningCluster } from "@lotus/server/db/cluster/address";
import { openDatabase, sql } from "@lotus/server/db/database";
import { LoadClient } from "../load/client.ts";
import { freePort } from "@lotus/server/testing/free-port";
import { makePlayers } from "../load/players.ts";
import { Bettors } from "./bettors.ts";
import { ServerProcess, pause } from "./server-process.ts";
import { checkBooks, compare, waitForDraws } from "./round.ts";

const { values } = readOptions({
  options: {
    size: { type: "string", default: "260" },
    seconds: { type: "string", default: "40" },
    players: { type: "string", default: "8" },
  },
});
const SKIPPED = sql`SELECT game, period_no FROM period WHERE state = 'skipped'`;
const MEGABYTE = 1024 * 1024;
const AROUND_MS = 15_000;
const TOLD_WITHIN_MS = 20_000;
const BACK_WITHIN_MS = 20_000;
const HALF_MS = 15_000;
const FILL_EACH_MS = 100;

const folder = mkdtempSync(join(tmpdir(), "lotus-full-disk-"));
const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${values.size}m,mode=711`, "tmpfs", folder], {
  encoding: "utf8",
});
if (mounted.status !== 0) {
  rmSync(folder, { recursive: true });
  const why = mounted.error?.message ?? mounted.stderr.trim();
  console.log(`full-disk: skipped, no disk can be mounted here (${why}): run it as root`);
  process.exit(0);
}
const ballast = join(folder, "something-else");
const place = { dataDir: join(folder, "data"), port: await freePort(), deskPort: await freePort() };
mkdirSync(place.dataDir, { mode: 0o711 });
const server = new ServerProcess(place);
const client = new LoadClient(place.port, 64);
const wrong: string[] = [];
let filler: NodeJS.Timeout | undefined;
try {
  await server.start(undefined);
  const players = await makePlayers(client, Number(values.players), "100000.00");
  const bettors = new Bettors(client, players);
  bettors.start();
  await pause(AROUND_MS);
  const before = bettors.acknowledged.size;
  report(`${before} bets on a disk of ${values.size} MB`, before > 0);

  // A server started as the sale of a period ends has skipped that period.
  const skippedBefore = new Set(await skippedPeriods());
  const filledAt = performance.now();
  fill();
  filler = setInterval(fill, FILL_EACH_MS);
  const isReported = await within(TOLD_WITHIN_MS, async () => (await readiness()).reason === "database_full");
  report(
    `full: readiness says ${JSON.stringify(await readiness())} after ${seconds(filledAt)}`,
    isReported && (await readiness()).status === 503,
  );
  report(
    `/health of the players' port: ${await statusOf(place.port, "/health")}`,
    (await statusOf(place.port, "/health")) === 503,
  );
  report(
    `lotus_database_full ${await figure("lotus_database_full")}`,
    (await figure("lotus_database_full")) === 1,
  );
  bettors.answers.clear();
  const inFull = bettors.acknowledged.size;
  await pause(HALF_MS);
  // As if it needed another WAL segment without room: it then cannot write what its recovery needs.
  server.killDatabase();
  await pause(Math.max(0, Number(values.seconds) * 1_000 - (performance.now() - filledAt)));
  const answers = [...bettors.answers].map(([answer, count]) => `${answer} × ${count}`).join(", ");
  report(
    `bets meanwhile are answered (status/code): ${answers === "" ? "none" : answers}`,
    bettors.answers.size === 1 && bettors.answers.has("503/9503") && bettors.acknowledged.size === inFull,
  );
  report("PostgreSQL, ended meanwhile, cannot start", findRunningCluster(place.dataDir, "owner") === null);
  report(`the server is still there after ${seconds(filledAt)}`, server.alive);

  clearInterval(filler);
  const roomAt = performance.now();
  rmSync(ballast);
  const back = await within(BACK_WITHIN_MS, async () => (await readiness()).status === 200);
  report(`room again: ready after ${seconds(roomAt)}`, back && server.alive);
  report(
    `lotus_database_full ${await figure("lotus_database_full")}`,
    (await figure("lotus_database_full")) === 0,
  );
  await pause(AROUND_MS);
  await bettors.stop();
  const retried = await bettors.retryUnanswered();
  report(`${retried} bets without an answer asked again`, bettors.unanswered.size === 0);
  const all = [...bettors.acknowledged.values()];
  report(`${all.length - inFull} bets since, ${all.length} acknowledged in all`, all.length > inFull);
  const late: string[] = [];
  report(
    `${await waitForDraws(client, all, late)} periods with bets drawn and paid ${late.join("; ")}`,
    late.length === 0,
  );
  const lost = await compare(client, players, all, 0n);
  report(
    `every acknowledged bet looked for: ${lost.length === 0 ? "none lost, none doubled" : lost.slice(0, 5).join("; ")}`,
    lost.length === 0,
  );
  const books = await checkBooks(place);
  report(`the books: ${books.length === 0 ? "right" : books.join("; ")}`, books.length === 0);
  const skipped = (await skippedPeriods()).filter((period) => !skippedBefore.has(period));
  report(`periods skipped: ${skipped.length === 0 ? "none" : skipped.join(", ")}`, skipped.length === 0);
  const log = server.output;
  const lines = log.split("\n").filter((line) => /database_full|has room again/u.test(line));
  report(
    `the log has ${Math.round(log.length / 1_024)} kB, and of the disk: ${lines.join(" | ")}`,
    lines.length === 2 && log.length < 32 * 1_024,
  );
  if (wrong.length > 0) console.log(log);
} catch (error) {
  report("it did not run to its end", false);
  console.error(error, server.output);
} finally {
  clearInterval(filler);
  await server.stop();
  client.close();
  spawnSync("umount", [folder]);
  rmSync(folder, { recursive: true, force: true });
}
console.log(wrong.length === 0 ? "full-disk: nothing wrong" : `full-disk: ${wrong.length} things WRONG`);
process.exit(wrong.length === 0 ? 0 : 1);

function report(finding: string, right: boolean): void {
  if (!right) wrong.push(finding);
  console.log(`${right ? "right" : "WRONG"}  ${finding.trim()}`);
}

/** Fills every remaining byte. */
function fill(): void {
  const handle = openSync(ballast, "a");
  try {
    for (let size = MEGABYTE; size >= 4_096;) {
      const { bavail, bsize } = statfsSync(folder);
      if (bavail * bsize === 0) return;
      try {
        if (writeSync(handle, Buffer.alloc(size)) < size) size /= 2;
      } catch {
        size /= 2;
      }
    }
  } finally {
    closeSync(handle);
  }
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(1)} s`;
}

async function within(ms: number, done: () => Promise<boolean>): Promise<boolean> {
  for (const until = performance.now() + ms; ; await pause(50)) {
    if (await done().catch(() => false)) return true;
    if (performance.now() > until) return false;
  }
}

async function readiness(): Promise<{ readonly status: number; readonly reason?: string }> {
  const reply = await fetch(`http://127.0.0.1:${place.deskPort}/health/ready`);
  // The reply of this server's probe, whose shape ops.ts defines.
  return { ...((await reply.json()) as { reason?: string }), status: reply.status };
}

async function statusOf(port: number, path: string): Promise<number> {
  return (await fetch(`http://127.0.0.1:${port}${path}`)).status;
}

async function figure(name: string): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${place.deskPort}/metrics`)).text();
  return Number(new RegExp(String.raw`^${name} (\S+)$`, "mu").exec(metrics)?.[1]);
}

async function skippedPeriods(): Promise<readonly string[]> {
  const url = findRunningCluster(place.dataDir, "owner") ?? "";
  const db = openDatabase({ url, applicationName: "full-disk", size: 1, random: () => 0.5 });
  try {
    const rows = await db.query<{ game: string; period_no: string }>(SKIPPED);
    return rows.map((row) => `${row.game} ${row.period_no}`);
  } finally {
    await db.close();
  }
}
