import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import {
  accepted,
  CANCEL,
  openTestServer,
  ORDER,
  slipOn,
  type TestServer,
} from "../testing/betting-server.ts";
import { setTestClock } from "../testing/test-database.ts";
import { BatchTree, hexOf } from "./batch-tree.ts";

const NOON = Date.UTC(2026, 10, 21, 12);

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer(20);
  await setTestClock(server.base.db, NOON);
});
afterAll(() => server.close());

/** Every leaf hashed from its order, as an auditor of the database would. */
const LEAVES = sql`
  SELECT bet_leaf(o, y.pseudonym, p.round, t.odds, c.created) AS leaf
  FROM bet_order o JOIN period p USING (game, period_no) JOIN player y ON y.id = o.player_id
  JOIN option_odds t ON t.version = o.odds_version AND t.game = o.game AND t.option_id = o.option_id
  LEFT JOIN bet_cancellation c ON c.player_id = o.player_id AND c.order_id = o.id
  WHERE o.game = 'FFC' AND o.period_no = $1 ORDER BY 1`;

async function expectRightRoot(prizeNo: string, orders: number): Promise<void> {
  const rows = await server.base.db.query<{ leaf: Uint8Array }>(LEAVES, [prizeNo]);
  const tree = new BatchTree(rows.map(({ leaf }) => hexOf(leaf)));
  const { root, padding, ...sums } = await server.betting.betsOfPeriod("FFC", prizeNo);
  expect(sums).toEqual({ orders, stake: BigInt(orders) * 1_00n });
  // Padding leaves hide how many orders a few players have.
  expect(hexOf(root) === tree.root).toBe(padding === null);
}

/** Whether the log says of a period how much was sold. */
async function statesSums(prizeNo: string): Promise<boolean> {
  return (await server.betting.betsOfPeriod("FFC", prizeNo)).padding === null;
}

/** Places so many slips one after the other, each in a batch of its own; returns a player with their order for each. */
async function placed(prizeNo: string, slips: number): Promise<{ playerId: bigint; orderNo: string }[]> {
  const orders: { playerId: bigint; orderNo: string }[] = [];
  for (let at = 0; at < slips; at += 1) {
    const playerId = await server.player(10_00n);
    const request = {
      playerId,
      params: { gameCode: "FFC" },
      body: slipOn(prizeNo, "1.00"),
      onOtherNode: at % 2 === 1,
    };
    orders.push({ playerId, orderNo: accepted(await server.call(ORDER, request)).orders[0]?.orderNo ?? "" });
  }
  await server.betting.receipts.settled();
  await server.otherNode.receipts.settled();
  return orders;
}

/** Changes what was kept of batches, as a crash or an older server leaves them. */
async function spoil(statement: ReturnType<typeof sql>, prizeNo: string): Promise<void> {
  await server.base.owner.query(sql`ALTER TABLE bet_batch DISABLE TRIGGER ALL`);
  await server.base.owner.query(statement, [prizeNo]);
  await server.base.owner.query(sql`ALTER TABLE bet_batch ENABLE TRIGGER ALL`);
}

const FIRST = sql`SELECT min(batch_id) FROM bet_batch WHERE period_no = $1`;
const LOSE_ONE = sql`DELETE FROM bet_batch WHERE batch_id = (${FIRST}) AND period_no = $1`;
const EMPTY_ONE = sql`UPDATE bet_batch SET leaves = NULL WHERE batch_id = (${FIRST}) AND period_no = $1`;
const SHORTEN_ONE = sql`UPDATE bet_batch SET leaves = substr(leaves, 33) WHERE batch_id = (${FIRST}) AND period_no = $1`;
const LOSE_ALL = sql`DELETE FROM bet_batch WHERE period_no = $1`;

test("the root of a period is over the leaf of each order, whatever was kept of its batches", async () => {
  const prizeNo = await server.period({ openAt: NOON - 30_000, closeAt: NOON + 25_000 });
  await expectRightRoot(prizeNo, 0);
  const players = await Promise.all(Array.from({ length: 40 }, () => server.player(10_00n)));
  await Promise.all(
    players.map((playerId) =>
      server.call(ORDER, { playerId, params: { gameCode: "FFC" }, body: slipOn(prizeNo, "1.00") }),
    ),
  );
  const orders = await placed(prizeNo, 8);
  await expectRightRoot(prizeNo, 48);
  // In batches that are kept, that will be lost, and that are emptied.
  for (const { playerId, orderNo } of [...orders.slice(0, 3), ...orders.slice(6)])
    await server.call(CANCEL, { playerId, params: { orderNo } });
  await expectRightRoot(prizeNo, 48);
  for (const statement of [EMPTY_ONE, LOSE_ONE, SHORTEN_ONE, LOSE_ONE, EMPTY_ONE, LOSE_ALL]) {
    await spoil(statement, prizeNo);
    await expectRightRoot(prizeNo, 48);
  }
});

test("of a period with bets of more than five players the log states sums: what they cancelled does not count", async () => {
  const prizeNo = await server.period({ openAt: NOON - 30_000, closeAt: NOON + 25_000 });
  expect(await statesSums(prizeNo)).toBe(false);
  const [first] = await placed(prizeNo, 5);
  const again = { params: { gameCode: "FFC" }, body: slipOn(prizeNo, "1.00") };
  accepted(await server.call(ORDER, { playerId: first?.playerId ?? 0n, ...again }));
  expect(await statesSums(prizeNo), "six orders of five players").toBe(false);
  const [sixth] = await placed(prizeNo, 1);
  expect(await statesSums(prizeNo)).toBe(true);
  await server.call(CANCEL, { playerId: sixth?.playerId ?? 0n, params: { orderNo: sixth?.orderNo ?? "" } });
  expect(await statesSums(prizeNo)).toBe(false);
});

test("a tree of payouts has a multiple of 64 leaves, and its seed says which are nobody's", async () => {
  const prizeNo = await server.period({ openAt: NOON - 30_000, closeAt: NOON + 25_000 });
  const empty = await server.betting.payoutsOfPeriod("FFC", prizeNo);
  const other = await server.betting.payoutsOfPeriod("FFC", prizeNo);
  expect(hexOf(empty.root), "blinded anew").not.toBe(hexOf(other.root));
  const [order] = await placed(prizeNo, 1);
  await server.call(CANCEL, { playerId: order?.playerId ?? 0n, params: { orderNo: order?.orderNo ?? "" } });
  const { payout, refund, statesSums: isStated } = await server.betting.payoutsOfPeriod("FFC", prizeNo);
  expect({ payout, refund, isStated }).toEqual({ payout: 0n, refund: 1_00n, isStated: false });
});

test("leaves that are not those of the orders are noticed", async () => {
  const prizeNo = await server.period({ openAt: NOON - 30_000, closeAt: NOON + 25_000 });
  const [order] = await placed(prizeNo, 3);
  await server.call(CANCEL, { playerId: order?.playerId ?? 0n, params: { orderNo: order?.orderNo ?? "" } });
  await spoil(
    sql`UPDATE bet_batch SET leaves = sha256(leaves) WHERE batch_id = (${FIRST}) AND period_no = $1`,
    prizeNo,
  );
  await expect(server.betting.betsOfPeriod("FFC", prizeNo)).rejects.toThrow(
    "128 bytes of leaves of 3 orders",
  );
});
