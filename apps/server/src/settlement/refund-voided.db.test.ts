import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { balanceOf, checkBooks } from "../ledger/ledger.ts";
import {
  accepted,
  CANCEL,
  openTestServer,
  ORDER,
  slipOn,
  type TestServer,
} from "../testing/betting-server.ts";
import { setTestClock } from "../testing/test-database.ts";
import { refundVoided } from "./refund-voided.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const VOID = sql`UPDATE period SET state = 'voided', void_reason = 'test' WHERE game = 'FFC' AND period_no = $1`;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer(20);
});
afterAll(() => server.close());

test.each([1, 3])(
  "orders of a voided period are refunded once, few at a time, by %i at once, but those that their players cancelled",
  async (runs) => {
    await setTestClock(server.base.db, NOON);
    const prizeNo = await server.period({ openAt: NOON - 30_000, closeAt: NOON + 25_000 });
    const players = await Promise.all(Array.from({ length: 4 }, () => server.player(10_00n)));
    const order = async (playerId: bigint) => {
      const reply = await server.call(ORDER, {
        playerId,
        params: { gameCode: "FFC" },
        body: slipOn(prizeNo, "1.00"),
      });
      return accepted(reply).orders[0]?.orderNo ?? "";
    };
    for (const playerId of [...players, ...players.toReversed()]) await order(playerId);
    const [first = 0n] = players;
    for (const orderNo of [await order(first), await order(first)])
      await server.call(CANCEL, { playerId: first, params: { orderNo } });
    await server.base.db.query(VOID, [prizeNo]);

    const refunded = await Promise.all(Array.from({ length: runs }, () => refundVoided(server.base.db, 2)));
    expect(refunded.reduce((sum, orders) => sum + orders, 0)).toBe(8);
    for (const playerId of players) expect(await balanceOf(server.base.db, playerId)).toBe(10_00n);
    expect(await refundVoided(server.base.db, 2)).toBe(0);
    const results = (await checkBooks(server.base.db, "full", "Asia/Ho_Chi_Minh")) ?? [];
    expect(results.filter(({ broken }) => broken > 0n)).toEqual([]);
  },
);
