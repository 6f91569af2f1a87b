import { toHex } from "@lotus/tlog";
import { LOG_START, recordFault } from "@lotus/fair";
import { GAMES, periodAt, periodByNo, periodsBetween } from "@lotus/games";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openTestDatabase, setTestClock, type TestDatabase } from "../testing/test-database.ts";
import { betOn, checkedProof, game, logOf, openTestDraws, publicKey } from "../testing/draws.ts";
import type { Draws } from "./draws.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** 2026-11-21, 00:00:20 in the operator's zone. */
const START = Date.UTC(2026, 10, 20, 17, 0, 20);

let base: TestDatabase;
let draws: Draws;
beforeAll(async () => {
  base = await openTestDatabase();
  await setTestClock(base.db, START);
  draws = openTestDraws(base.db);
  await draws.tick();
});
afterAll(async () => {
  await draws.stop();
  await base.close();
});

async function tickAt(at: number): Promise<void> {
  await setTestClock(base.db, at);
  await draws.tick();
}

const STATES = sql`SELECT state, count(*)::int AS n FROM period WHERE game = $1 AND draw_at <= house_clock() GROUP BY state ORDER BY state`;
const PERIODS = sql`SELECT period_no, t, epoch_ms(open_at) AS open_at, epoch_ms(draw_at) AS draw_at, secret, commitment FROM period WHERE game = $1 ORDER BY t`;

test("the first start puts a chain and a day of periods on record before anything is sold", async () => {
  for (const { code } of GAMES) {
    const log = await logOf(base.db, code);
    expect(log[0]?.type).toBe("chain");
    expect(log.every(({ type }, i) => type === (i === 0 ? "chain" : "period"))).toBe(true);
    const rows = await base.db.query<{
      period_no: string;
      t: number;
      draw_at: bigint;
      open_at: bigint;
      secret: null;
    }>(PERIODS, [code]);
    expect(rows.length).toBe(log.length - 1);
    expect(Number(rows.at(-1)?.draw_at)).toBeGreaterThan(START + 24 * HOUR);
    expect(rows.map(({ t }) => t)).toEqual(rows.map((_, i) => i + 1));
    expect(rows.every(({ draw_at }, i) => i === 0 || draw_at > (rows[i - 1]?.draw_at ?? 0n))).toBe(true);
    expect(rows.every(({ secret }) => secret === null)).toBe(true);
    for (const row of rows.slice(1))
      expect(periodByNo(game(code), row.period_no)).toMatchObject({
        openAt: Number(row.open_at),
        drawAt: Number(row.draw_at),
      });
  }
  // The period on sale at the start was recorded before its sale, which therefore began late.
  const [first] = await base.db.query<{ open_at: bigint }>(PERIODS, ["FFC"]);
  expect(Number(first?.open_at)).toBe(START);
});

test("every log hangs together and is signed", async () => {
  for (const { code } of GAMES) {
    let previous = LOG_START;
    for (const [i, record] of (await logOf(base.db, code)).entries()) {
      expect(record.seq).toBe(BigInt(i + 1));
      expect(record.previousHash).toBe(previous);
      previous = record.hash;
      if (i % 50 === 0) expect(recordFault(record, publicKey)).toBeNull();
    }
    expect(toHex(draws.logHead(code))).toBe(previous);
  }
});

test("an hour of all seven games, moment by moment, and the rest of the day by the hour: every proof holds", async () => {
  const [middle, end] = [START + HOUR, START + 24 * HOUR];
  const moments = GAMES.flatMap((one) =>
    periodsBetween(one, START, middle).flatMap(({ openAt, closeAt, drawAt }) => [openAt, closeAt, drawAt]),
  );
  for (const at of [...new Set(moments)].sort((a, b) => a - b))
    if (at > START && at <= middle) await tickAt(at);
  expect(await base.db.query(sql`SELECT 1 FROM period WHERE late`)).toEqual([]);
  // Sold periods are drawn however late, so a clock that advances by hours draws every period too.
  for (const one of GAMES)
    for (const { periodNo } of periodsBetween(one, middle, end)) await betOn(base.db, one.code, periodNo);
  for (let at = middle; at <= end; at += HOUR) await tickAt(at);
  await tickAt(end);
  for (const { code } of GAMES) {
    const expected = periodsBetween(game(code), START, end);
    expect(await base.db.query(STATES, [code])).toEqual([{ state: "settled", n: expected.length }]);
    for (const share of [0, 0.05, 0.31, 0.64, 1]) {
      const periodNo = expected[Math.floor(share * (expected.length - 1))]?.periodNo ?? "";
      const report = await checkedProof(base.db, code, periodNo);
      expect(report.steps.flatMap(({ faults }) => faults)).toEqual([]);
      expect(report.verdict).toBe("valid");
    }
    const log = await logOf(base.db, code);
    for (const [i, record] of log.entries()) if (i > 0) expect(record.previousHash).toBe(log[i - 1]?.hash);
    expect(log.filter(({ type }) => type === "draw").length).toBe(expected.length);
    expect(log.filter(({ type }) => type === "skipped")).toEqual([]);
  }
  const published = await base.db.query<{ draw_at: bigint }>(PERIODS, ["FFC"]);
  expect(Number(published.at(-1)?.draw_at)).toBeGreaterThan(end + 24 * HOUR);
}, 240_000);

test("no secret can be read before its draw, and the proof says so", async () => {
  const now = START + 24 * HOUR;
  const next = periodAt(game("K3"), now);
  const report = await checkedProof(base.db, "K3", next.periodNo);
  expect(report.verdict).toBe("pending");
  const secrets = await base.db.query(
    sql`SELECT 1 FROM period WHERE secret IS NOT NULL AND draw_at > house_clock()`,
  );
  expect(secrets).toEqual([]);
  const seals = await base.db.query<{ sealed: Uint8Array; anchor: Uint8Array }>(
    sql`SELECT sealed, anchor FROM chain`,
  );
  const drawn = await base.db.query<{ secret: Uint8Array }>(
    sql`SELECT secret FROM period WHERE secret IS NOT NULL LIMIT 200`,
  );
  for (const { sealed } of seals)
    for (const { secret } of drawn) expect(Buffer.from(sealed).includes(Buffer.from(secret))).toBe(false);
});
