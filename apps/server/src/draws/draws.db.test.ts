import { leafHash, merkleRoot, parseCheckpoint, parseNote, parsePolicy, utf8, verifyNote } from "@lotus/tlog";
import { GAMES, periodAt, periodByNo, periodsBetween } from "@lotus/games";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openTestDatabase, setTestClock, type TestDatabase } from "../testing/test-database.ts";
import { betOn, checkedProof, game, logOf, openTestDraws, type TestDraws } from "../testing/draws.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** 2026-11-21, 00:00:20 in the operator's zone. */
const START = Date.UTC(2026, 10, 20, 17, 0, 20);

let base: TestDatabase;
let draws: TestDraws;
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
const PERIODS = sql`SELECT period_no, round, epoch_ms(open_at) AS open_at, epoch_ms(draw_at) AS draw_at FROM period WHERE game = $1 ORDER BY draw_at`;

interface PeriodRow {
  readonly period_no: string;
  readonly round: bigint;
  readonly open_at: bigint;
  readonly draw_at: bigint;
}

test("the first start puts a day of periods in the log before anything is sold", async () => {
  for (const { code } of GAMES) {
    const log = await logOf(base.db, code);
    expect(log.every(({ type }) => type === "period")).toBe(true);
    const rows = await base.db.query<PeriodRow>(PERIODS, [code]);
    expect(rows.map(({ period_no }) => period_no)).toEqual(log.map(({ periodNo }) => periodNo));
    expect(Number(rows.at(-1)?.draw_at)).toBeGreaterThan(START + 24 * HOUR);
    for (const row of rows) expect(Number(row.round)).toBe(draws.fairness.roundOf(Number(row.draw_at)));
    for (const row of rows.slice(1))
      expect(periodByNo(game(code), row.period_no)).toMatchObject({
        openAt: Number(row.open_at),
        drawAt: Number(row.draw_at),
      });
  }
  // The period on sale at the start was logged before its sale, which therefore began late.
  const [first] = await base.db.query<{ open_at: bigint }>(PERIODS, ["FFC"]);
  expect(Number(first?.open_at)).toBe(START);
});

test("the log begins with the beacon and the odds, and its checkpoint covers every entry", async () => {
  const entries = await base.db.query<{ index: bigint; type: string; body: string }>(
    sql`SELECT index, type, body FROM log_entry ORDER BY index`,
  );
  expect(entries.map(({ index }) => index)).toEqual(entries.map((_, at) => BigInt(at)));
  expect(entries[0]?.type).toBe("house");
  expect(JSON.parse(entries[0]?.body ?? "")).toMatchObject({ beacon: { hash: draws.fairness.chain.hash } });
  const file = await draws.fairness.files.read("checkpoint");
  const note = parseNote(String(file?.body));
  const checkpoint = note === null ? null : parseCheckpoint(note.body);
  expect(checkpoint?.size).toBe(entries.length);
  expect(checkpoint?.root).toEqual(merkleRoot(entries.map(({ body }) => leafHash(utf8(body)))));
  const [log] = parsePolicy(draws.fairness.policyText).logs;
  if (note === null || log === undefined) throw new Error("no checkpoint");
  expect(verifyNote(note, log.key)).toBe("signed");
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
      const report = await checkedProof(base.db, draws, code, periodNo);
      expect(report.steps.flatMap(({ faults }) => faults)).toEqual([]);
      expect(report.verdict).toBe("valid");
    }
    const log = await logOf(base.db, code);
    expect(log.filter(({ type }) => type === "draw").length).toBe(expected.length);
    expect(log.filter(({ type }) => type === "skipped")).toEqual([]);
  }
  const published = await base.db.query<{ draw_at: bigint }>(PERIODS, ["FFC"]);
  expect(Number(published.at(-1)?.draw_at)).toBeGreaterThan(end + 24 * HOUR);
}, 900_000);

test("the round of a draw is unknown before its time, and the proof says so", async () => {
  const now = START + 24 * HOUR;
  const next = periodAt(game("K3"), now);
  const report = await checkedProof(base.db, draws, "K3", next.periodNo);
  expect(report.verdict).toBe("pending");
  expect(await draws.fairness.rounds.get(draws.fairness.roundOf(next.drawAt))).toBeNull();
});
