import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "@lotus/server/db/database";
import { runTestClock, setTestClock } from "@lotus/server/testing/test-database";
import type { Reply } from "../tools/load/client.ts";
import { ServerClient } from "./testing/server-client.ts";
import { brokenBooks, openTestServer, type TestServer } from "./testing/open-server.ts";

/** The last minute of November by UTC, where the tables by month turn: 06:59:05 in the operator's zone. */
const START = Date.UTC(2026, 10, 30, 23, 59, 5);
const PERIOD_CLOSED = 3005;
const NOT_ENOUGH_BALANCE = 3012;
let open: TestServer;
let client: ServerClient;

beforeAll(async () => {
  open = await openTestServer(START);
  client = new ServerClient(open.url, 256);
});
afterAll(async () => {
  client.close();
  await open.close();
});

interface Placed {
  readonly orders: readonly { readonly orderNo: string }[];
  readonly balance: string;
}

async function current(): Promise<{ prizeNo: string; closeAt: number; drawAt: number }> {
  return (await client.get<{ prizeNo: string; closeAt: number; drawAt: number }>("/api/lottery/current/FFC"))
    .data;
}

function slip(prizeNo: string, amount: string) {
  return {
    prize_no: prizeNo,
    bets: [{ option_id: "YX.DWD", amount, groups: [{ code: "place1", items: ["7"] }] }],
  };
}

async function stakesOf(token: string): Promise<string[]> {
  const list = await client.get<{ list: { type: string; amount: string }[] }>(
    "/api/user/orderList?type=transaction&sub_type=bet&range=7d&page_size=100",
    token,
  );
  return list.data.list.map(({ amount }) => amount);
}

test("100 parallel identical posts with one key are one order and one debit, across a month's boundary too", async () => {
  const token = await client.newPlayer("one_key", "369.00");
  const { prizeNo } = await current();
  const post = (): Promise<Reply<Placed>> =>
    client.post<Placed>("/api/lottery/order/FFC", slip(prizeNo, "100.00"), token, "the-one-key");
  const replies = await Promise.all(Array.from({ length: 100 }, post));
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
  expect(replies[0]).toMatchObject({ status: 200, code: 0, data: { balance: "269.00" } });
  await open.setTime(Date.UTC(2026, 11, 1, 0, 0, 1));
  expect(await post()).toEqual(replies[0]);
  expect(await stakesOf(token)).toEqual(["-100.00"]);
  const other = await client.post("/api/lottery/order/FFC", slip(prizeNo, "50.00"), token, "the-one-key");
  expect(other.code).toBe(2007);
});

test("200 parallel bets of 100.00 on a balance of 369.00: three are accepted and 69.00 is left", async () => {
  const token = await client.newPlayer("many_bets", "369.00");
  const { prizeNo } = await current();
  const replies = await Promise.all(
    Array.from({ length: 200 }, () => client.post("/api/lottery/order/FFC", slip(prizeNo, "100.00"), token)),
  );
  const codes = Map.groupBy(replies, ({ code }) => code);
  expect([codes.get(0)?.length, codes.get(NOT_ENOUGH_BALANCE)?.length]).toEqual([3, 197]);
  expect((await client.get("/api/balance", token)).data).toBe("69.00");
});

test("a bet at close + 1 ms of the database's clock is refused by its own code, at close − 1 ms accepted", async () => {
  const token = await client.newPlayer("last_moment", "100.00");
  const { prizeNo, closeAt } = await current();
  await setTestClock(open.database.owner, closeAt - 1);
  expect(await client.post("/api/lottery/order/FFC", slip(prizeNo, "1.00"), token)).toMatchObject({
    code: 0,
  });
  for (const late of [0, 1]) {
    await setTestClock(open.database.owner, closeAt + late);
    expect(await client.post("/api/lottery/order/FFC", slip(prizeNo, "1.00"), token)).toMatchObject({
      status: 200,
      code: PERIOD_CLOSED,
    });
  }
  expect((await client.get("/api/balance", token)).data).toBe("99.00");
});

test("10,000 posts around a close: none accepted late", async () => {
  await open.setTime(Date.UTC(2026, 11, 1, 0, 5, 1));
  const players: string[] = [];
  for (let index = 0; index < 30; index += 1)
    players.push(await client.newPlayer(`close_${index}`, "5000.00"));
  const { prizeNo, closeAt } = await current();
  // The clock is stopped shortly before the close until enough bets are accepted, and then runs past it.
  await setTestClock(open.database.owner, closeAt - 400);
  const count = { accepted: 0, late: 0 };
  const others: number[] = [];
  let running: Promise<void> | undefined;
  let posts = 0;
  const bettor = async (start: number): Promise<void> => {
    for (let turn = start; posts < 10_000; turn += 1) {
      posts += 1;
      const reply = await client.post(
        "/api/lottery/order/FFC",
        slip(prizeNo, "1.00"),
        players[turn % players.length],
      );
      if (reply.code === 0) count.accepted += 1;
      else if (reply.code === PERIOD_CLOSED) count.late += 1;
      else others.push(reply.code);
      if (count.accepted >= 3_500) running ??= runTestClock(open.database.owner);
    }
  };
  await Promise.all(Array.from({ length: 128 }, (_, index) => bettor(index)));
  await running;
  console.log(`around the close: ${count.accepted} accepted, ${count.late} refused as late`);
  expect(others).toEqual([]);
  expect(count.accepted).toBeGreaterThanOrEqual(3_000);
  expect(count.late).toBeGreaterThanOrEqual(3_000);
  const [stored] = await open.database.owner.query<{ orders: bigint; late: bigint }>(
    sql`SELECT count(*) AS orders, count(*) FILTER (WHERE o.accepted_at >= p.close_at) AS late
        FROM bet_order o JOIN period p USING (game, period_no) WHERE game = 'FFC' AND period_no = $1`,
    [prizeNo],
  );
  expect(stored).toEqual({ orders: BigInt(count.accepted), late: 0n });
  await setTestClock(open.database.owner, closeAt + 5_010);
  await open.app.draws.tick();
  expect(await brokenBooks(open)).toEqual([]);
});
