import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { sendMessage } from "../inbox/inbox.ts";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../testing/played-server.ts";
import { openPushService, type PushService, type TestSubscription } from "../testing/push-service.ts";
import { SHORT_DAY } from "../testing/short-day.ts";
import { setTestClock } from "../testing/test-clock.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const EVERY_SUM = Array.from({ length: 16 }, (_, at) => String(at + 3));
const WANTS = { kinds: ["results", "money", "limits"], games: ["K3", "LHC"], amounts: false };

let service: PushService;
let played: PlayedServer;
let player: TestPlayer;
let now = START;
let minute = 0;
let players = 0;

beforeAll(async () => {
  service = await openPushService();
  played = await openPlayedServer({ MAIL_FROM: "desk@lotus.example" }, undefined, undefined, {
    pushTransport: service.transport,
    manualPush: true,
    ...SHORT_DAY,
  });
  await setTime(START);
});
afterAll(async () => {
  await played.close();
  await service.close();
});
beforeEach(async () => {
  players += 1;
  player = await played.register(`pushed_${players}`);
  await recharge();
  await played.app.push.send();
  service.pushed.length = 0;
});
afterEach(() => {
  service.answers = [];
});

async function setTime(at: number): Promise<void> {
  now = at;
  await setTestClock(played.base.owner, at);
  await played.app.draws.tick();
}

async function recharge(): Promise<void> {
  const order = { type: "recharge", amount: "100.00", channel_id: "demo" };
  expect(await played.post("/api/user/makeOrder", order, { player })).toMatchObject({ code: 0 });
}

/** Money of the player has moved, as the wallet reports it in its transaction. */
async function moneyMoved(
  template: "rechargePassed" | "withdrawalPassed" = "rechargePassed",
  amount = "55.00",
): Promise<void> {
  const message = { playerId: player.id, template, values: { amount } } as const;
  await played.base.db.transaction((tx) => sendMessage(tx, message));
}

async function subscribe(choice: object = {}, language = "en-US"): Promise<TestSubscription> {
  const subscription = service.subscribe();
  const body = { ...subscription, ...WANTS, ...choice };
  expect(await played.post("/api/user/push", body, { player, language })).toMatchObject({ code: 0 });
  return subscription;
}

async function bet(items: readonly string[] = EVERY_SUM): Promise<void> {
  const { data } = await played.get<{ prizeNo: string }>("/api/lottery/current/K3");
  const bets = [{ option_id: "HZ.HZ", amount: "2.00", groups: [{ code: "sum", items }] }];
  const reply = await played.post("/api/lottery/order/K3", { prize_no: data.prizeNo, bets }, { player });
  expect(reply).toMatchObject({ code: 0 });
}

/** The next draw of K3, with the payment of its bets. */
async function draw(): Promise<void> {
  minute = Math.floor((now - START) / MINUTE) + 1;
  await setTime(START - 2_000 + minute * MINUTE + 20);
  await setTime(now + 2_000);
}

const send = () => played.app.push.send();
const devices = () =>
  played.base.db.query(sql`SELECT family_id FROM push_device WHERE player_id = $1`, [player.id]);

test("a result reaches the device: in its language, without sums, signed by RFC 8292 and short-lived", async () => {
  await subscribe({}, "vi-VN");
  const { data } = await played.get<{ publicKey: string; device: object }>("/api/user/push", { player });
  expect(data.device).toEqual({ ...WANTS, publicKey: data.publicKey });
  await bet(["3"]);
  await bet(["3"]);
  await draw();
  expect(await send()).toBe(1);
  const [pushed] = service.pushed;
  expect(pushed).toMatchObject({
    lang: "vi-VN",
    key: data.publicKey,
    url: "/pages-sub/record/betting?code=K3&from=result",
  });
  expect(pushed?.title).toMatch(/Kỳ \d{4}$/u);
  expect(pushed?.body).toMatch(/^(Không trúng|Trúng thưởng) · Kết quả: \d \d \d$/u);
  expect(pushed?.claims.sub).toBe("mailto:desk@lotus.example");
  expect(pushed?.ttl).toBeGreaterThan(500);
  expect(pushed?.ttl).toBeLessThanOrEqual(600);
  expect(pushed?.bytes).toBeLessThan(600);
  expect(await send()).toBe(0);
});

test("who wants sums gets them; a payout below the stake is not called a win", async () => {
  await subscribe({ amounts: true });
  await bet();
  await draw();
  await send();
  const body = service.pushed[0]?.body ?? "";
  const sums = /^(Won|Paid less than was staked) · Staked 32\.00 \S+ · Paid ([\d.]+) /u.exec(body);
  expect(sums?.[1]).toBe(Number(sums?.[2]) < 32 ? "Paid less than was staked" : "Won");
});

test("nobody is told of draws without own bets, of other games, or of bets that were cancelled", async () => {
  await subscribe({ games: ["LHC"] });
  await bet();
  await draw();
  await subscribe({ kinds: ["money"] });
  await bet();
  await draw();
  await subscribe();
  await draw();
  await bet();
  const { data } = await played.get<{ list: { orderNo: string }[] }>(
    "/api/lottery/orderList/K3?status=notDrawn",
    {
      player,
    },
  );
  for (const { orderNo } of data.list)
    expect(await played.post(`/api/lottery/cancel/${orderNo}`, {}, { player })).toMatchObject({
      code: 0,
    });
  await draw();
  expect(await send()).toBe(0);
  expect(service.pushed).toEqual([]);
});

test("a recharge that passed is told for a day, its amount only to who wants sums", async () => {
  await subscribe();
  await moneyMoved();
  await subscribe({ amounts: true });
  await moneyMoved("rechargePassed", "66.00");
  expect(await send()).toBe(2);
  expect(service.pushed.map(({ title }) => title)).toEqual(["Recharge received", "Recharge received"]);
  const bodies = service.pushed.map(({ body }) => body);
  // Rendered when it is sent.
  expect(bodies.every((body) => /^(55|66)\.00/u.test(body))).toBe(true);
  expect(service.pushed[0]).toMatchObject({ url: "/pages-sub/record/recharge", urgency: "high" });
  expect(service.pushed[0]?.ttl).toBeGreaterThan(86_000);
});

test("limits are told: one that is reached once a day, a raise that waits, a break that has ended", async () => {
  await subscribe();
  const limit = (amount: string | null) =>
    played.post("/api/user/limits", { kind: "stake", window: "day", amount }, { player });
  await limit("32.00");
  await bet();
  for (let again = 0; again < 3; again += 1) {
    const { data } = await played.get<{ prizeNo: string }>("/api/lottery/current/K3");
    const bets = [{ option_id: "HZ.HZ", amount: "2.00", groups: [{ code: "sum", items: ["3"] }] }];
    const body = { prize_no: data.prizeNo, bets };
    expect(await played.post("/api/lottery/order/K3", body, { player })).toMatchObject({ code: 3015 });
  }
  await send();
  expect(service.pushed.map(({ title, body }) => `${title}: ${body}`)).toEqual([
    "Your limit is reached: Stake limit, 24 hours.",
  ]);
  service.pushed.length = 0;
  await limit("64.00");
  await played.post("/api/user/timeOut", { days: 1 }, { player });
  await played.app.push.tidy();
  expect(await send()).toBe(0);
  await setTime(now + DAY + MINUTE);
  await played.app.push.tidy();
  await played.app.push.tidy();
  await send();
  expect(service.pushed.map(({ title }) => title).toSorted()).toEqual([
    "A higher limit waits for your decision",
    "Your break has ended",
  ]);
});

test.each(["before the draw", "between draw and sending"])(
  "during a break no result is sent (%s), and money that moved is",
  async (when) => {
    await subscribe();
    await bet();
    if (when === "before the draw") await played.post("/api/user/timeOut", { days: 1 }, { player });
    await draw();
    if (when !== "before the draw") await played.post("/api/user/timeOut", { days: 1 }, { player });
    await moneyMoved("withdrawalPassed");
    expect(await send()).toBe(1);
    expect(service.pushed.map(({ title }) => title)).toEqual(["Withdrawal paid out"]);
  },
);

test("what is pushed ends with the session: by logout, from another session, and by a lock at the desk", async () => {
  await subscribe();
  await bet();
  await draw();
  await played.post("/api/user/logout", {}, { player });
  await expect.poll(devices).toEqual([]);
  expect(await send()).toBe(0);
  player = await played.register(`locked_${players}`);
  await recharge();
  await subscribe();
  await bet();
  await draw();
  await played.base.owner.query(sql`UPDATE player SET status = 'locked' WHERE id = $1`, [player.id]);
  expect(await send()).toBe(0);
  await played.app.push.tidy();
  expect(await devices()).toEqual([]);
});

test("a browser belongs to its last player alone", async () => {
  const subscription = await subscribe();
  await bet();
  const first = player;
  player = await played.register(`heir_${players}`);
  const body = { ...subscription, ...WANTS };
  expect(await played.post("/api/user/push", body, { player })).toMatchObject({ code: 0 });
  await draw();
  expect(await send()).toBe(0);
  expect((await played.get<{ device: null }>("/api/user/push", { player: first })).data.device).toBeNull();
});

test("a service that is busy is asked again as it says, one that fails ever later, and a stale result never", async () => {
  await subscribe();
  await moneyMoved();
  service.answers = [{ status: 429, headers: { "retry-after": "120" } }, { status: 503 }];
  const before = service.asked();
  expect(await send()).toBe(0);
  await setTime(now + 60_000);
  expect(await send()).toBe(0);
  expect(service.asked() - before).toBe(1);
  await setTime(now + 61_000);
  expect(await send()).toBe(0);
  expect(service.asked() - before).toBe(2);
  await setTime(now + 30_000);
  expect(await send()).toBe(1);
  await bet();
  await draw();
  service.answers = [{ status: 500 }];
  expect(await send()).toBe(0);
  await setTime(now + 11 * MINUTE);
  expect(await send()).toBe(0);
  expect(service.pushed).toHaveLength(1);
});

test.each([404, 410, 403])("a device that its service no longer knows (%d) is forgotten", async (status) => {
  await subscribe();
  await moneyMoved();
  service.answers = [{ status }];
  expect(await send()).toBe(0);
  expect(await devices()).toEqual([]);
});

test("of several servers that send at once, each piece of news is sent by one", async () => {
  const others = await Promise.all([played.another(), played.another()]);
  await subscribe();
  for (let count = 0; count < 12; count += 1) await moneyMoved();
  const sent = await Promise.all([played.app, ...others].map((server) => server.push.send()));
  expect(sent.reduce((sum, count) => sum + count)).toBe(12);
  expect(service.pushed).toHaveLength(12);
});

test("what another server is just taking is neither waited for nor sent", async () => {
  await subscribe();
  await moneyMoved();
  await played.base.db.transaction(async (tx) => {
    await tx.query(sql`SELECT id FROM push_news WHERE next_try IS NOT NULL FOR UPDATE`);
    expect(await send()).toBe(0);
  });
  expect(await send()).toBe(1);
});

test("what was committed before a crash is sent by another server, also if the first had begun to send", async () => {
  const other = await played.another();
  await subscribe();
  await moneyMoved();
  // A server took it and died before it sent anything.
  await played.base.db.query(
    sql`UPDATE push_news SET tries = 1, next_try = house_clock() + interval '5 s' WHERE next_try IS NOT NULL`,
  );
  expect(await other.push.send()).toBe(0);
  await setTime(now + 6_000);
  expect(await other.push.send()).toBe(1);
  expect(await other.push.send()).toBe(0);
});

test("no more than twenty pieces of news wait for a device", async () => {
  await subscribe();
  for (let count = 0; count < 23; count += 1) await moneyMoved();
  expect(await send()).toBe(20);
});

test.each([
  "https://push.evil.example/x",
  "https://127.0.0.1/x",
  "https://[::1]/x",
  "https://localhost.evil.example/x",
  "https://user:secret@localhost/x",
  "https://169.254.169.254/latest/meta-data",
])("an address that is at no known push service is refused: %s", async (endpoint) => {
  const body = { ...service.subscribe(), ...WANTS, endpoint };
  expect(await played.post("/api/user/push", body, { player })).toMatchObject({ code: 1051 });
  expect(await devices()).toEqual([]);
});

test("bad input changes nothing: no https, a key off the curve, an unknown kind, no session", async () => {
  const good = { ...service.subscribe(), ...WANTS };
  const bad = [
    { endpoint: "http://localhost/x" },
    { kinds: ["campaigns"] },
    { p256dh: "short" },
    { more: 1 },
  ];
  for (const change of bad)
    expect(await played.post("/api/user/push", { ...good, ...change }, { player })).toMatchObject({
      status: 400,
    });
  const offCurve = Buffer.alloc(65, 7).fill(4, 0, 1).toString("base64url");
  const body = { ...good, p256dh: offCurve };
  expect(await played.post("/api/user/push", body, { player })).toMatchObject({ code: 1052 });
  expect(await played.post("/api/user/push", good)).toMatchObject({ code: 401 });
  expect(await devices()).toEqual([]);
});

test("a redirect is not followed, and its news is given up", async () => {
  await subscribe();
  await moneyMoved();
  const before = service.asked();
  service.answers = [{ status: 307, headers: { location: service.subscribe().endpoint } }];
  expect(await send()).toBe(0);
  await setTime(now + MINUTE);
  expect(await send()).toBe(0);
  expect(service.asked() - before).toBe(1);
});

test("nothing of a subscription lies open in the database", async () => {
  const { endpoint, p256dh, auth } = await subscribe();
  const [row] = await played.base.owner.query<{ text: string }>(
    sql`SELECT encode(subscription, 'escape') || encode(found_by, 'escape') AS text FROM push_device WHERE player_id = $1`,
    [player.id],
  );
  for (const secret of [endpoint, p256dh, auth]) expect(row?.text).not.toContain(secret);
});
