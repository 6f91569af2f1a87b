import { randomBytes } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CallData, CALLS } from "@lotus/contract";
import { verifyRound } from "@lotus/beacon/verify";
import { checkDraw, type DrawReport } from "@lotus/fair";
import { drawFor, findGame } from "@lotus/games";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServer, type Server } from "@lotus/server/app";
import { findRunningCluster } from "@lotus/server/db/cluster/address";
import { type Cluster, startCluster } from "@lotus/server/db/cluster/cluster";
import { type Database, openDatabase, sql } from "@lotus/server/db/database";
import { advanceTestClock, setTestClock, installTestClock } from "@lotus/server/testing/test-clock";
import { emptyDatabase, prepareCluster } from "@lotus/server/testing/prepared-cluster";
import { makeTestFolder } from "@lotus/server/testing/test-folder";
import { booksAreRight, checkBooks } from "@lotus/server/ledger";
import { type RunningServer, startServer } from "@lotus/server/run";
import { openDemoKeys } from "@lotus/server/settings/keys";
import { readSettings } from "@lotus/server/settings";
import { type Acknowledged, Bettors } from "../faults/bettors.ts";
import { LoadClient } from "../load/client.ts";
import { freePort } from "@lotus/server/testing/free-port";
import { type LoadPlayer, makePlayers } from "../load/players.ts";
import { Random } from "../simulate/random.ts";
import { randomLine } from "../simulate/slips.ts";
import { chooseTrust } from "../verify/trust.ts";
import { openBackup, restoreBackup } from "./load-backup.ts";
import { takeBackup } from "./take-backup.ts";

/** A server is backed up under load and restored from the backup. */

const root = makeTestFolder("lotus-backup-");
const [dataDir, otherDir, file] = [join(root, "data"), join(root, "other"), join(root, "kept.lotus")];
const QUICK = {
  builtApp: "/nowhere",
  builtDesk: "/nowhere",
  hashCost: { memoryKiB: 64, passes: 1 },
};
const ZONE = "Asia/Ho_Chi_Minh";
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const environment = {
  DATA_DIR: dataDir,
  HOST: "127.0.0.1",
  TRUSTED_PROXIES: "127.0.0.1",
  LOG_LEVEL: "silent",
  // The machine may be busy with other tests.
  MAX_LAG_MS: "60000",
  RATE_ENTRY_BURST: "1000",
};

let running: RunningServer;
let client: LoadClient;
let players: readonly LoadPlayer[];
let before: readonly Acknowledged[];
let cluster: Cluster;
let db: Database;
let owner: Database;
let restored: Server;
let oldOrigin = "";

const open = (url: string): Database =>
  openDatabase({ url, applicationName: "test", size: 6, random: () => 0.5, waitTimeoutMs: 10_000 });

beforeAll(async () => {
  await Promise.all([prepareCluster(dataDir), prepareCluster(otherDir)]);
  const [port, deskPort] = [await freePort(), await freePort()];
  running = await startServer({
    environment: { ...environment, PORT: String(port), DESK_PORT: String(deskPort) },
    mode: "demo",
    build: (deps) => createServer(deps, QUICK),
  });
  client = new LoadClient(port, 16);
  players = await makePlayers(client, 4, "100000.00");
  const bettors = new Bettors(client, players);
  bettors.start();
  await enough(bettors, 40);
  before = [...bettors.acknowledged.values()];
  // Bets continue during and after the backup.
  await takeBackup(ownerUrl(), file);
  const then = bettors.acknowledged.size;
  await enough(bettors, then + 10);
  await bettors.stop();
  cluster = await startCluster({ dataDir: otherDir, log: silent, settings: { shared_buffers: "64MB" } });
  await emptyDatabase(cluster);
}, 900_000);

afterAll(async () => {
  await restored?.close();
  await Promise.all([db?.close(), owner?.close()]);
  client?.close();
  await running?.stop();
  await cluster?.stop();
  rmSync(root, { recursive: true, force: true });
});

/** Waits for bets, which arrive faster than this polls, except at the end of a period. */
async function enough(bettors: Bettors, count: number): Promise<void> {
  while (bettors.acknowledged.size < count) await new Promise((later) => setTimeout(later, 20));
}

function ownerUrl(): string {
  return findRunningCluster(dataDir, "owner") ?? "";
}

const target = () => ({
  ownerUrl: cluster.url("owner"),
  appRole: "lotus_app",
  timeZone: ZONE,
  continuesLog: false,
});
const TABLES = sql`SELECT count(*)::int AS tables FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`;

describe("an incomplete file", () => {
  const written = (name: string, bytes: Uint8Array): string => {
    const path = join(root, name);
    writeFileSync(path, bytes);
    return path;
  };
  test("is refused before the database is opened: truncated, changed, or not a backup", async () => {
    const bytes = readFileSync(file);
    const middle = Math.floor(bytes.length / 2);
    const changed = [100, 1_000, middle, bytes.length - 1_600, bytes.length - 5].map((at) => {
      const copy = Buffer.from(bytes);
      copy.writeUInt8((copy.readUInt8(at) + 1) % 256, at);
      return written(`changed-${at}`, copy);
    });
    const cut = [0, 10, middle, bytes.length - 1].map((size) =>
      written(`cut-${size}`, bytes.subarray(0, size)),
    );
    for (const path of [...cut, ...changed])
      await expect(openBackup(path)).rejects.toThrow(/is no whole backup/u);
    await expect(openBackup(join(root, "nothing"))).rejects.toThrow(/cannot be read/u);
    const empty = open(cluster.url("owner"));
    expect(await empty.query(TABLES)).toEqual([{ tables: 0 }]);
    await empty.close();
  });

  test("and never overwrites an existing file", async () => {
    await expect(takeBackup(ownerUrl(), file)).rejects.toThrow(/is there already/u);
  });
});

describe("a backup taken while bets are placed", () => {
  test("is restored into an empty database, and its books are right", async () => {
    const backup = await openBackup(file);
    const { books: results, audit } = await restoreBackup(backup, target());
    expect(audit.broken).toBeNull();
    await backup.archive.close();
    expect(results.filter(({ broken }) => broken > 0n)).toEqual([]);
    expect(results.find(({ name }) => name === "order-paid-once")?.checked).toBeGreaterThanOrEqual(
      before.length,
    );
    [db, owner] = [open(cluster.url("app")), open(cluster.url("owner"))];
  });

  test("is refused by a database that holds rows", async () => {
    const backup = await openBackup(file);
    await expect(restoreBackup(backup, target())).rejects.toThrow(/holds rows already/u);
    await backup.archive.close();
  });

  test("contains every bet acknowledged before it began", async () => {
    const rows = await db.query<{ id: bigint; total: bigint }>(sql`SELECT id, total FROM bet_order`);
    const stored = new Map(rows.map(({ id, total }) => [`B${id}`, total]));
    expect(before.filter(({ orderNo }) => !stored.has(orderNo))).toEqual([]);
    expect(before.length).toBeGreaterThanOrEqual(40);
  });

  test("keeps append-only tables and the rights of each role", async () => {
    await expect(db.query(sql`DELETE FROM transfer`)).rejects.toThrow(/permission denied/u);
    await expect(owner.query(sql`UPDATE transfer SET amount = 1`)).rejects.toThrow(/append only/u);
    await expect(owner.query(sql`UPDATE bet_order SET total = 1`)).rejects.toThrow(/append only/u);
    const off = await owner.query(
      sql`SELECT tgrelid::regclass::text AS name, tgname FROM pg_trigger WHERE tgenabled <> 'O'`,
    );
    expect(off).toEqual([]);
  });

  test("gives every sequence a start beyond the numbers already used", async () => {
    const [transfer] = await db.query(
      sql`SELECT (SELECT last_value FROM transfer_id) >= max(id) AS beyond FROM transfer`,
    );
    const [player] = await db.query(
      sql`SELECT (SELECT last_value FROM player_id) >= max(id) AS beyond FROM player`,
    );
    expect([transfer, player]).toEqual([{ beyond: true }, { beyond: true }]);
  });
});

describe("a server on what was restored", () => {
  const serverWith = (names: Readonly<Record<string, string>>) =>
    createServer(
      {
        settings: readSettings(
          { ...environment, PORT: "0", DESK_PORT: "0", DATA_DIR: otherDir, ...names },
          "demo",
        ),
        // Keys are moved separately.
        keys: openDemoKeys(dataDir, randomBytes),
        db,
        clock: { now: () => Date.now() },
        entropy: { bytes: (length) => new Uint8Array(randomBytes(length)) },
        log: pino({ level: "silent" }),
        metrics: new Registry(),
        node: "restored",
      },
      { ...QUICK, manualDraws: true },
    );

  test("starts only under another name of the log, and says which settings name it", async () => {
    const named = /LOG_ORIGIN to a new name, and set PREVIOUS_LOG_ORIGINS to (\S+)$/u;
    const refused = await serverWith({}).catch((error: unknown) => error);
    expect(String(refused)).toMatch(named);
    oldOrigin = named.exec(String(refused))?.[1] ?? "";
    await expect(serverWith({ LOG_ORIGIN: "restored.test/log" })).rejects.toThrow(
      `set PREVIOUS_LOG_ORIGINS to ${oldOrigin}`,
    );
    expect(() => serverWith({ LOG_ORIGIN: oldOrigin, PREVIOUS_LOG_ORIGINS: oldOrigin })).toThrow(
      /must all be different names/u,
    );
  });

  test("draws what was sold, takes bets and proves its draws", async () => {
    await installTestClock(cluster.url("owner"));
    await stopInSale(3);
    restored = await serverWith({ LOG_ORIGIN: "restored.test/log", PREVIOUS_LOG_ORIGINS: oldOrigin });
    await restored.listen();
    await restored.draws.tick();
    const unsettled = await db.query(
      sql`SELECT game, period_no FROM period WHERE draw_at <= house_clock() AND state NOT IN ('settled', 'skipped', 'voided')`,
    );
    expect(unsettled).toEqual([]);
    const sold = new Map(before.map(({ game, prizeNo }) => [game, prizeNo]));
    expect(sold.size).toBe(2);
    // Announced in one log, and closed in another: paid by the right numbers, but nobody can verify when it was closed.
    for (const [game, prizeNo] of sold) {
      const { verdict, steps, computed } = await verified(game, prizeNo);
      expect(verdict).toBe("invalid");
      expect(new Set(steps.flatMap(({ faults }) => faults.map(({ name }) => name)))).toEqual(
        new Set(["other-log"]),
      );
      const [row] = await db.query<{ numbers: number[] }>(
        sql`SELECT numbers FROM period WHERE game = $1 AND period_no = $2`,
        [game, prizeNo],
      );
      expect(row?.numbers).toEqual(computed?.numbers);
    }
    expect(await betAgain(players[0])).toBe(0);
    expect(booksAreRight((await checkBooks(owner, "full", ZONE)) ?? [])).toBe(true);
  });

  test("goes on in a log that begins with the end of the one before, and its draws are valid", async () => {
    const [first] = await db.query<{ body: string }>(
      sql`SELECT body FROM log_entry WHERE log = 2 AND index = 0`,
    );
    const [last] = await db.query<{ size: bigint; root: Buffer }>(
      sql`SELECT size, root FROM log_checkpoint WHERE log = 1 AND has_quorum ORDER BY size DESC LIMIT 1`,
    );
    expect(JSON.parse(first?.body ?? "{}")).toEqual({
      type: "restored",
      previousOrigin: oldOrigin,
      previousSize: Number(last?.size),
      previousRoot: last?.root.toString("hex"),
    });
    await stopInSale(2);
    await restored.draws.tick();
    expect(await betAgain(players[1], "FFC")).toBe(0);
    await advanceTestClock(db, 2 * 60_000);
    await restored.draws.tick();
    const [drawn] = await db.query<{ game: string; period_no: string }>(
      sql`SELECT d.game, d.period_no FROM log_entry d JOIN log_entry p USING (log, game, period_no)
          WHERE d.log = 2 AND d.type = 'draw' AND p.type = 'period' LIMIT 1`,
    );
    expect((await verified(drawn?.game ?? "", drawn?.period_no ?? "")).verdict).toBe("valid");
    const log = await restored.player.inject("/log/checkpoint");
    expect(log.body.split("\n")[0]).toBe("restored.test/log");
  });

  /** Stops the clock so many minutes later in the middle of a sale, whatever second of the minute it is here. */
  async function stopInSale(minutes: number): Promise<void> {
    const [clock] = await db.query<{ now: bigint }>(sql`SELECT epoch_ms(house_clock()) AS now`);
    await setTestClock(db, (Math.floor(Number(clock?.now) / 60_000) + minutes) * 60_000 + 20_000);
  }

  async function verified(game: string, prizeNo: string): Promise<DrawReport> {
    const { data } = (await restored.player.inject(`/api/lottery/proof/${game}/${prizeNo}`)).json<{
      data: unknown;
    }>();
    const trust = chooseTrust(data, { policyText: undefined, beaconText: undefined });
    if (typeof trust === "string") throw new Error(trust);
    const draw = drawFor(findGame(game)?.family ?? "dice");
    return checkDraw(data, { trust, draw, verifyRound, expected: { gameCode: game, prizeNo } });
  }

  /** With the session from before, which the backup contains too. */
  async function betAgain(player: LoadPlayer | undefined, game?: string): Promise<number> {
    const lobby = await restored.player.inject("/api/lottery/games");
    const { list } = lobby.json<{ data: CallData<typeof CALLS.games> }>().data;
    const { gameCode, current } =
      list.find(({ gameCode: code, current: now }) => code === (game ?? code) && now?.status === "open") ??
      {};
    const rule = await restored.player.inject(`/api/lottery/rule/${gameCode}`);
    const [mode] = rule.json<{ data: CallData<typeof CALLS.rule> }>().data.rules;
    const option = mode?.childrens[0];
    if (option === undefined) throw new Error("nothing is on sale");
    const reply = await restored.player.inject({
      method: "POST",
      url: `/api/lottery/order/${gameCode}`,
      headers: { token: player?.token ?? "", "idempotency-key": randomBytes(12).toString("hex") },
      payload: { prize_no: current?.prizeNo, bets: [randomLine(option, new Random(1), "1.00")] },
    });
    const { code } = reply.json<{ code: number }>();
    return code;
  }
});
