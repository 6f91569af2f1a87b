import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accept } from "../http/handler.ts";
import { sql } from "../db/database.ts";
import { AuditedActions } from "../desk/audit/audited-actions.ts";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../testing/played-server.ts";
import { startTestCluster } from "../testing/test-cluster.ts";
import { bindAccount, periodsOf, recharge, withdrawal } from "../testing/withdrawals.ts";

/**
 * A primary that was restarted shows what it committed last before a replica has it. A stored result is told again only
 * when the synchronous standby has it, as the first reply was. The cluster is this test's own: its standby is away.
 */

let cluster: Awaited<ReturnType<typeof startTestCluster>>;
let admin: Client;
let probe: Client;
/** The last commit of the probe: ends once no standby is waited for. */
let tried: Promise<unknown> | undefined;
let played: PlayedServer;
let prizeNo: string;
beforeAll(async () => {
  cluster = await startTestCluster();
  admin = new Client({ connectionString: cluster.adminUrl });
  probe = new Client({ connectionString: cluster.adminUrl, application_name: "probe" });
  await Promise.all([admin.connect(), probe.connect()]);
  played = await openPlayedServer({ TURNOVER_PERCENT: "0" }, cluster);
  prizeNo = await periodsOf(played).open();
});
afterAll(async () => {
  await played?.close();
  await Promise.all([admin?.end(), probe?.end()]);
  await cluster?.stop();
});

async function nameStandby(name: string): Promise<void> {
  // ALTER SYSTEM takes no parameters.
  await admin.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
  await admin.query("SELECT pg_reload_conf()");
}

/** Has commits wait for a standby that is away. Sessions know of it before commits do, so one of them tries. */
async function takeStandbyAway(): Promise<void> {
  await nameStandby("away");
  for (let ended = true; ended;) {
    ended = false;
    tried = probe.query("SELECT pg_logical_emit_message(true, 'probe', '')").finally(() => {
      ended = true;
    });
    await expect.poll(async () => ended || (await waiting("probe")) > 0).toBe(true);
  }
}

async function bringStandbyBack(): Promise<void> {
  await nameStandby("");
  await tried;
}

/** How many sessions of that name wait for the standby. */
async function waiting(name: string): Promise<number> {
  const { rows } = await admin.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND $1 IN (usename::text, application_name)`,
    [name],
  );
  return rows[0]?.n ?? 0;
}

type Ask = () => Promise<unknown>;

/** The answers to what is asked while the standby is away, none of which comes before it is back. */
async function expectToWait(asked: Readonly<Record<string, Ask>>): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [name, ask] of Object.entries(asked)) {
    await takeStandbyAway();
    try {
      let told = false;
      const answer = ask().then((data) => {
        told = true;
        return data;
      });
      await expect.poll(async () => told || (await waiting("lotus_app")) > 0, { message: name }).toBe(true);
      expect(told, name).toBe(false);
      await bringStandbyBack();
      answers[name] = await answer;
    } finally {
      await bringStandbyBack();
    }
  }
  return answers;
}

let players = 0;
async function enrol(): Promise<TestPlayer> {
  players += 1;
  const player = await played.register(`replicated_${String(players)}`);
  await recharge(played, player, "1000.00");
  return player;
}

const slip = (changes: object = {}) => ({
  prize_no: prizeNo,
  bets: [{ option_id: "HZ.HZ", amount: "1.00", groups: [{ code: "sum", items: ["10"] }] }],
  ...changes,
});

test("a request that is sent again, and its outcome, are answered when the synchronous standby has them", async () => {
  const player = await enrol();
  const addressId = await bindAccount(played, player);
  const placed = await played.post<{ orders: { orderNo: string }[] }>(
    "/api/lottery/order/K3",
    slip({ version: 1 }),
    { player },
  );
  const made = await Promise.all(
    [1, 2].map(() =>
      played.post<{ orderNo: string }>(
        "/api/user/makeOrder",
        { type: "recharge", amount: "100.00", channel_id: "bank" },
        { player },
      ),
    ),
  );
  const [dropped, paid] = made.map(({ data }) => ({ order_no: data.orderNo }));
  const requests: Readonly<Record<string, readonly [string, object]>> = {
    slip: ["/api/lottery/order/K3", slip()],
    cancel: [`/api/lottery/cancel/${placed.data.orders[0]?.orderNo ?? ""}`, {}],
    recharge: ["/api/user/makeOrder", { type: "recharge", amount: "50.00", channel_id: "demo" }],
    withdrawal: ["/api/user/makeOrder", withdrawal(addressId, "50.00")],
    cancelRecharge: ["/api/user/cancelRecharge", dropped ?? {}],
    confirmPaid: ["/api/user/confirmPaid", paid ?? {}],
  };
  const send = (name: string) => {
    const [path, body] = requests[name] ?? ["", {}];
    return played.post(path, body, { player, key: `key-of-${name}` });
  };
  const first: Record<string, unknown> = {};
  for (const name of Object.keys(requests)) {
    const reply = await send(name);
    expect(reply.code, name).toBe(0);
    first[name] = reply;
  }
  const repeats = Object.keys(requests).map((name): [string, Ask] => [name, () => send(name)]);
  expect(await expectToWait(Object.fromEntries(repeats))).toEqual(first);
  const told = await expectToWait({
    outcome: () => played.get("/api/user/outcome?key=key-of-slip", { player }),
    settled: () => played.post("/api/user/settleOutcome", { key: "key-of-slip" }, { player }),
    givenUp: () => played.post("/api/user/settleOutcome", { key: "key-of-none" }, { player }),
    givenUpAgain: () => played.post("/api/user/settleOutcome", { key: "key-of-none" }, { player }),
  });
  expect(told["outcome"]).toMatchObject({ data: { state: "done" } });
  expect(told["settled"]).toEqual(told["outcome"]);
  expect(told["givenUpAgain"]).toEqual(told["givenUp"]);
});

test("so is a slip whose game was closed since, which is refused without its key", async () => {
  const player = await enrol();
  const first = await played.post("/api/lottery/order/K3", slip(), { player, key: "key-of-closed" });
  await played.base.owner.query(sql`
    INSERT INTO game_setting (game, open, changed) VALUES ('K3', false, house_clock())`);
  played.app.betting.refreshSettings();
  const send = (options: object) => played.post("/api/lottery/order/K3", slip(), { player, ...options });
  await expect.poll(async () => (await send({})).code).toBe(3002);
  expect(await expectToWait({ slip: () => send({ key: "key-of-closed" }) })).toEqual({ slip: first });
});

test("so is a repeated action of the desk", async () => {
  await played.base.owner.query(sql`
    INSERT INTO operator (id, name, role, password_hash, must_change_password, totp_secret, created)
    VALUES (1, 'thu', 'cashier', 'x', false, '', now())`);
  const actions = new AuditedActions(played.base.db);
  const context = {
    caller: { operatorId: 1n, role: "cashier" },
    address: "127.0.0.1",
    idempotencyKey: "click-of-thu",
    bodyHash: new Uint8Array(32),
  } as const;
  const action = { action: "signIn", subject: "order R1" } as const;
  const once = () => actions.once(context, action, () => Promise.resolve(accept({ paid: "50.00" })));
  const within = () => actions.within(context, action, () => Promise.reject(new Error("done twice")));
  expect(await once()).toEqual({ ok: true, outcome: { paid: "50.00" }, again: false });
  expect(await expectToWait({ once, within })).toEqual({
    once: { ok: true, outcome: { paid: "50.00" }, again: true },
    within: { outcome: { paid: "50.00" }, again: true },
  });
});
