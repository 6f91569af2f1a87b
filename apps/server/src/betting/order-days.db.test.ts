import type { CALLS, CallData } from "@lotus/contract";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { dateNumbersBy } from "../ledger/ledger.ts";
import { openPlayedServer } from "../testing/played-server.ts";
import { setTestClock } from "../testing/test-database.ts";
import {
  accepted,
  CANCEL,
  openTestServer,
  ORDER,
  slipOn,
  type TestServer,
} from "../testing/betting-server.ts";
import { recharge } from "../testing/withdrawals.ts";

let server: TestServer;
beforeEach(async () => {
  server = await openTestServer();
  for (const table of ["transfer", "bet_order"])
    await server.base.owner.query(sql`SELECT ensure_month_partitions($1, $2, 2)`, [table, new Date(NOON)]);
});
afterEach(() => server.close());

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 8, 30, 12);

async function placeAt(playerId: bigint, at: number): Promise<string> {
  await setTestClock(server.base.db, at);
  const prizeNo = await server.period({ openAt: at - 1_000, closeAt: at + 1_000 });
  const body = slipOn(prizeNo, "1.00");
  const placed = accepted(await server.call(ORDER, { playerId, params: { gameCode: "FFC" }, body }));
  return placed.orders[0]?.orderNo ?? "";
}

async function listed(playerId: bigint, query: object): Promise<readonly string[]> {
  const params = { gameCode: "ALL" };
  const answer = await server.call("/api/lottery/orderList/:gameCode", { playerId, params, query });
  return accepted<CallData<typeof CALLS.betList>>(answer).list.map(({ orderNo }) => orderNo);
}

test("an order has the house's day in its number from the first one on", async () => {
  await setTestClock(server.base.db, NOON);
  await dateNumbersBy(server.base.db, "Asia/Ho_Chi_Minh");
  const id = await server.player(100_00n);
  expect(await placeAt(id, NOON + 5 * HOUR - 1_000)).toMatch(/^B20260930\d{11}$/u);
  expect(await placeAt(id, NOON + 5 * HOUR)).toMatch(/^B20261001\d{11}$/u);
});

test.each([
  ["Asia/Ho_Chi_Minh", NOON + 5 * HOUR],
  ["America/Santiago", NOON + 15 * HOUR],
])(
  "numbers of before stay valid when those of %s begin, at its next midnight",
  async (timeZone, midnight) => {
    const id = await server.player(100_00n);
    // Each hour of four days, with numbers by the day of UTC until the house's midnight.
    const times = Array.from({ length: 96 }, (_, hour) => NOON + (hour - 24) * HOUR);
    const placed: { readonly at: number; readonly orderNo: string }[] = [];
    for (const at of times) {
      if (at === NOON) await dateNumbersBy(server.base.db, timeZone);
      placed.push({ at, orderNo: await placeAt(id, at) });
    }
    const dayOf = (at: number, zone: string) =>
      new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(at).replaceAll("-", "");
    expect(placed.map(({ orderNo }) => orderNo.slice(1, 9))).toEqual(
      times.map((at) => dayOf(at, at < midnight ? "UTC" : timeZone)),
    );
    expect(placed.map(({ orderNo }) => orderNo)).toEqual(placed.map(({ orderNo }) => orderNo).toSorted());
    for (const zone of ["UTC", timeZone, "Pacific/Kiritimati"])
      for (const day of ["2026-09-30", "2026-10-01", "2026-10-02"]) {
        const wanted = placed.filter(({ at }) => dayOf(at, zone) === day.replaceAll("-", ""));
        const query = { from: day, to: day, time_zone: zone, page_size: 100 };
        expect([zone, day, await listed(id, query)]).toEqual([
          zone,
          day,
          wanted.map(({ orderNo }) => orderNo).toReversed(),
        ]);
      }
    for (const { orderNo, at } of placed) {
      expect(await listed(id, { order_no: orderNo })).toEqual([orderNo]);
      await setTestClock(server.base.db, at);
      const slip = await server.call("/api/lottery/recentSlips", {
        playerId: id,
        query: { order_no: orderNo },
      });
      expect(slip).toMatchObject({ ok: true, data: { list: [{}] } });
      const cancelled = await server.call(CANCEL, { playerId: id, params: { orderNo } });
      expect([orderNo, cancelled.ok]).toEqual([orderNo, true]);
    }
  },
);

test("a server that listens numbers by the days of its TZ_HOUSE", async () => {
  // One where it is another day than in UTC.
  const TZ_HOUSE = new Date().getUTCHours() < 11 ? "Pacific/Pago_Pago" : "Pacific/Kiritimati";
  const played = await openPlayedServer({ TZ_HOUSE });
  try {
    const player = await played.register("dated");
    await recharge(played, player, "10.00");
    const path = "/api/user/orderList?type=recharge";
    const { data } = await played.get<CallData<typeof CALLS.orderList>>(path, { player });
    const today = new Intl.DateTimeFormat("sv-SE", { timeZone: TZ_HOUSE }).format(Date.now());
    expect(data.list.map(({ orderNo }) => orderNo.slice(1, 9))).toEqual([today.replaceAll("-", "")]);
  } finally {
    await played.close();
  }
});
