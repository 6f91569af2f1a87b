import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { advanceTestClock } from "../testing/test-clock.ts";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";
import { accountNumber, card, periodsOf, wrongBooks, type Periods } from "../testing/withdrawals.ts";

/** The desk closes accounts and asks for archives on the player's word; erased accounts break nothing it shows. */

const DAY_MS = 86_400_000;
const REASON = { reason: "wrote: please close my account, I do not want to play any more" };

let server: DeskServer;
let periods: Periods;
beforeAll(async () => {
  server = await openDeskServer({ TURNOVER_PERCENT: "0", WITHDRAWAL_MIN: "50.00", KEEP_CLOSED_DAYS: "180" });
  periods = periodsOf(server);
});
afterAll(() => server.close());

type Enrolled = Awaited<ReturnType<DeskServer["enrol"]>>;

/** A new session, since days pass in these tests. */
let operators = 0;
async function fresh(role: "support" | "cashier" | "risk" | "admin"): Promise<string> {
  operators += 1;
  return await server.signIn(
    await server.app.desk.makeOperator({
      name: `${role}_of_${operators}`,
      role,
      password: "hoa-sen-no-giua-ao-12",
    }),
  );
}

const recharge = (player: Enrolled, amount: string) =>
  server.player("POST", "/api/user/makeOrder", player.token, {
    type: "recharge",
    amount,
    channel_id: "demo",
  });
const close = async (id: bigint, role: "risk" | "support" | "admin" = "risk", key?: string) =>
  server.desk(
    "POST",
    `/desk/api/players/${id}/close`,
    key === undefined ? await fresh(role) : await server.as(role),
    REASON,
    key,
  );
const logOf = async (action: string) =>
  (await server.desk("GET", `/desk/api/audit?action=${action}`, await fresh("admin"))).data.list;

test("an account is closed on the player's word, once nothing is left in it; who did it and where the word stands is kept", async () => {
  const player = await server.enrol("leaves_by_desk");
  await server.player("POST", "/api/service/write", player.token, { text: "please close my account" });
  await recharge(player, "60.00");
  expect(await close(player.id)).toMatchObject({
    code: 2031,
    msg: "Withdraw your balance first: 60.00 are left",
  });
  const periodNo = await periods.open();
  expect((await periods.bet(periodNo, player.id, 60_00n)).outcome).toBe("accepted");
  expect(await close(player.id)).toMatchObject({ code: 3031 });
  await periods.settle(periodNo);
  // Support asks those who may.
  expect(await close(player.id, "support")).toMatchObject({ code: 8001 });
  expect(await close(player.id, "risk", "the-same-click")).toMatchObject({
    code: 0,
    data: { status: "closed", openSessions: 0 },
  });
  expect(await close(player.id, "risk", "the-same-click")).toMatchObject({ code: 0 });
  expect(await close(player.id)).toMatchObject({ code: 8002 });
  expect(await close(99_999_999n)).toMatchObject({ code: 8003 });
  expect((await server.player("GET", "/api/user/limits", player.token)).code).toBe(402);
  const log = await logOf("player.close");
  expect(log).toHaveLength(1);
  expect(log[0]).toMatchObject({
    subject: `player ${player.id}`,
    ...REASON,
    detail: { line: expect.stringMatching(/^\d+$/u) },
  });
});

test("a player's archive is asked for at the desk, and only the player gets it", async () => {
  const player = await server.enrol("asks_by_desk");
  const ask = async (role: "support" | "cashier") =>
    server.desk("POST", `/desk/api/players/${player.id}/export`, await fresh(role), {
      reason: "asked in the conversation",
    });
  expect(await ask("cashier")).toMatchObject({ code: 8001 });
  expect(await ask("support")).toMatchObject({ code: 0 });
  await server.app.privacy.exports.idle();
  expect((await server.player("GET", "/api/user/exportData", player.token)).data).toMatchObject({
    state: "ready",
  });
  const right = { trans_password: "135790" };
  const { ticket } = (await server.player("POST", "/api/user/exportTicket", player.token, right)).data;
  const path = `/api/user/exportFile/${ticket}`;
  // No operator's port or token serves it.
  expect(
    (await server.app.ops.inject({ url: path, headers: { token: await fresh("admin") } })).statusCode,
  ).not.toBe(200);
  expect((await server.app.player.inject({ url: path })).statusCode).toBe(200);
  expect((await logOf("player.export"))[0]).toMatchObject({ subject: `player ${player.id}` });
  const closed = await server.enrol("asks_too_late");
  await close(closed.id);
  const late = { reason: "asked in the conversation" };
  expect(
    await server.desk("POST", `/desk/api/players/${closed.id}/export`, await fresh("support"), late),
  ).toMatchObject({ code: 8023 });
});

test("a message to a player on a break is refused, and nothing is written", async () => {
  const player = await server.enrol("on_a_break");
  await server.player("POST", "/api/user/timeOut", player.token, { days: 1 });
  const body = {
    to: { player_id: String(player.id) },
    texts: { "en-US": { title: "Come back", body: "We miss you" } },
  };
  expect(await server.desk("POST", "/desk/api/messages", await fresh("support"), body)).toMatchObject({
    code: 8039,
  });
  expect(await logOf("message.send")).toEqual([]);
  await advanceTestClock(server.base.owner, DAY_MS + 60_000);
  expect(await server.desk("POST", "/desk/api/messages", await fresh("support"), body)).toMatchObject({
    code: 0,
    data: { sent: 1 },
  });
});

const REFUSE_DOCUMENTS = sql`
  WITH known AS (
    INSERT INTO player_identity (player_id, state, created) VALUES ($1, 'refused', house_clock())
    ON CONFLICT (player_id) DO UPDATE SET state = excluded.state RETURNING player_id
  )
  INSERT INTO identity_submission (player_id, created, outcome, decided, reason)
  SELECT player_id, house_clock(), 'refused', house_clock(), 'this is the passport of An, not of Binh' FROM known`;
const REFUSED_FOR = sql`SELECT reason FROM identity_submission WHERE player_id = $1`;

test("after its time a closed account names nobody; books, lists and every call of the desk about it still work", async () => {
  const agent = await server.enrol("agent_who_stays");
  const player = await server.enrol("soon_forgotten");
  await recharge(player, "100.00");
  const number = accountNumber();
  const bound = await server.player("POST", "/api/user/bindBankCard", player.token, card(number));
  expect(bound.code).toBe(0);
  await server.player("POST", "/api/service/write", player.token, { text: "my secret question" });
  await server.desk("POST", `/desk/api/players/${player.id}/notes`, await fresh("support"), {
    text: "a note about them",
  });
  await server.base.owner.query(REFUSE_DOCUMENTS, [player.id]);
  await periods.lose(player.id, 40_00n);
  const out = { type: "withdrawal", amount: "60.00", addr_id: bound.data.id, trans_password: "135790" };
  const order = await server.player("POST", "/api/user/makeOrder", player.token, out);
  expect(order.code).toBe(0);
  const no = order.data.orderNo;
  expect((await server.desk("POST", `/desk/api/withdrawals/${no}/pass`, await fresh("admin"), {})).code).toBe(
    0,
  );
  expect((await close(player.id)).code).toBe(0);
  const run = () => server.app.privacy.retention.run();
  await advanceTestClock(server.base.owner, 179 * DAY_MS);
  await run();
  const nameOf = async () =>
    (await server.base.owner.query(sql`SELECT username FROM player WHERE id = $1`, [player.id]))[0];
  expect(await nameOf()).toEqual({ username: "soon_forgotten" });
  await advanceTestClock(server.base.owner, 2 * DAY_MS);
  expect((await run())?.get("closed accounts")).toBeGreaterThanOrEqual(1);

  // Written out, no table holds what named them.
  const tables = await server.base.owner.query<{ name: string }>(
    sql`SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  );
  for (const { name } of tables) {
    const rows = await server.base.owner.query<{ row: string }>({
      name: "",
      text: `SELECT t::text AS row FROM ${name} t`,
    });
    for (const secret of ["soon_forgotten", "a note about them"])
      expect([name, rows.filter(({ row }) => row.includes(secret))]).toEqual([name, []]);
  }
  const token = await fresh("admin");
  const about = `/desk/api/players/${player.id}`;
  for (const path of [
    about,
    `${about}/ledger`,
    `${about}/bets`,
    `${about}/sessions`,
    `${about}/notes`,
    `${about}/protection`,
    `/desk/api/players?q=${player.id}`,
    `/desk/api/players?status=closed`,
    `/desk/api/withdrawals`,
    `/desk/api/withdrawals/${no}`,
    `/desk/api/recharges`,
    `/desk/api/agents`,
    `/desk/api/agents/${agent.id}`,
    `/desk/api/conversations`,
    `/desk/api/conversations/${player.id}`,
    `/desk/api/audit`,
    `/desk/api/retention`,
  ]) {
    const reply = await server.desk("GET", path, token);
    expect([path, reply.code]).toEqual([
      path,
      path.endsWith(`conversations/${player.id}`) ? expect.anything() : 0,
    ]);
    expect(reply.status).toBeLessThan(500);
  }
  const revealed = await server.desk("POST", `${about}/reveal`, token, { reason: "is anything left of it?" });
  expect(JSON.stringify(revealed.data)).not.toContain(number);
  expect(
    (await server.desk("POST", `/desk/api/withdrawals/${no}/reveal`, token, { reason: "is anything left?" }))
      .status,
  ).toBe(200);
  for (const file of ["players.csv", `ledger.csv?player_id=${player.id}`])
    expect(
      (await server.app.ops.inject({ url: `/desk/api/export/${file}`, headers: { token } })).statusCode,
    ).toBe(200);
  expect((await server.desk("GET", about, token)).data).toMatchObject({
    username: `closed-${player.id}`,
    status: "closed",
  });
  expect(await server.base.owner.query(REFUSED_FOR, [player.id])).toEqual([{ reason: "" }]);
  expect(await wrongBooks(server)).toEqual([]);
  // Its login is that of nobody, and no registration takes the pseudonym.
  for (const username of [`closed-${player.id}`, "soon_forgotten"])
    expect(
      (
        await server.player("POST", "/api/user/login", undefined, {
          username,
          password: "a long enough one",
        })
      ).code,
    ).toBe(1002);
});
