import { CALLS, type CallBody, type CallData } from "@lotus/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { setTestClock } from "../testing/test-database.ts";
import { accepted, CANCEL, openTestServer, ORDER, type TestServer } from "../testing/betting-server.ts";

type Line = CallBody<typeof CALLS.order>["bets"][number];
type Placed = CallData<typeof CALLS.order>;
type Recent = CallData<typeof CALLS.recentSlips>["list"];

const RECENT = "/api/lottery/recentSlips";
const NOON = Date.UTC(2026, 10, 21, 12);
let server: TestServer;
let playerId: bigint;
let prizeNo: string;
let diceNo: string;
let now = NOON;

beforeAll(async () => {
  server = await openTestServer();
  await setTestClock(server.base.db, NOON);
  const times = { openAt: NOON - 30_000, closeAt: NOON + 86_400_000 };
  prizeNo = await server.period(times);
  diceNo = await server.period({ ...times, game: "K3" });
});
beforeEach(async () => {
  playerId = await server.player(1_000_000_00n);
});
afterAll(() => server.close());

const two = (item: string, amount = "2.00"): Line => ({
  option_id: "YX.DWD",
  amount,
  groups: [{ code: "place1", items: [item] }],
});
const sum = (item: string): Line => ({
  option_id: "HZ.HZ",
  amount: "1.00",
  groups: [{ code: "sum", items: [item] }],
});

/** Places a slip a second after the one before. */
async function place(bets: Line[], gameCode = "FFC", by = playerId): Promise<Placed> {
  now += 1000;
  await setTestClock(server.base.db, now);
  const body = { prize_no: gameCode === "K3" ? diceNo : prizeNo, bets };
  return accepted(await server.call(ORDER, { playerId: by, params: { gameCode }, body }));
}

async function recent(query: object = {}, by = playerId): Promise<Recent> {
  const reply = await server.call(RECENT, { playerId: by, query });
  const { list } = accepted<{ list: Recent }>(reply);
  expect(CALLS.recentSlips.data.safeParse({ list }).error).toBeUndefined();
  return list;
}

/** The picks without the name of their group. */
const picksOf = (slips: Recent) =>
  slips.map(({ lines }) => lines.map(({ picks }) => picks.replace(/^.*: /u, "")).join("+"));

test("the last slips come whole, newest first, with the odds they were accepted with", async () => {
  await place([two("1"), two("2", "3.50")]);
  await place([sum("9")], "K3");
  await place([two("4"), two("5"), two("6")]);
  const slips = await recent();
  expect(picksOf(slips)).toEqual(["4+5+6", "9", "1+2"]);
  expect(slips[2]).toMatchObject({ gameCode: "FFC", prizeNo, total: "5.50", time: now - 2000 });
  expect(slips[2]?.lines[1]).toMatchObject({
    optionId: "YX.DWD",
    groups: [{ code: "place1", items: ["2"] }],
    betCount: 1,
    amount: "3.50",
    total: "3.50",
    odds: { hit: "9.75" },
  });
  expect(picksOf(await recent({ game_code: "FFC" }))).toEqual(["4+5+6", "1+2"]);
  expect(await recent({ game_code: "LHC" })).toEqual([]);
});

test("the same picks at the same stakes are shown once, as of the last time, in whatever order", async () => {
  await place([two("1"), two("2")]);
  await place([two("3")]);
  await place([two("2"), two("1")]);
  await place([two("3", "9.00")]);
  await place([two("2"), two("1")]);
  expect(picksOf(await recent())).toEqual(["2+1", "3", "3"]);
});

test("five at most, however large they are, also behind many that are alike", async () => {
  for (let at = 0; at < 8; at += 1) {
    await place(Array.from({ length: 30 }, (_, line) => two(String(at), `${line + 1}.00`)));
  }
  const slips = await recent();
  expect(slips).toHaveLength(5);
  expect(slips.every(({ lines }) => lines.length === 30)).toBe(true);
  for (let at = 0; at < 15; at += 1) await place([two("9")]);
  expect((await recent()).map(({ lines }) => lines.length)).toEqual([1, 30, 30, 30, 30]);
});

test("another player's slips of the same instant are none of one's own", async () => {
  const other = await server.player(1_000_00n);
  now += 1000;
  await setTestClock(server.base.db, now);
  const body = (item: string) => ({ prize_no: prizeNo, bets: [two(item), two("0")] });
  await Promise.all([
    server.call(ORDER, { playerId, params: { gameCode: "FFC" }, body: body("7") }),
    server.call(ORDER, { playerId: other, params: { gameCode: "FFC" }, body: body("8") }),
  ]);
  expect(picksOf(await recent())).toEqual(["7+0"]);
  expect(picksOf(await recent({}, other))).toEqual(["8+0"]);
});

test("a line that was taken back is no line of the slip, and a slip without lines is none", async () => {
  const whole = await place([two("1"), two("2")]);
  const gone = await place([two("3")]);
  for (const orderNo of [whole.orders[0]?.orderNo ?? "", gone.orders[0]?.orderNo ?? ""]) {
    accepted(await server.call(CANCEL, { playerId, params: { orderNo } }));
  }
  expect(picksOf(await recent())).toEqual(["2"]);
});

test("the slip of an order comes whole, and nobody else's", async () => {
  const { orders } = await place([two("1"), two("2"), two("3")]);
  await place([two("4")]);
  for (const { orderNo } of orders) expect(picksOf(await recent({ order_no: orderNo }))).toEqual(["1+2+3"]);
  const other = await server.player(1_00n);
  const order_no = orders[0]?.orderNo ?? "";
  expect(await server.call(RECENT, { playerId: other, query: { order_no } })).toMatchObject({
    code: "ORDER_UNKNOWN",
  });
  const unknown = { order_no: "B99999999999999999999" };
  expect(await server.call(RECENT, { playerId, query: unknown })).toMatchObject({
    code: "ORDER_UNKNOWN",
  });
  // Even after it was taken back: the player looks at it and asks for it again.
  accepted(await server.call(CANCEL, { playerId, params: { orderNo: order_no } }));
  expect(picksOf(await recent({ order_no }))).toEqual(["1+2+3"]);
  expect(picksOf(await recent({ order_no: orders[1]?.orderNo ?? "" }))).toEqual(["2+3"]);
});

test("slips of more than thirty days ago, and of games that are not there, are not asked for", async () => {
  await place([two("1")]);
  await setTestClock(server.base.db, now + 32 * 86_400_000);
  expect(await recent()).toEqual([]);
  await setTestClock(server.base.db, now);
  expect(await server.call(RECENT, { playerId, query: { game_code: "NONE" } })).toMatchObject({
    code: "GAME_UNKNOWN",
  });
});
