import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openHistories, type Histories } from "../testing/ledger-history.ts";
import { balanceOf, checkBooks, reportParts, stopMoney, resumeMoney } from "../ledger/ledger.ts";
import { openAgents, type Agents, type BookFault } from "./agents.ts";

const ZONE = "Asia/Ho_Chi_Minh";
const DAY_MS = 86_400_000;
/** Noon of 2026-11-18 by the server's clock. */
const NOON = Date.parse("2026-11-18T05:00:00Z");
const RATES = { rebate: 10, levels: [30, 15, 5] };

let histories: Histories;
let agents: Agents;
beforeEach(async () => {
  histories = await openHistories();
  await histories.at(NOON);
  agents = node();
  await agents.plans.begin(histories.base.db);
});
afterEach(() => histories.close());

function node(options: { fault?: BookFault; unguarded?: boolean; playersAtOnce?: number } = {}): Agents {
  return openAgents(
    { db: histories.base.db, log: pino({ level: "silent" }) },
    {
      settings: { plan: RATES, gifts: { fourEyesAbove: 500_00n, max: 5000_00n } },
      margins: { ofPlan: () => Promise.resolve(undefined) },
      houseTimeZone: ZONE,
      checkClock: () => Promise.resolve(),
      notify: () => undefined,
      ...options,
    },
  );
}

/** A chain of players with money, each invited by the previous one. */
async function line(length: number): Promise<bigint[]> {
  const ids: bigint[] = [];
  for (let at = 0; at < length; at += 1) {
    ids.push(await histories.player(ids.at(-1)));
    await histories.move(ids[at] ?? 0n, "gift", 10_000_00n);
  }
  return ids;
}

/** Places and settles a bet that loses (0) or is half refunded (4). */
async function play(id: bigint, stake: bigint, pick = 0): Promise<void> {
  const period = await histories.period("K3");
  if ((await histories.bet(period, id, stake / 2n, pick)) === null) throw new Error("no bet");
  await histories.settle(period);
}

const income = async (id: bigint): Promise<bigint> =>
  ((await balanceOf(histories.base.db, id)) ?? 0n) - 10_000_00n;
const wrong = async (): Promise<readonly string[]> => {
  // The payouts of these bets follow no game's rules.
  const results = (await checkBooks(histories.base.db, "full", ZONE)) ?? [];
  return results
    .filter(({ name, broken }) => broken > 0n && name !== "payouts-right")
    .map(({ name }) => name);
};

describe("who invited whom", () => {
  test("is kept five levels up, for good, and makes no circle", async () => {
    const ids = await line(7);
    const rows = await histories.base.db.query<{ level: number; agent_id: bigint }>(
      sql`SELECT level::int AS level, agent_id FROM agent_line WHERE player_id = $1 ORDER BY level`,
      [ids[6]],
    );
    expect(rows).toEqual([5, 4, 3, 2, 1].map((at, index) => ({ level: index + 1, agent_id: ids[at] })));
    for (const db of [histories.base.db, histories.base.owner]) {
      await expect(
        db.query(sql`UPDATE player SET inviter_id = $2 WHERE id = $1`, [ids[6], ids[0]]),
      ).rejects.toThrow("for good");
      await expect(
        db.query(sql`UPDATE player SET inviter_id = NULL WHERE id = $1`, [ids[6]]),
      ).rejects.toThrow("for good");
      await expect(db.query(sql`UPDATE agent_line SET agent_id = $1`, [ids[0]])).rejects.toThrow();
    }
    await expect(histories.player((ids[6] ?? 0n) + 100n)).rejects.toThrow();
  });
});

describe("a day", () => {
  test("is booked once it is over: own turnover, and the team's by level, each rounded down once", async () => {
    const [top = 0n, middle = 0n, low = 0n] = await line(3);
    await play(low, 333_34n);
    await play(low, 100_00n, 4);
    await play(middle, 50_02n);
    expect(await agents.book()).toEqual([]);
    await histories.pass(DAY_MS);
    expect(await agents.book()).toEqual(["2026-11-18"]);
    expect(await agents.book()).toEqual([]);
    // low: 383.34 of its own, as half of the second bet was refunded.
    expect(await income(low)).toBe(-333_34n - 50_00n + 38n);
    // middle: 0.10 % of 50.02, and 0.30 % of 383.34.
    expect(await income(middle)).toBe(-50_02n + 5n + 1_15n);
    // top: 0.30 % of 50.02 is 0.15, and 0.15 % of 383.34 is 0.57.
    expect(await income(top)).toBe(15n + 57n);
    const report = await reportParts(histories.base.db, top, { days: 1, timeZone: "+07:00" });
    expect(report.parts).toMatchObject([{ day: "2026-11-19", rebate: 72n }]);
    expect(await wrong()).toEqual([]);
    const days = await agents.teams.days(top, { from: null, to: null });
    expect(days).toMatchObject([
      { day: "2026-11-18", level: 1, turnover: 50_02n, rate: 30, amount: 15n, booked: true },
      { day: "2026-11-18", level: 2, turnover: 383_34n, rate: 15, amount: 57n, booked: true },
    ]);
  });

  test("waits for the periods it drew, and what is settled after midnight is the next day's", async () => {
    const [top = 0n, low = 0n] = await line(2);
    await play(low, 100_00n);
    const late = await histories.period("K3");
    await histories.bet(late, low, 100_00n, 0);
    await histories.pass(DAY_MS);
    expect(await agents.book()).toEqual([]);
    expect(await agents.teams.days(top, { from: null, to: null })).toMatchObject([
      { day: "2026-11-18", amount: 30n, booked: false },
    ]);
    await histories.settle(late);
    expect(await agents.book()).toEqual(["2026-11-18"]);
    expect(await income(top)).toBe(30n);
    await histories.pass(DAY_MS);
    expect(await agents.book()).toEqual(["2026-11-19"]);
    expect(await income(top)).toBe(30n + 60n);
    expect(await wrong()).toEqual([]);
  });

  test("that was missed is booked by itself, each by the plan of its day", async () => {
    const [top = 0n, low = 0n] = await line(2);
    const { db } = histories.base;
    const [operator] = await histories.base.owner.query<{ id: bigint }>(sql`
      INSERT INTO operator (id, name, role, password_hash, must_change_password, totp_secret, created)
      VALUES (101, 'risky', 'risk', '', false, '', house_clock()) RETURNING id`);
    const publish = (rebate: number, levels: readonly number[]) =>
      agents.plans.publish(db, { rebate, levels, operatorId: operator?.id ?? 0n, reason: "a test" });
    await play(low, 100_00n);
    await publish(0, [400]);
    await publish(0, [100, 50]);
    expect(await publish(100, [300, 101])).toEqual({ outcome: "too-high" });
    expect(await agents.plans.current(db)).toMatchObject({
      plan: { rebate: 10, levels: [30, 15, 5], fromDay: "2026-11-18" },
      next: { rebate: 0, levels: [100, 50], fromDay: "2026-11-19" },
    });
    for (const stake of [200_00n, 300_00n]) {
      await histories.pass(DAY_MS);
      await play(low, stake);
    }
    await histories.pass(3 * DAY_MS);
    expect(await agents.book()).toEqual([
      "2026-11-18",
      "2026-11-19",
      "2026-11-20",
      "2026-11-21",
      "2026-11-22",
    ]);
    expect(await income(top)).toBe(30n + 2_00n + 3_00n);
    expect(await income(low)).toBe(-600_00n + 10n);
    const list = await agents.plans.list(db, { before: null, limit: 10 });
    expect(list.map(({ state }) => state)).toEqual(["inForce", "replaced", "past"]);
    expect(await agents.teams.books(null, 10)).toMatchObject([
      { day: "2026-11-22" },
      { day: "2026-11-21" },
      { day: "2026-11-20", turnover: 300_00n, commission: 3_00n, players: 1 },
      { day: "2026-11-19" },
      { day: "2026-11-18", rebate: 10n, commission: 30n, players: 2 },
    ]);
    expect(await wrong()).toEqual([]);
  });

  test("is for a locked player as for any, and not for one who closed the account", async () => {
    const [top = 0n, low = 0n] = await line(2);
    const other = await histories.player(top);
    await histories.move(other, "gift", 10_000_00n);
    await play(low, 100_00n);
    await play(other, 100_00n);
    const status = sql`UPDATE player SET status = $2 WHERE id = $1`;
    await histories.base.db.query(status, [top, "locked"]);
    await histories.base.db.query(status, [low, "closed"]);
    await histories.pass(DAY_MS);
    await agents.book();
    expect([await income(top), await income(low), await income(other)]).toEqual([
      60n,
      -100_00n,
      -100_00n + 10n,
    ]);
  });

  test("is not booked while money is stopped", async () => {
    const [top = 0n, low = 0n] = await line(2);
    await play(low, 100_00n);
    await histories.pass(DAY_MS);
    await stopMoney(histories.base.db, "a test");
    expect(await agents.book()).toEqual([]);
    await resumeMoney(histories.base.db);
    await agents.book();
    expect(await income(top)).toBe(30n);
  });
});

describe("exactly once", () => {
  const FAULTS = ["counted", "worked-out", "paid-some", "before-paid"] as const;

  test.each(FAULTS)(
    "whatever dies at %s: the next one goes on, and nothing is booked twice",
    async (fault) => {
      const team = await line(4);
      for (const id of team) await play(id, 100_00n);
      await histories.pass(DAY_MS);
      let times = 0;
      const dying = node({
        playersAtOnce: 1,
        fault: (at) => {
          if (at !== fault) return;
          times += 1;
          if (times <= 3) throw new Error("killed");
        },
      });
      for (let at = 0; at < 3; at += 1) await dying.book().catch(() => undefined);
      expect(times).toBeGreaterThan(0);
      await node().book();
      expect(await Promise.all(team.map(income))).toEqual([
        -100_00n + 10n + 30n + 15n + 5n,
        -100_00n + 10n + 30n + 15n,
        -100_00n + 10n + 30n,
        -100_00n + 10n,
      ]);
      expect(await wrong()).toEqual([]);
    },
  );

  test.each([false, true])("by many nodes at once (without the lock: %s)", async (unguarded) => {
    const team = await line(4);
    for (let day = 0; day < 2; day += 1) {
      for (const id of team) await play(id, 100_00n);
      await histories.pass(DAY_MS);
    }
    const all = Array.from({ length: 5 }, () => node({ unguarded, playersAtOnce: 1 }));
    await Promise.allSettled(all.map((one) => one.book()));
    await node().book();
    expect(await income(team[0] ?? 0n)).toBe(2n * (-100_00n + 60n));
    const [paid] = await histories.base.db.query(sql`
      SELECT count(*)::int AS rows, sum(amount)::int AS amount FROM agent_pay`);
    expect(paid).toEqual({ rows: 2 * 7, amount: 2 * (4 * 10 + 3 * 30 + 2 * 15 + 5) });
    expect(await wrong()).toEqual([]);
  });

  test("and the check of the books tells what was booked beside it", async () => {
    const [top = 0n, low = 0n] = await line(2);
    await play(low, 100_00n);
    await histories.pass(DAY_MS);
    await agents.book();
    await histories.move(top, "commission", 1n);
    expect(await wrong()).toEqual(["income-booked-once"]);
  });
});
