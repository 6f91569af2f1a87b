import { afterAll, beforeAll, expect, test } from "vitest";
import { type CountedDatabase, counted } from "../testing/counted-database.ts";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../testing/played-server.ts";
import { setTestClock } from "../testing/test-clock.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);

let database: CountedDatabase;
let played: PlayedServer;
let player: TestPlayer;
let prizeNo: string;
let calls = 0;

beforeAll(async () => {
  played = await openPlayedServer({}, undefined, undefined, {
    manualPush: true,
    through: (db) => (database = counted(db)).db,
  });
  await setTestClock(played.base.owner, START);
  await played.app.draws.tick();
  player = await played.register("counts_all");
  const order = { type: "recharge", amount: "500.00", channel_id: "demo" };
  await played.post("/api/user/makeOrder", order, { player });
  prizeNo = (await played.get<{ prizeNo: string }>("/api/lottery/current/K3")).data.prizeNo;
});
afterAll(() => played.close());

const key = () => `trip-${String((calls += 1)).padStart(20, "0")}`;
const slip = (lines: number) => ({
  prize_no: prizeNo,
  bets: Array.from({ length: lines }, (_, at) => ({
    option_id: "HZ.HZ",
    amount: "1.00",
    groups: [{ code: "sum", items: [String(3 + at)] }],
  })),
});
const order = async () => {
  const reply = await played.post<{ orders: readonly { orderNo: string }[] }>(
    "/api/lottery/order/K3",
    slip(1),
    {
      player,
      key: key(),
    },
  );
  return reply.data.orders[0]?.orderNo ?? "";
};

/** Each call, and what comes before it. */
const CALLS: Readonly<Record<string, () => Promise<() => Promise<{ code: number }>>>> = {
  "a game's period": async () => () => played.get("/api/lottery/current/K3"),
  "the rules of a game": async () => () => played.get("/api/lottery/rule/K3", { player }),
  "the lobby": async () => () => played.get("/api/lottery/games", { player }),
  "latest results": async () => () => played.get("/api/lottery/history/K3?page_size=10"),
  "the player": async () => () => played.post("/api/user/getUserInfo", {}, { player }),
  "the balance": async () => () => played.get("/api/balance", { player }),
  "a bet of a line": async () => () => played.post("/api/lottery/order/K3", slip(1), { player, key: key() }),
  "a bet of sixteen lines": async () => () =>
    played.post("/api/lottery/order/K3", slip(16), { player, key: key() }),
  "a bet cancelled": async () => {
    const no = await order();
    return () => played.post(`/api/lottery/cancel/${no}`, {}, { player, key: key() });
  },
  "records of bets": async () => () =>
    played.get("/api/lottery/orderList/K3?range=today&tz_offset=420", { player }),
  "a recharge": async () => () =>
    played.post(
      "/api/user/makeOrder",
      { type: "recharge", amount: "1.00", channel_id: "demo" },
      { player, key: key() },
    ),
  "play limits": async () => () => played.get("/api/user/limits", { player }),
};

/** The round trips that each of them may take. More of them need a reason, since each is waited for. */
const MOST: Readonly<Record<keyof typeof CALLS, number>> = {
  "a game's period": 1,
  "the rules of a game": 0,
  "the lobby": 1,
  "latest results": 0,
  "the player": 5,
  "the balance": 1,
  "a bet of a line": 2,
  "a bet of sixteen lines": 3,
  "a bet cancelled": 3,
  // The time that the list covers first: with it, PostgreSQL plans the other two for a month instead of for all.
  "records of bets": 3,
  "a recharge": 13,
  "play limits": 5,
};

/** The first call of a kind fills caches, and other work of the server comes in between at times. */
const TRIES = 10;

test.each(Object.entries(CALLS))(
  "%s takes no more round trips to the database than it needs",
  async (name, prepare) => {
    const most = MOST[name] ?? 0;
    let trips = Number.POSITIVE_INFINITY;
    for (let time = 0; time < TRIES && trips > most; time += 1) {
      const call = await prepare();
      database.take();
      const reply = await call();
      trips = Math.min(trips, database.take());
      expect(reply.code).toBe(0);
    }
    expect(trips).toBeLessThanOrEqual(most);
  },
);
