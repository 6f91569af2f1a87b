import { type GameCode, periodsBetween } from "@lotus/games";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openTestDatabase, setTestClock, type TestDatabase } from "../testing/test-database.ts";
import { betOn, checkedProof, game, logOf, openTestDraws, type TestDraws } from "../testing/draws.ts";
import type { DrawFault } from "./draws.ts";
import { AHEAD_MS } from "./publish.ts";
import { SHORT_DAY } from "../testing/short-day.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** 2026-11-21, 12:00:00 in the operator's zone: a draw of every game but XYFT, which opens in an hour. */
const NOON = Date.UTC(2026, 10, 21, 5, 0, 0);

let base: TestDatabase;
let open: TestDraws[] = [];
beforeEach(async () => {
  base = await openTestDatabase();
  await setTestClock(base.db, NOON);
});
afterEach(async () => {
  for (const draws of open) await draws.stop();
  open = [];
  await base.close();
});

function server(options: Parameters<typeof openTestDraws>[1] = {}): TestDraws {
  const draws = openTestDraws(base.db, { codes: ["FFC"], ...SHORT_DAY, ...options });
  open.push(draws);
  return draws;
}

async function kill(draws: TestDraws): Promise<void> {
  await draws.stop();
  open = open.filter((one) => one !== draws);
}

async function tickAt(draws: TestDraws, at: number): Promise<boolean> {
  await setTestClock(base.db, at);
  return draws.tick();
}

const STATE = sql`SELECT state, late, numbers IS NOT NULL AS shown FROM period WHERE game = $1 AND period_no = $2`;
async function stateOf(
  code: GameCode,
  periodNo: string,
): Promise<{ state: string; late: boolean; shown: boolean } | undefined> {
  const [row] = await base.db.query<{ state: string; late: boolean; shown: boolean }>(STATE, [
    code,
    periodNo,
  ]);
  return row;
}

/** The periods of a game that draw in (from, to]. */
function periods(code: GameCode, from: number, to: number): string[] {
  return periodsBetween(game(code), from, to).map(({ periodNo }) => periodNo);
}

async function typesAfter(code: GameCode, seq: number): Promise<string[]> {
  const log = await logOf(base.db, code);
  return log
    .slice(seq)
    .filter(({ type }) => type !== "period")
    .map(({ type, body }) => {
      const { periodNo, fromPeriod, toPeriod } = JSON.parse(body);
      return `${type} ${periodNo ?? `${fromPeriod}-${toPeriod}`}`;
    });
}

describe("after downtime", () => {
  test("a minute off: what could be sold is drawn late, and nothing is skipped", async () => {
    const draws = server();
    await tickAt(draws, NOON + 30 * SECOND);
    await kill(draws);
    const again = server();
    await tickAt(again, NOON + 90 * SECOND);
    const [first = ""] = periods("FFC", NOON, NOON + MINUTE);
    expect(await stateOf("FFC", first)).toEqual({ state: "settled", late: true, shown: true });
    expect((await checkedProof(base.db, again, "FFC", first)).verdict).toBe("valid");
    expect((await logOf(base.db, "FFC")).some(({ type }) => type === "skipped")).toBe(false);
  });

  test("an hour off: one record for all that nobody could bet on; what was sold is drawn", async () => {
    const draws = server();
    await tickAt(draws, NOON + 30 * SECOND);
    const [sold = "", ...gap] = periods("FFC", NOON, NOON + HOUR);
    await betOn(base.db, "FFC", sold);
    const before = (await logOf(base.db, "FFC")).length;
    await kill(draws);
    const again = server();
    await tickAt(again, NOON + HOUR + 30 * SECOND);
    expect(await typesAfter("FFC", before)).toEqual([
      `close ${sold}`,
      `skipped ${gap[0]}-${gap.at(-1)}`,
      `draw ${sold}`,
      `settled ${sold}`,
    ]);
    expect(await stateOf("FFC", sold)).toEqual({ state: "settled", late: true, shown: true });
    for (const periodNo of gap)
      expect(await stateOf("FFC", periodNo)).toEqual({ state: "skipped", late: false, shown: false });
    expect((await checkedProof(base.db, again, "FFC", gap[10] ?? "")).verdict).toBe("voided");
  });

  test("a bet within the gap, taken by a node without the draw clock, is drawn", async () => {
    const draws = server();
    await tickAt(draws, NOON + 30 * SECOND);
    const all = periods("FFC", NOON, NOON + HOUR);
    const sold = all[30] ?? "";
    await kill(draws);
    await betOn(base.db, "FFC", sold);
    const before = (await logOf(base.db, "FFC")).length;
    const again = server();
    await tickAt(again, NOON + HOUR + 30 * SECOND);
    const lines = await typesAfter("FFC", before);
    // Each period is drawn as soon as its own close is witnessed and its own round is known, whichever comes first.
    const first = [`draw ${all[0]}`, `settled ${all[0]}`];
    const second = [`draw ${sold}`, `settled ${sold}`];
    expect(lines.filter((line) => first.includes(line))).toEqual(first);
    expect(lines.filter((line) => second.includes(line))).toEqual(second);
    expect(lines.filter((line) => ![...first, ...second].includes(line))).toEqual([
      `close ${all[0]}`,
      `skipped ${all[1]}-${all[29]}`,
      `close ${sold}`,
      `skipped ${all[31]}-${all.at(-1)}`,
    ]);
    expect((await checkedProof(base.db, again, "FFC", sold)).verdict).toBe("valid");
  });

  test("two weeks off cost no more than a minute off", async () => {
    const all = server({ codes: ["FFC", "SFC", "WFC", "K3", "PK10", "XYFT", "LHC"] });
    await tickAt(all, NOON + 30 * SECOND);
    const lengths = new Map<GameCode, number>();
    for (const { code } of all.games) lengths.set(code, (await logOf(base.db, code)).length);
    await kill(all);
    const back = NOON + 14 * DAY + 30 * SECOND;
    const again = server({ codes: ["FFC", "SFC", "WFC", "K3", "PK10", "XYFT", "LHC"], aheadMs: AHEAD_MS });
    await tickAt(again, back);
    for (const { code } of again.games) {
      const lines = await typesAfter(code, lengths.get(code) ?? 0);
      expect(lines.filter((line) => line.startsWith("skipped")).length).toBe(1);
      // At most one draw: of the period on sale when the server stopped.
      expect(lines.length).toBeLessThanOrEqual(4);
      const due = periods(code, NOON + 30 * SECOND, back);
      expect(lines.find((line) => line.startsWith("skipped"))).toMatch(new RegExp(`-${due.at(-1) ?? ""}$`));
    }
    // Sales continue at once, with records made before them.
    const [current] = await base.db.query<{ open_at: bigint; ahead: bigint }>(
      sql`SELECT epoch_ms(min(open_at)) AS open_at, epoch_ms(max(draw_at)) AS ahead FROM period WHERE game = 'FFC' AND draw_at > house_clock()`,
    );
    expect(Number(current?.open_at)).toBe(back);
    expect(Number(current?.ahead)).toBeGreaterThan(back + DAY);
  });
});

describe("a death at any point", () => {
  const points: Parameters<DrawFault>[0][] = [
    "before-close",
    "after-close",
    "after-close-record",
    "in-draw",
    "after-draw",
  ];
  test.each(points)("%s: the next start goes on, and every record is there once", async (point) => {
    let armed = false;
    const dying = server({
      fault: (at) => {
        if (armed && at === point) throw new Error("killed here");
      },
    });
    await tickAt(dying, NOON + 30 * SECOND);
    const [first = ""] = periods("FFC", NOON, NOON + MINUTE);
    await betOn(base.db, "FFC", first);
    armed = true;
    await expect(tickAt(dying, NOON + MINUTE)).rejects.toThrow("killed here");
    const between = await stateOf("FFC", first);
    expect(between?.shown).toBe(point === "after-draw");
    await kill(dying);
    const again = server();
    await tickAt(again, NOON + MINUTE + 5 * SECOND);
    expect(await stateOf("FFC", first)).toEqual({ state: "settled", late: false, shown: true });
    const report = await checkedProof(base.db, again, "FFC", first);
    expect(report.verdict).toBe("valid");
    const own = (await logOf(base.db, "FFC"))
      .filter(({ periodNo }) => periodNo === first)
      .map(({ type }) => type);
    expect(own).toEqual(["period", "close", "draw", "settled"]);
  });

  test("while the first day is put on record: nothing of it is there, and the next start begins anew", async () => {
    const dying = server({
      aheadMs: AHEAD_MS,
      fault: (at) => {
        if (at === "in-publish") throw new Error("killed here");
      },
    });
    await expect(dying.tick()).rejects.toThrow("killed here");
    expect(await logOf(base.db, "FFC")).toEqual([]);
    await kill(dying);
    await server({ aheadMs: AHEAD_MS }).tick();
    const log = await logOf(base.db, "FFC");
    expect(log.length).toBeGreaterThan(1440);
  });
});

describe("the lead", () => {
  test("one node leads, the other waits, and takes over when the first one goes", async () => {
    const [first, second] = [server({ node: "one" }), server({ node: "two" })];
    expect(await first.tick()).toBe(true);
    expect(await second.tick()).toBe(false);
    await kill(first);
    expect(await tickAt(second, NOON + MINUTE)).toBe(true);
  });

  test("one that was passed over steps down at its next beat, and writes nothing", async () => {
    const first = server({ node: "one" });
    await first.tick();
    // Simulates a broken lock: the second one leads as well, with a newer epoch.
    const second = server({ node: "two", lock: 1n });
    expect(await second.tick()).toBe(true);
    const before = (await logOf(base.db, "FFC")).length;
    await setTestClock(base.db, NOON + MINUTE);
    expect(await first.tick()).toBe(false);
    expect((await logOf(base.db, "FFC")).length).toBe(before);
    expect(await second.tick()).toBe(true);
    expect(await typesAfter("FFC", before)).toHaveLength(3);
  });

  test("two leaders at once draw each period once", async () => {
    const [first, second] = [server({ node: "one" }), server({ node: "two", lock: 1n })];
    await first.tick();
    for (let minute = 1; minute <= 10; minute += 1) {
      await setTestClock(base.db, NOON + minute * MINUTE);
      await Promise.allSettled([first.tick(), second.tick(), first.tick()]);
    }
    await Promise.allSettled([first.tick(), second.tick()]);
    await tickAt(second, NOON + 10 * MINUTE);
    const log = await logOf(base.db, "FFC");
    for (const periodNo of periods("FFC", NOON, NOON + 10 * MINUTE)) {
      expect(log.filter((record) => record.periodNo === periodNo && record.type === "draw").length).toBe(1);
      expect((await checkedProof(base.db, second, "FFC", periodNo)).verdict).toBe("valid");
    }
  });
});

test("a bet that holds its period is waited for, and is on the close record", async () => {
  const draws = server();
  await tickAt(draws, NOON + 30 * SECOND);
  const [first = ""] = periods("FFC", NOON, NOON + MINUTE);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let took = (): void => undefined;
  const taken = new Promise<void>((resolve) => {
    took = resolve;
  });
  const bet = base.db.transaction(async (tx) => {
    await tx.query(
      sql`SELECT 1 FROM period WHERE game = 'FFC' AND period_no = $1 AND state = 'open' FOR SHARE`,
      [first],
    );
    took();
    await held;
    await betOn({ ...base.db, query: tx.query }, "FFC", first);
  });
  await taken;
  const ticked = tickAt(draws, NOON + MINUTE);
  release();
  await Promise.all([bet, ticked]);
  const close = (await logOf(base.db, "FFC")).find(
    ({ type, periodNo }) => type === "close" && periodNo === first,
  );
  expect(JSON.parse(close?.body ?? "{}")).toMatchObject({ orders: 1, stake: "1.00" });
});
