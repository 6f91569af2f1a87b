import { CALLS } from "@lotus/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { lockCash, outcomeOf, storeKey } from "../ledger/ledger.ts";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../testing/played-server.ts";
import { bindAccount, periodsOf, recharge, withdrawal, wrongBooks } from "../testing/withdrawals.ts";

let played: PlayedServer;
let prizeNo: string;
beforeAll(async () => {
  played = await openPlayedServer({
    TURNOVER_PERCENT: "0",
    RATE_MONEY_PER_SECOND: "100000",
    RATE_MONEY_BURST: "100000",
  });
  prizeNo = await periodsOf(played).open();
});
afterAll(() => played.close());

let count = 0;
async function enrol(): Promise<TestPlayer> {
  count += 1;
  const player = await played.register(`outcome_${count}`);
  await recharge(played, player, "1000.00");
  return player;
}

const BET = "/api/lottery/order/K3";
const MONEY = "/api/user/makeOrder";
const slip = () => ({
  prize_no: prizeNo,
  bets: [{ option_id: "HZ.HZ", amount: "1.00", groups: [{ code: "sum", items: ["10"] }] }],
});
const ask = (player: TestPlayer, key: string) =>
  played.get<{ state: string; call?: string; data?: unknown }>(`/api/user/outcome?key=${key}`, { player });
const settle = (player: TestPlayer, key: string) =>
  played.post<{ state: string; call?: string; data?: unknown }>(
    "/api/user/settleOutcome",
    { key },
    { player },
  );

test("every call that moves money tells its reply by its key, to its own player alone", async () => {
  const player = await enrol();
  const other = await enrol();
  const addressId = await bindAccount(played, player);
  const bet = await played.post<{ orders: { orderNo: string }[] }>(BET, slip(), {
    player,
    key: "key-of-bet",
  });
  const orderNo = bet.data.orders[0]?.orderNo ?? "";
  const waiting = { type: "recharge", amount: "100.00", channel_id: "bank" };
  const recharges = await Promise.all(
    ["key-of-recharge", "key-of-another"].map((key) =>
      played.post<{ orderNo: string }>(MONEY, waiting, { player, key }),
    ),
  );
  const [first, second] = recharges.map(({ data }) => ({ order_no: data.orderNo }));
  const replies = {
    "key-of-bet": bet,
    "key-of-recharge": recharges[0],
    "key-of-cancel": await played.post(
      `/api/lottery/cancel/${orderNo}`,
      {},
      { player, key: "key-of-cancel" },
    ),
    "key-of-drop": await played.post("/api/user/cancelRecharge", first ?? {}, { player, key: "key-of-drop" }),
    "key-of-paid": await played.post("/api/user/confirmPaid", second ?? {}, { player, key: "key-of-paid" }),
    "key-of-withdrawal": await played.post(MONEY, withdrawal(addressId, "50.00"), {
      player,
      key: "key-of-withdrawal",
    }),
  };
  for (const [key, reply] of Object.entries(replies)) {
    expect(reply?.code, key).toBe(0);
    for (const told of [await ask(player, key), await settle(player, key)]) {
      expect(told.data, key).toMatchObject({ state: "done", code: 0, data: reply?.data });
      expect(CALLS.outcome.data.safeParse(told.data).error, key).toBeUndefined();
    }
    expect((await ask(other, key)).data, key).toEqual({ state: "unknown" });
  }
  // A repeat of what ends a recharge replays its first reply; without the key it is refused as ever.
  const { "key-of-drop": dropped } = replies;
  const repeat = (key?: string) =>
    played.post("/api/user/cancelRecharge", first ?? {}, { player, ...(key === undefined ? {} : { key }) });
  expect(await repeat("key-of-drop")).toEqual(dropped);
  expect((await repeat()).code).toBe(2009);
  expect((await repeat("key-of-paid")).code).toBe(2007);
});

test("a key that was given up is refused whatever comes under it, and nothing moves", async () => {
  const player = await enrol();
  const addressId = await bindAccount(played, player);
  const placed = await played.post<{ orders: { orderNo: string }[] }>(BET, slip(), { player });
  const waiting = { type: "recharge", amount: "100.00", channel_id: "bank" };
  const made = await played.post<{ orderNo: string }>(MONEY, waiting, { player });
  const before = await played.get("/api/balance", { player });
  const late: readonly [string, object][] = [
    [BET, slip()],
    // What the server refuses before it looks into the database, too.
    [BET, { ...slip(), version: 999 }],
    [`/api/lottery/cancel/${placed.data.orders[0]?.orderNo ?? ""}`, {}],
    [MONEY, { type: "recharge", amount: "50.00", channel_id: "demo" }],
    [MONEY, withdrawal(addressId, "50.00")],
    ["/api/user/cancelRecharge", { order_no: made.data.orderNo }],
    ["/api/user/confirmPaid", { order_no: made.data.orderNo }],
  ];
  for (const [at, [path, body]] of late.entries()) {
    const key = `given-up-${String(at)}`;
    expect((await ask(player, key)).data).toEqual({ state: "unknown" });
    const given = await settle(player, key);
    expect(given.data).toEqual({ state: "givenUp", at: expect.any(Number) });
    expect(await played.post(path, body, { player, key }), path).toMatchObject({
      code: 2034,
      msg: "This request was given up before it arrived. Nothing was taken",
    });
    // Said and asked again, it is the same.
    expect((await settle(player, key)).data).toEqual(given.data);
    expect((await ask(player, key)).data).toEqual(given.data);
  }
  expect(await played.get("/api/balance", { player })).toEqual(before);
});

test("asking waits for a request that is being decided, instead of giving it up under its hands", async () => {
  const player = await enrol();
  const accepted = Promise.withResolvers<undefined>();
  const held = Promise.withResolvers<undefined>();
  const deciding = played.base.db.transaction(async (tx) => {
    await lockCash(tx, player.id);
    const body = { playerId: player.id, key: "being-decided", bodyHash: new Uint8Array(32) };
    await storeKey(tx, { ...body, call: "makeOrder", reply: '{"made":true}' });
    held.resolve(undefined);
    await accepted.promise;
  });
  await held.promise;
  let told = 0;
  const asked = [ask(player, "being-decided"), settle(player, "being-decided")].map(async (one) => {
    const { data } = await one;
    told += 1;
    return data;
  });
  // A retry that this server refuses at sight waits as well: the first may be accepted by now.
  const retry = played.post(BET, { ...slip(), version: 999 }, { player, key: "being-decided" });
  await waitForLocks(3);
  expect(told).toBe(0);
  accepted.resolve(undefined);
  await deciding;
  for (const data of await Promise.all(asked))
    expect(data).toMatchObject({ state: "done", call: "makeOrder" });
  expect((await retry).code).toBe(2007);
});

// A role sees only what its own statements wait for.
const WAITING = sql`
  SELECT count(*)::int AS n FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

async function waitForLocks(many: number): Promise<void> {
  await expect.poll(async () => (await played.base.db.query<{ n: number }>(WAITING))[0]?.n).toBe(many);
}

test("a bet and the giving up of its key race: one of them wins, and both are told the same", async () => {
  const player = await enrol();
  const tally = { done: 0, givenUp: 0 };
  for (let round = 0; round < 150; round += 1) {
    const key = `race-${String(round).padStart(6, "0")}`;
    const bet = () => played.post(BET, slip(), { player, key });
    const giveUp = () => settle(player, key);
    // Each is sent first half of the time.
    const giving = round % 2 === 0 ? undefined : giveUp();
    const placing = bet();
    const [placed, { data }] = await Promise.all([placing, giving ?? giveUp()]);
    const { state } = data;
    expect([state, placed.code]).toEqual(state === "done" ? ["done", 0] : ["givenUp", 2034]);
    tally[state === "done" ? "done" : "givenUp"] += 1;
  }
  const [row] = await played.base.owner.query<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM bet_order WHERE player_id = $1`,
    [player.id],
  );
  expect(row?.n).toBe(tally.done);
  expect(await wrongBooks(played)).toEqual([]);
});

test("a key that no request could carry is refused", async () => {
  const player = await enrol();
  expect((await ask(player, "short")).status).toBe(400);
  expect((await settle(player, "with space in it")).status).toBe(400);
  expect((await played.get("/api/user/outcome?key=a-good-key")).code).toBe(401);
});

test("to a server that knows nothing of it, a key given up is that of another request", async () => {
  const player = await enrol();
  await settle(player, "older-server");
  const [row] = await played.base.owner.query<{ call: string; body_hash: Uint8Array }>(
    sql`SELECT call, body_hash FROM ledger_find_key($1, 'older-server')`,
    [player.id],
  );
  expect([row?.call, row?.body_hash.length]).toEqual(["given-up", 0]);
  expect(await outcomeOf(played.base.db, player.id, "older-server")).toMatchObject({ is: "given-up" });
});
