import { type CALLS, type CallData, LIMIT_WINDOWS } from "@lotus/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { balanceOf, HOUSE_ACCOUNTS, cashAccount, lockCash, post } from "../ledger/ledger.ts";
import {
  accepted,
  CANCEL,
  openTestServer,
  ORDER,
  slipOn,
  type TestServer,
} from "../testing/betting-server.ts";
import { BANK, tryRecharge } from "../testing/recharges.ts";
import { setTestClock } from "../testing/test-database.ts";
import { DEMO_CHANNEL } from "../wallet/channels/demo.ts";
import { confirmLimit, setLimit } from "./change-limits.ts";
import { MarkRetention } from "./mark-retention.ts";
import { DEFAULT_PACK } from "./packs/default.ts";
import { RULE_PACKS } from "./packs/packs.ts";
import { limitsOf, playLimitsOf, tightestLimit } from "./play-state.ts";
import { judgeRecharge } from "./recharge-verdict.ts";

/** Limits of deposits, losses and stakes, on a real database, with bets on two servers. */

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const NOW = Date.UTC(2026, 10, 24, 9, 2);

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer(20);
});
afterAll(() => server.close());
beforeEach(() => setTestClock(server.base.db, NOW));

let periods = 0;
async function sale(at = NOW): Promise<string> {
  periods += 1;
  return server.period({ openAt: at - MINUTE_MS, closeAt: at + 10 * MINUTE_MS });
}

const limitOf = (
  playerId: bigint,
  kind: "deposit" | "loss" | "stake",
  window: "day" | "week" | "month",
  amount: bigint | null,
) => setLimit(server.base.db, DEFAULT_PACK, { playerId, kind, window, amount });

const bet = (playerId: bigint, periodNo: string, amount = "1.00", onOtherNode = false) =>
  server.call(ORDER, { playerId, params: { gameCode: "FFC" }, body: slipOn(periodNo, amount), onOtherNode });

const STAKES = sql`SELECT count(*) AS bets, coalesce(sum(total), 0)::bigint AS staked FROM bet_order WHERE player_id = $1`;
async function stakesOf(playerId: bigint): Promise<{ bets: bigint; staked: bigint }> {
  const [row] = await server.base.db.query<{ bets: bigint; staked: bigint }>(STAKES, [playerId]);
  if (row === undefined) throw new Error("no answer");
  return row;
}

async function pay(playerId: bigint, amount: bigint): Promise<void> {
  await server.base.db.transaction(async (tx) => {
    await lockCash(tx, playerId);
    const to = { code: "payout", debit: HOUSE_ACCOUNTS.house, credit: cashAccount(playerId) } as const;
    await post(tx, [{ ...to, amount, reference: "0", playerId }]);
  });
}

test.each([
  ["one server", false],
  ["two servers", true],
])("of 200 bets of 1.00 at once with 69.00 left of a loss limit, 69 are accepted on %s", async (_, both) => {
  const player = await server.player(1_000_00n);
  const periodNo = await sale();
  await limitOf(player, "loss", "day", 100_00n);
  expect((await bet(player, periodNo, "31.00")).ok).toBe(true);
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) => bet(player, periodNo, "1.00", both && at % 2 === 1)),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(69);
  for (const answer of answers)
    if (!answer.ok)
      expect(answer).toMatchObject({ code: "OWN_LIMIT_REACHED", data: { kind: "loss", left: "0.00" } });
  expect(await stakesOf(player)).toEqual({ bets: 70n, staked: 100_00n });
  expect(await balanceOf(server.base.db, player)).toBe(900_00n);
});

test("the lowest of the limits applies, whatever its kind and window", async () => {
  for (const kind of ["loss", "stake"] as const) {
    for (const window of LIMIT_WINDOWS) {
      const player = await server.player(100_00n);
      const periodNo = await sale();
      for (const other of LIMIT_WINDOWS)
        await limitOf(player, kind, other, other === window ? 5_00n : 50_00n);
      expect((await bet(player, periodNo, "5.01")).ok).toBe(false);
      expect((await bet(player, periodNo, "5.00")).ok).toBe(true);
      expect(await bet(player, periodNo)).toMatchObject({
        code: "OWN_LIMIT_REACHED",
        data: { kind, window, amount: "5.00", left: "0.00" },
      });
    }
  }
});

test("a win gives room for losses, not for stakes; a cancelled bet gives back both", async () => {
  const player = await server.player(100_00n);
  const periodNo = await sale();
  await limitOf(player, "loss", "day", 10_00n);
  const first = accepted(await bet(player, periodNo, "10.00"));
  expect((await bet(player, periodNo)).ok).toBe(false);
  await pay(player, 5_00n);
  expect((await bet(player, periodNo, "5.01")).ok).toBe(false);
  expect((await bet(player, periodNo, "5.00")).ok).toBe(true);
  await limitOf(player, "stake", "day", 15_00n);
  await pay(player, 50_00n);
  expect(await bet(player, periodNo)).toMatchObject({ code: "OWN_LIMIT_REACHED", data: { kind: "stake" } });
  const orderNo = first.orders[0]?.orderNo ?? "";
  expect((await server.call(CANCEL, { playerId: player, params: { orderNo } })).ok).toBe(true);
  expect((await bet(player, periodNo, "10.00")).ok).toBe(true);
  expect((await bet(player, periodNo)).ok).toBe(false);
});

test("what was staked is free again when it leaves the rolling window, not at midnight", async () => {
  const player = await server.player(100_00n);
  await limitOf(player, "stake", "day", 10_00n);
  expect((await bet(player, await sale(), "10.00")).ok).toBe(true);
  const freeAt = (await tightestLimit(server.base.db, player, "stake"))?.freeAt ?? 0;
  // Its slot of five minutes ends at 9:05.
  expect(freeAt).toBe(NOW + 3 * MINUTE_MS + DAY_MS);
  await setTestClock(server.base.db, freeAt - 1);
  expect((await bet(player, await sale(freeAt))).ok).toBe(false);
  await setTestClock(server.base.db, freeAt);
  expect((await bet(player, await sale(freeAt), "10.00")).ok).toBe(true);
  expect((await bet(player, await sale(freeAt))).ok).toBe(false);
});

test("what was played before a limit is set counts", async () => {
  const player = await server.player(100_00n);
  const periodNo = await sale();
  await bet(player, periodNo, "30.00");
  await setTestClock(server.base.db, NOW + 2 * 60 * MINUTE_MS);
  await limitOf(player, "loss", "day", 31_00n);
  const later = await sale(NOW + 2 * 60 * MINUTE_MS);
  expect((await bet(player, later, "1.01")).ok).toBe(false);
  expect((await bet(player, later, "1.00")).ok).toBe(true);
});

test("a lower limit is in force at once, and drops a raise that waits", async () => {
  const player = await server.player(100_00n);
  const periodNo = await sale();
  await limitOf(player, "stake", "day", 50_00n);
  await limitOf(player, "stake", "day", 80_00n);
  expect((await playLimitsOf(server.base.db, player, DEFAULT_PACK)).limits.find(isStakeOfDay)).toMatchObject({
    amount: "50.00",
    pending: { amount: "80.00", from: NOW + DAY_MS },
  });
  await limitOf(player, "stake", "day", 1_00n);
  const lowered = (await playLimitsOf(server.base.db, player, DEFAULT_PACK)).limits.find(isStakeOfDay);
  expect(lowered).toMatchObject({ amount: "1.00" });
  expect(lowered).not.toHaveProperty("pending");
  expect((await bet(player, periodNo, "1.01")).ok).toBe(false);
});

type ShownLimit = CallData<typeof CALLS.limits>["limits"][number];
const isStakeOfDay = ({ kind, window }: ShownLimit): boolean => kind === "stake" && window === "day";

test.each([
  ["default", "24 hours", DAY_MS],
  ["uk", "24 hours", DAY_MS],
  ["de", "seven days", 7 * DAY_MS],
] as const)("%s: a raise waits %s and needs a second confirmation", async (name, _waits, wait) => {
  const pack = RULE_PACKS[name];
  const ref = { playerId: await server.player(100_00n), kind: "stake", window: "day" } as const;
  await setLimit(server.base.db, pack, { ...ref, amount: 5_00n });
  await setLimit(server.base.db, pack, { ...ref, amount: 10_00n });
  expect(await confirmLimit(server.base.db, ref)).toEqual({ outcome: "waits", from: NOW + wait });
  await setTestClock(server.base.db, NOW + wait);
  // Nothing happens by itself.
  const periodNo = await sale(NOW + wait);
  expect((await bet(ref.playerId, periodNo, "5.01")).ok).toBe(false);
  expect(await confirmLimit(server.base.db, ref)).toEqual({ outcome: "done" });
  expect((await bet(ref.playerId, periodNo, "10.00")).ok).toBe(true);
  expect(await confirmLimit(server.base.db, ref)).toEqual({ outcome: "not-pending" });
});

test("se: a raise waits 72 hours and the end of the running window", async () => {
  const playerId = await server.player(100_00n);
  for (const [window, wait] of [
    ["day", 3 * DAY_MS],
    ["week", 7 * DAY_MS],
    ["month", 30 * DAY_MS],
  ] as const) {
    const ref = { playerId, kind: "deposit", window } as const;
    await setLimit(server.base.db, RULE_PACKS.se, { ...ref, amount: 5_00n });
    await setLimit(server.base.db, RULE_PACKS.se, { ...ref, amount: 6_00n });
    expect(await confirmLimit(server.base.db, ref)).toEqual({ outcome: "waits", from: NOW + wait });
  }
});

test("a raise that nobody confirms lapses a week after its waiting time", async () => {
  const ref = { playerId: await server.player(0n), kind: "loss", window: "week" } as const;
  await setLimit(server.base.db, DEFAULT_PACK, { ...ref, amount: 5_00n });
  await setLimit(server.base.db, DEFAULT_PACK, { ...ref, amount: null });
  await setTestClock(server.base.db, NOW + 8 * DAY_MS - 1);
  expect(
    (await limitsOf(server.base.db, ref.playerId)).filter(({ pending }) => pending !== null),
  ).toHaveLength(1);
  await setTestClock(server.base.db, NOW + 8 * DAY_MS);
  expect(
    (await limitsOf(server.base.db, ref.playerId)).filter(({ pending }) => pending !== null),
  ).toHaveLength(0);
  expect(await confirmLimit(server.base.db, ref)).toEqual({ outcome: "not-pending" });
});

test("a deposit limit counts recharges alone: withdrawals and wins free nothing", async () => {
  const player = await server.player(0n);
  await limitOf(player, "deposit", "day", 100_00n);
  const recharge = (amount: bigint) => tryRecharge(server.base.db, player, { channel: DEMO_CHANNEL, amount });
  expect(await recharge(100_01n)).toEqual({ outcome: "over-limit" });
  expect(await recharge(60_00n)).toMatchObject({ outcome: "accepted" });
  await pay(player, 500_00n);
  expect(await recharge(40_01n)).toEqual({ outcome: "over-limit" });
  expect(await recharge(40_00n)).toMatchObject({ outcome: "accepted" });
  expect(await recharge(1n)).toEqual({ outcome: "over-limit" });
});

test("recharges that are still to be paid count, so that several at once pass no limit", async () => {
  const player = await server.player(0n);
  await limitOf(player, "deposit", "week", 250_00n);
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () => tryRecharge(server.base.db, player, { channel: BANK, amount: 100_00n })),
  );
  expect(outcomes.filter(({ outcome }) => outcome === "accepted")).toHaveLength(2);
});

test.each(["se", "de"] as const)(
  "%s: nothing is recharged before all three deposit limits are set, and none is removed",
  async (name) => {
    const pack = RULE_PACKS[name];
    const playerId = await server.player(0n);
    const judged = () =>
      server.base.db.transaction(async (tx) => {
        await lockCash(tx, playerId);
        return judgeRecharge(tx, pack, { playerId, amount: 1_00n, waiting: 0n });
      });
    for (const window of LIMIT_WINDOWS) {
      expect(await judged()).toBe("limits-needed");
      await setLimit(server.base.db, pack, { playerId, kind: "deposit", window, amount: 50_00n });
    }
    expect(await judged()).toBe("allowed");
    expect(
      await setLimit(server.base.db, pack, { playerId, kind: "deposit", window: "day", amount: null }),
    ).toBe("obligatory");
    expect(
      await setLimit(server.base.db, pack, { playerId, kind: "loss", window: "day", amount: null }),
    ).toBe("done");
  },
);

test("the net result of a day, a week, a month and a year is what was won less what was staked", async () => {
  const player = await server.player(1_000_00n);
  const rounds = [
    [40, 1_00n],
    [20, 10_00n],
    [3, 100_00n],
    [0, 200_00n],
  ] as const;
  for (const [daysAgo, stake] of rounds) {
    await setTestClock(server.base.db, NOW - daysAgo * DAY_MS + 40 * DAY_MS);
    expect(
      (await bet(player, await sale(NOW - daysAgo * DAY_MS + 40 * DAY_MS), String(stake / 100n) + ".00")).ok,
    ).toBe(true);
  }
  await pay(player, 5_00n);
  expect((await playLimitsOf(server.base.db, player, DEFAULT_PACK)).net).toEqual({
    day: "-195.00",
    week: "-295.00",
    month: "-305.00",
    year: "-306.00",
  });
});

const MARKS = sql`SELECT count(*)::int AS marks FROM ledger_mark WHERE player_id = $1`;

test("old marks are deleted but the first of each day, and no window holds less for it", async () => {
  const player = await server.player(1_000_00n);
  for (let hour = 0; hour < 6; hour += 1) {
    const at = NOW + hour * 60 * MINUTE_MS;
    await setTestClock(server.base.db, at);
    await bet(player, await sale(at), "10.00");
  }
  await setTestClock(server.base.db, NOW + 40 * DAY_MS);
  await bet(player, await sale(NOW + 40 * DAY_MS), "1.00");
  const before = await playLimitsOf(server.base.db, player, DEFAULT_PACK);
  expect(await server.base.db.query(MARKS, [player])).toEqual([{ marks: 7 }]);
  await new MarkRetention({ db: server.base.db, log: { warn: () => undefined } as never }).sweep();
  expect(await server.base.db.query(MARKS, [player])).toEqual([{ marks: 2 }]);
  expect(await playLimitsOf(server.base.db, player, DEFAULT_PACK)).toEqual(before);
});
