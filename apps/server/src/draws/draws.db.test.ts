import { leafHash, merkleRoot, parseCheckpoint, parseNote, parsePolicy, utf8, verifyNote } from "@lotus/tlog";
import { GAMES, type Period, periodAt, periodByNo, periodsBetween } from "@lotus/games";
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

/**
 * The hours of the day, after the first, in which bets are placed. XYFT ends in one, and begins in another. A draw costs the
 * same in every hour; in the others nothing is sold, and one record says so.
 */
const SOLD_HOURS: ReadonlySet<number> = new Set([1, 4, 13, 23]);
const STATES = sql`SELECT period_no, state FROM period WHERE game = $1 AND draw_at <= house_clock() ORDER BY draw_at`;
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
  // Sold periods are drawn however late, so a clock that advances by hours draws every one of them.
  const hourOf = (at: number): number => Math.ceil((at - START) / HOUR) - 1;
  const isSold = ({ drawAt }: Period): boolean => SOLD_HOURS.has(hourOf(drawAt));
  for (const one of GAMES)
    for (const period of periodsBetween(one, middle, end))
      if (isSold(period)) await betOn(base.db, one.code, period.periodNo);
  for (let at = middle; at <= end; at += HOUR) await tickAt(at);
  await tickAt(end);
  for (const { code } of GAMES) {
    const all = periodsBetween(game(code), START, end);
    // What was already on sale when the clock ran before could have been bet on.
    const isDrawn = (period: Period): boolean =>
      period.closeAt <= middle || isSold(period) || period.openAt <= START + hourOf(period.closeAt) * HOUR;
    expect(await base.db.query(STATES, [code])).toEqual(
      all.map((period) => ({ period_no: period.periodNo, state: isDrawn(period) ? "settled" : "skipped" })),
    );
    const expected = all.filter(isDrawn);
    for (const share of [0, 0.05, 0.31, 0.64, 1]) {
      const periodNo = expected[Math.floor(share * (expected.length - 1))]?.periodNo ?? "";
      const report = await checkedProof(base.db, draws, code, periodNo);
      expect(report.steps.flatMap(({ faults }) => faults)).toEqual([]);
      expect(report.verdict).toBe("valid");
    }
    const log = await logOf(base.db, code);
    expect(log.filter(({ type }) => type === "draw").length).toBe(expected.length);
    // Each record names consecutive periods, and together they name each that was not sold.
    const numbers = all.map(({ periodNo }) => periodNo);
    const skipped = log.filter(({ type }) => type === "skipped").map(({ body }) => JSON.parse(body));
    expect(
      skipped.flatMap(({ fromPeriod, toPeriod }) =>
        numbers.slice(numbers.indexOf(fromPeriod), numbers.indexOf(toPeriod) + 1),
      ),
    ).toEqual(all.filter((period) => !isDrawn(period)).map(({ periodNo }) => periodNo));
  }
  const published = await base.db.query<{ draw_at: bigint }>(PERIODS, ["FFC"]);
  expect(Number(published.at(-1)?.draw_at)).toBeGreaterThan(end + 24 * HOUR);
}, 900_000);

test("the round of a draw is unknown before its time, and the proof says so", async () => {
  const now = START + 24 * HOUR;
  // The server's own time ran on while the proofs of the day were checked.
  await tickAt(now);
  const next = periodAt(game("K3"), now);
  const report = await checkedProof(base.db, draws, "K3", next.periodNo);
  expect(report.verdict).toBe("pending");
  expect(await draws.fairness.rounds.get(draws.fairness.roundOf(next.drawAt))).toBeNull();
});
