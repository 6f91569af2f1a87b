import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";
import { slipOfOneBet } from "../testing/one-bet.ts";
import { setTestClock } from "../testing/test-database.ts";

const AT = Date.UTC(2026, 10, 21, 5, 0, 30);
const REASON = { reason: "the player asked for it on the phone" };
let server: DeskServer;
let player: { readonly id: bigint; readonly token: string };
let chaseNo: string;

beforeAll(async () => {
  server = await openDeskServer({ TURNOVER_PERCENT: "0" });
  for (const table of ["transfer", "bet_order"])
    await server.base.owner.query(sql`SELECT ensure_month_partitions($1, $2, 1)`, [table, new Date(AT)]);
  await setTestClock(server.base.db, AT);
  await server.app.draws.tick();
  await server.app.draws.readDraws();
  player = await server.enrol("chasing_one");
  const recharge = { type: "recharge", amount: "500.00", channel_id: "demo" };
  await server.player("POST", "/api/user/makeOrder", player.token, recharge);
  const plan = { ...(await slipOfOneBet(server)), version: 1, multiples: [1, 2, 3], stop_on_win: true };
  const begun = await server.player("POST", "/api/lottery/chase/FFC", player.token, plan);
  if (begun.code !== 0) throw new Error(begun.msg);
  chaseNo = begun.data.chaseNo;
});
afterAll(() => server.close());

const listed = async () => {
  const reply = await server.desk(
    "GET",
    `/desk/api/players/${String(player.id)}/chases`,
    await server.as("support"),
  );
  return reply.data.list;
};
const end = async (no: string, id = player.id) =>
  server.desk("POST", `/desk/api/players/${String(id)}/endChase`, await server.as("support"), {
    chase_no: no,
    ...REASON,
  });

test("the desk sees a player's chases, and what is held for each", async () => {
  const [chase] = await listed();
  expect(chase).toMatchObject({ id: chaseNo, state: "running", periods: 3, total: "6.00" });
  expect(chase.lines).toHaveLength(1);
});

test("ending one needs a reason, and is refused for a chase of somebody else", async () => {
  const path = `/desk/api/players/${String(player.id)}/endChase`;
  const silent = await server.desk("POST", path, await server.as("support"), { chase_no: chaseNo });
  expect(silent.code).not.toBe(0);
  const cashier = await server.desk("POST", path, await server.as("cashier"), {
    chase_no: chaseNo,
    ...REASON,
  });
  expect(cashier.code).toBe(8001);
  const other = await server.enrol("other_one");
  expect((await end(chaseNo, other.id)).code).not.toBe(0);
  expect((await listed())[0]).toMatchObject({ state: "running" });
});

test("an operator ends it once: what is not placed comes back, the player is told, and the log says who and why", async () => {
  expect((await end(chaseNo)).code).toBe(0);
  const [chase] = await listed();
  expect(chase).toMatchObject({ state: "ended", why: "operator", held: "0.00" });
  const info = await server.player("POST", "/api/user/getUserInfo", player.token);
  expect(Number(info.data.balance) + Number(chase.staked)).toBe(500);
  const told = await server.base.owner.query<{ template: string }>(
    sql`SELECT template FROM message WHERE player_id = $1 AND template = 'chaseEnded'`,
    [player.id],
  );
  expect(told).toHaveLength(1);
  const logged = await server.base.owner.query(
    sql`SELECT subject, reason, detail ->> 'chase' AS chase FROM audit_log WHERE action = 'player.endChase'`,
  );
  expect(logged).toEqual([{ subject: `player ${String(player.id)}`, ...REASON, chase: chaseNo }]);
  expect((await end(chaseNo)).code).toBe(8002);
});
