import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { loadServerMessages } from "@lotus/locales/node";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";
import { storeHistory } from "../testing/huge-history.ts";
import { ringOf } from "../testing/key-ring.ts";
import { advanceTestClock } from "../testing/test-clock.ts";
import { openVault } from "../vault/vault.ts";
import { DataExports } from "./privacy.ts";

/** Archives whose makers are lost, and one of a player with very many orders. */

/** As many as PLAYER_ORDERS says, to measure; fewer in a run of all tests. */
const ORDERS = Number(process.env["PLAYER_ORDERS"] ?? 20_000);
const entropy = { bytes: (length: number) => new Uint8Array(randomBytes(length)) };

let server: DeskServer;
beforeAll(async () => {
  server = await openDeskServer();
});
afterAll(() => server.close());

/** The exports of another server on the same database. `fault` is called before each part is stored. */
function node(
  fault?: (place: number) => Promise<void>,
  mails: { to: string; text: string }[] = [],
): DataExports {
  return new DataExports({
    deps: { db: server.base.db, entropy, log: pino({ level: "silent" }) },
    archive: {
      translate: loadServerMessages(),
      vault: openVault({ data: ringOf(3), blindIndex: ringOf(4) }, entropy),
      identity: {
        known: () => Promise.resolve({ realName: "Nguyen Van A", birthDate: "1990-12-31", state: "none" }),
      },
      accounts: {
        contactsOf: () => Promise.resolve({ email: "someone@mail.example" }),
        passkeysOf: () => Promise.resolve([]),
      },
      addresses: { own: () => Promise.resolve([]) },
      wording: server.app.inbox.wording,
      title: "Lotus",
      timeZone: "Asia/Ho_Chi_Minh",
    },
    mailer: {
      send: (mail) => mails.push(mail),
      idle: () => Promise.resolve(),
      stop: () => Promise.resolve(),
    },
    publicUrl: "https://play.example/",
    keepDays: 7,
    notify: () => undefined,
    ...(fault === undefined ? {} : { fault }),
  });
}

const ask = (exports: DataExports, playerId: bigint) =>
  server.base.db.transaction((tx) => exports.ask(tx, { playerId, operatorId: null, locale: "en-US" }));
const rowsOf = (playerId: bigint) =>
  server.base.owner.query(
    sql`SELECT e.state, e.attempt, array_agg(DISTINCT p.attempt) AS parts FROM data_export e LEFT JOIN data_export_part p ON p.export_id = e.id
        WHERE e.player_id = $1 GROUP BY e.id`,
    [playerId],
  );

/** The bytes of a player's archive. */
async function bytesOf(exports: DataExports, playerId: bigint): Promise<Buffer> {
  const archive = await exports.open((await exports.ticket(playerId)) ?? "");
  const pieces: Buffer[] = [];
  for await (const piece of archive?.pieces() ?? []) pieces.push(piece);
  expect(Buffer.concat(pieces)).toHaveLength(archive?.bytes ?? -1);
  return Buffer.concat(pieces);
}

test("an archive whose server was killed is made anew by another, and the lost one writes no part of it", async () => {
  const { id } = await server.enrol("maker_is_lost");
  let goOn = (): void => undefined;
  let reached = (): void => undefined;
  const isAtPart = new Promise<void>((resolve) => {
    reached = resolve;
  });
  // It stops before its part is stored, as a server that is killed or frozen.
  const lost = node(async () => {
    reached();
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
  });
  const mails: { to: string; text: string }[] = [];
  const other = node(undefined, mails);
  await ask(lost, id);
  const hanging = lost.work();
  await isAtPart;
  // Not while its claim lasts.
  expect(await other.work()).toBe(0);
  await advanceTestClock(server.base.owner, 121_000);
  expect(await other.work()).toBe(1);
  expect(await rowsOf(id)).toEqual([{ state: "ready", attempt: 2, parts: [2] }]);
  goOn();
  expect(await hanging).toBe(0);
  expect(await rowsOf(id)).toEqual([{ state: "ready", attempt: 2, parts: [2] }]);
  expect((await bytesOf(other, id)).subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");
  // The link of the mail has no secret: it opens a page, where session and password give the file.
  expect(mails.map(({ to }) => to)).toEqual(["someone@mail.example"]);
  expect(mails[0]?.text).toContain("https://play.example/pages-sub/settings/my_data\n");
});

test("two servers at once make one archive; what breaks again and again is given up", async () => {
  const { id } = await server.enrol("made_by_one");
  const [one, two] = [node(), node()];
  await ask(one, id);
  expect((await Promise.all([one.work(), two.work()])).toSorted()).toEqual([0, 1]);
  const broken = await server.enrol("always_breaks");
  const breaking = node(() => Promise.reject(new Error("the disk is gone")));
  await ask(breaking, broken.id);
  for (let tries = 0; tries < 6; tries += 1) {
    await breaking.work();
    await advanceTestClock(server.base.owner, 11_000);
  }
  expect(await rowsOf(broken.id)).toMatchObject([{ state: "failed", attempt: 5 }]);
  expect(await one.stateOf(broken.id)).toEqual({ state: "failed" });
  // A new one can be asked for.
  expect(await ask(one, broken.id)).toEqual({ outcome: "asked" });
  expect(await one.work()).toBe(1);
});

test("very many orders are archived a page at a time, in little memory", async () => {
  const { id, token } = await server.enrol("plays_a_lot");
  const order = { type: "recharge", amount: "200000.00", channel_id: "demo" };
  expect((await server.player("POST", "/api/user/makeOrder", token, order)).code).toBe(0);
  await storeHistory(server.base.owner, id, { orders: ORDERS, periods: 20 });
  const exports = node();
  await ask(exports, id);
  const before = process.memoryUsage();
  const most = { rss: 0, heap: 0 };
  const timer = setInterval(() => {
    const { rss, heapUsed, external } = process.memoryUsage();
    most.rss = Math.max(most.rss, rss - before.rss);
    most.heap = Math.max(most.heap, heapUsed + external - before.heapUsed - before.external);
  }, 10);
  const began = performance.now();
  expect(await exports.work()).toBe(1);
  clearInterval(timer);
  const mib = (bytes: number): string => (bytes / 1024 ** 2).toFixed(0);
  const bytes = await bytesOf(exports, id);
  console.info(
    `${ORDERS} orders: ${((performance.now() - began) / 1000).toFixed(1)} s, ${mib(bytes.length)} MiB, ` +
      `at most ${mib(most.rss)} MiB more of the process, ${mib(most.heap)} of them in heap and buffers`,
  );
  const folder = mkdtempSync(join(tmpdir(), "lotus-archive-"));
  try {
    const file = join(folder, "my-data.zip");
    writeFileSync(file, bytes);
    const script = `import json,sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); print(z.testzip(), len(json.load(z.open("bets.json"))), len(z.read("index.html")) < 1000000)`;
    expect(execFileSync("python3", ["-c", script, file], { encoding: "utf8" })).toBe(`None ${ORDERS} True\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  expect(most.heap).toBeLessThan(150 * 1024 ** 2);
}, 900_000);
