import { MAX_RUNNING_CHASES } from "@lotus/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { booksAreRight, checkBooks, moneyOfPlayers, resumeMoney, stopMoney } from "../ledger/ledger.ts";
import { exclude, takeTimeOut } from "../protection/take-breaks.ts";
import { CHASED, type ChaseServer, openChaseServer } from "../testing/chase-server.ts";

let server: ChaseServer;
const NOON = Date.UTC(2026, 10, 22, 5, 0, 1);
let hour = 0;
beforeAll(async () => {
  server = await openChaseServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  hour += 3;
  await server.setTime(NOON + hour * 3_600_000);
});
afterEach(async () => {
  await server.betting.receipts.settled();
  const results = (await checkBooks(server.base.db, "full", "Asia/Ho_Chi_Minh")) ?? [];
  expect(results.filter(({ broken }) => broken > 0n)).toEqual([]);
  expect(booksAreRight(results)).toBe(true);
});

async function money(playerId: bigint): Promise<{ cash: bigint; chases: bigint }> {
  const { cash = 0n, chases = 0n } = (await moneyOfPlayers(server.base.db, [playerId])).get(playerId) ?? {};
  return { cash, chases };
}

async function running(playerId: bigint): Promise<number> {
  const [row] = await server.base.owner.query<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM chase_progress WHERE player_id = $1 AND next_period IS NOT NULL`,
    [playerId],
  );
  return row?.count ?? -1;
}

async function ordersOf(playerId: bigint): Promise<number> {
  const [row] = await server.base.owner.query<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM bet_order WHERE player_id = $1`,
    [playerId],
  );
  return row?.count ?? -1;
}

const codeOf = (reply: { ok: boolean; code?: unknown }): unknown => (reply.ok ? "ok" : reply.code);

test("of forty begun at once no more run than one may have, and each that runs is paid for", async () => {
  const playerId = await server.player(1000_00n);
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, at) => server.begin(playerId, { periods: 5 }, `socket-number-${at}`)),
  );
  const codes = replies.map(codeOf);
  expect(codes.filter((code) => code === "ok")).toHaveLength(MAX_RUNNING_CHASES);
  expect(codes.filter((code) => code === "TOO_MANY_CHASES")).toHaveLength(40 - MAX_RUNNING_CHASES);
  expect(await running(playerId)).toBe(MAX_RUNNING_CHASES);
  await server.chases.advance(CHASED);
  const { cash, chases } = await money(playerId);
  expect(cash).toBe(1000_00n - BigInt(MAX_RUNNING_CHASES) * 5_00n);
  expect(chases).toBe(BigInt(MAX_RUNNING_CHASES) * 4_00n);
  // Whose place is free again may begin another.
  const first = replies.find((reply) => reply.ok);
  if (first?.ok !== true || typeof first.raw !== "string") throw new Error("none has begun");
  const { chaseNo } = JSON.parse(first.raw) as { chaseNo: string };
  await server.ask(server.chases.calls.cancelChase, playerId, { params: { chaseNo } });
  expect(codeOf(await server.begin(playerId, { periods: 5 }, "one-more"))).toBe("ok");
});

test("forty sockets cannot set aside more than there is", async () => {
  const playerId = await server.player(22_00n);
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, at) => server.begin(playerId, { periods: 5 }, `poor-number-${at}`)),
  );
  expect(replies.map(codeOf).filter((code) => code === "ok")).toHaveLength(4);
  const { cash, chases } = await money(playerId);
  expect([cash, cash + chases + BigInt(await ordersOf(playerId)) * 1_00n]).toEqual([2_00n, 22_00n]);
});

test.each([
  ["a time-out", (playerId: bigint) => takeTimeOut(server.base.db, playerId, { days: 1 })],
  ["an exclusion", (playerId: bigint) => exclude(server.base.db, { exclusionMonths: [6] }, playerId, 6)],
])(
  "%s that is taken while chases begin leaves none of them running, and nothing set aside",
  async (_what, take) => {
    const playerId = await server.player(100_00n);
    const begin = (at: number) => server.begin(playerId, { periods: 5 }, `before-break-${at}`);
    const [replies] = await Promise.all([
      Promise.all(Array.from({ length: 15 }, (_, at) => begin(at))),
      begin(100).then(() => take(playerId)),
    ]);
    for (const code of replies.map(codeOf)) expect(["ok", "PLAYER_EXCLUDED"]).toContain(code);
    expect(await running(playerId)).toBe(0);
    await server.chases.advance(CHASED);
    const orders = await ordersOf(playerId);
    expect(await money(playerId)).toEqual({ cash: 100_00n - BigInt(orders) * 1_00n, chases: 0n });
    await server.nextPeriod();
    await server.chases.advance(CHASED);
    expect(await ordersOf(playerId)).toBe(orders);
  },
);

test.each([
  ["stake", "stake_ceiling"],
  ["loss", "loss_ceiling"],
] as const)("none begins whose first bet would pass the player's own limit of %s", async (_kind, ceiling) => {
  const playerId = await server.player(100_00n);
  await server.base.owner.query(
    sql`INSERT INTO play_guard (player_id, stake_ceiling, loss_ceiling)
        VALUES ($1, CASE WHEN $2 = 'stake_ceiling' THEN 250 END, CASE WHEN $2 = 'loss_ceiling' THEN 250 END)`,
    [playerId, ceiling],
  );
  expect(codeOf(await server.begin(playerId, { multiples: [3, 1] }))).toBe("OWN_LIMIT_REACHED");
  expect(await money(playerId)).toEqual({ cash: 100_00n, chases: 0n });
  expect(await running(playerId)).toBe(0);
  // What later periods come to is looked at as they come.
  expect(codeOf(await server.begin(playerId, { multiples: [2, 1] }))).toBe("ok");
});

test("while money is stopped none begins, and none that runs places or gives back", async () => {
  const playerId = await server.player(10_00n);
  const chaseNo = await server.begun(playerId, { periods: 6 });
  await stopMoney(server.base.db, "a test");
  try {
    expect(codeOf(await server.begin(playerId, { periods: 2 }))).toBe("MONEY_STOPPED");
    const { cancelChase } = server.chases.calls;
    expect(codeOf(await server.ask(cancelChase, playerId, { params: { chaseNo } }))).toBe("MONEY_STOPPED");
    await server.skipDraw();
    await server.chases.advance(CHASED);
    expect(await ordersOf(playerId)).toBe(1);
    expect(await money(playerId)).toEqual({ cash: 4_00n, chases: 5_00n });
  } finally {
    await resumeMoney(server.base.db);
  }
  await server.chases.advance(CHASED);
  expect(await ordersOf(playerId)).toBe(2);
});

test("none begins while a server is up that does not know of chases", async () => {
  const playerId = await server.player(10_00n);
  server.setAllKnow(false);
  await expect(server.begin(playerId, { periods: 6 })).rejects.toThrow(
    "a server of an earlier version is up",
  );
  server.setAllKnow(true);
  expect(await money(playerId)).toEqual({ cash: 10_00n, chases: 0n });
  expect(codeOf(await server.begin(playerId, { periods: 6 }))).toBe("ok");
});

test("one that is ended on two phones while its bet is placed is ended once, and pays for what was placed", async () => {
  const playerId = await server.player(10_00n);
  const chaseNo = await server.begun(playerId, { periods: 6 });
  await server.nextPeriod();
  const cancel = (phone: number) =>
    server.ask(server.chases.calls.cancelChase, playerId, {
      params: { chaseNo },
      key: `key-of-phone-${phone}`,
    });
  const [one, other] = await Promise.all([cancel(1), cancel(2), server.chases.advance(CHASED)]);
  expect(new Set([codeOf(one), codeOf(other)])).toEqual(new Set(["CHASE_ENDED", "ok"]));
  const orders = await ordersOf(playerId);
  expect([1, 2]).toContain(orders);
  expect(await money(playerId)).toEqual({ cash: 10_00n - BigInt(orders) * 1_00n, chases: 0n });
});

test("whoever is not its player neither sees it, ends it nor agrees to its odds", async () => {
  const playerId = await server.player(10_00n);
  const thief = await server.player(10_00n);
  const chaseNo = await server.begun(playerId, { periods: 6 });
  const { chaseDetail, cancelChase, chaseOdds } = server.chases.calls;
  for (const [call, body] of [
    [chaseDetail, undefined],
    [cancelChase, undefined],
    [chaseOdds, { version: server.betting.odds.current().version }],
  ] as const) {
    expect(codeOf(await server.ask(call, thief, { params: { chaseNo }, body }))).toBe("CHASE_UNKNOWN");
  }
  expect((await server.detail(playerId, chaseNo)).chase).toMatchObject({ state: "running" });
});
