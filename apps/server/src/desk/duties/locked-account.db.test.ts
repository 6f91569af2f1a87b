import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import { openTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { lockCash } from "../../ledger/ledger.ts";
import { makeKeys } from "../../settings/keys.ts";
import {
  type DeskPlayer,
  enrolWithCard,
  orderBankRecharge,
  orderWithdrawal,
  type PlayerWithCard,
  sendBankNotice,
} from "../../testing/desk-players.ts";
import { openDeskServer, type DeskServer, type Reply } from "../../testing/desk-server.ts";
import { untilLockWaits } from "../../testing/lock-waits.ts";

const SECRET = "what-the-bank-signs-its-notices-with";
const SETTINGS = {
  RECHARGE_BANK_ACCOUNT: "0011001234567",
  RECHARGE_BANK_NAME: "A Bank",
  RECHARGE_BANK_PAYEE: "LOTUS",
  RECHARGE_BANK_NOTICE_SECRET: SECRET,
  RECHARGE_MAX_PENDING: "100",
  WITHDRAWAL_MAX_PENDING: "100",
  TURNOVER_PERCENT: "0",
  DESK_OPERATOR_DAY_VOIDS: "3",
};

let base: TestDatabase;
let server: DeskServer;
let other: DeskServer;
beforeAll(async () => {
  base = await openTestDatabase();
  const node = { base, keys: makeKeys((length) => crypto.getRandomValues(new Uint8Array(length))) };
  server = await openDeskServer(SETTINGS, node);
  other = await openDeskServer(SETTINGS, node);
});
afterAll(async () => {
  await server.close();
  await other.close();
  await base.close();
});

const [DONE, PLAYER] = [0, 8023];
const reason = "a test of it";
const post = (path: string, token: string, body: object = {}, node = server): Promise<Reply> =>
  node.desk("POST", `/desk/api/${path}`, token, body);

let people = 0;
/** Each test uses new operators, without earlier actions. */
const fresh = (role: "cashier" | "risk" | "admin"): Promise<string> => {
  people += 1;
  return server.as(role, 100 + people);
};
async function enrol(): Promise<DeskPlayer> {
  people += 1;
  return await server.enrol(`person_${people}`);
}

const recharge = (player: DeskPlayer, amount: string) => orderBankRecharge(server, player, amount);
const funded = (amount: string) => {
  people += 1;
  return enrolWithCard(server, `person_${people}`, amount);
};
const withdrawal = (player: PlayerWithCard, amount: string) => orderWithdrawal(server, player, amount);
const notice = (id: string, amount: number, reference: string) =>
  sendBankNotice(server, SECRET, { id, amount, reference });
const waits = (reply: Reply): boolean | number =>
  reply.code === DONE ? reply.data.waitsForSecond : reply.code;

describe("what a lock of the account stops", () => {
  test("a lock that is set at the same moment is not overtaken by a pass", async () => {
    const [cashier, risk, player] = [await fresh("cashier"), await fresh("risk"), await funded("1000.00")];
    const order = await withdrawal(player, "60.00");
    let passing: Promise<Reply> | undefined;
    await base.owner.transaction(async (tx) => {
      await lockCash(tx, player.id);
      passing = post(`withdrawals/${order}/pass`, cashier);
      await untilLockWaits(base.db);
      expect((await post(`players/${player.id}/lock`, risk, { reason })).code).toBe(DONE);
    });
    expect((await passing)?.code).toBe(PLAYER);
    const shown = await server.desk("GET", `/desk/api/withdrawals/${order}`, cashier);
    expect(shown.data).toMatchObject({
      status: "pendingReview",
      approvals: [],
      player: { status: "locked" },
    });
    expect((await post(`players/${player.id}/unlock`, risk, { reason })).code).toBe(DONE);
    expect(waits(await post(`withdrawals/${order}/pass`, cashier))).toBe(false);
  });

  test("money that came still reaches a locked account, by itself and by hand; a closed one's waits at the desk", async () => {
    const [cashier, player] = [await fresh("cashier"), await enrol()];
    const orders = [
      await recharge(player, "50.00"),
      await recharge(player, "60.00"),
      await recharge(player, "70.00"),
    ];
    const status = sql`UPDATE player SET status = $2 WHERE id = $1`;
    await base.owner.query(status, [player.id, "locked"]);
    await notice("to-a-locked-one", 50_000, orders[0] ?? "");
    expect(waits(await post(`recharges/${orders[1]}/pass`, cashier))).toBe(false);
    const shown = await server.desk("GET", `/desk/api/players/${player.id}`, cashier);
    expect(shown.data).toMatchObject({ balance: "110.00", status: "locked" });
    await base.owner.query(status, [player.id, "closed"]);
    await notice("to-a-closed-one", 70_000, orders[2] ?? "");
    const { data } = await server.desk("GET", "/desk/api/paymentNotices?state=open&page_size=1", cashier);
    expect(data.list[0]).toMatchObject({ amount: "70000", order: null, reference: orders[2] });
    const match = await post(`paymentNotices/${data.list[0].id}/match`, cashier, {
      order_no: orders[2],
      reason,
    });
    expect(match.code).toBe(PLAYER);
    expect((await server.desk("GET", `/desk/api/players/${player.id}`, cashier)).data.balance).toBe("110.00");
  });

  test("a session that is a moment older than the lock asks for no money on another node", async () => {
    const player = await funded("1000.00");
    // The other node caches the token for two seconds more.
    expect((await other.player("GET", "/api/balance", player.token)).code).toBe(DONE);
    expect((await post(`players/${player.id}/lock`, await fresh("risk"), { reason })).code).toBe(DONE);
    const card = String(player.id).padStart(13, "9");
    const requests = {
      recharge: ["makeOrder", { type: "recharge", amount: "50.00", channel_id: "demo" }],
      withdrawal: [
        "makeOrder",
        { type: "withdrawal", amount: "60.00", addr_id: player.address, trans_password: "135790" },
      ],
      card: [
        "bindBankCard",
        {
          real_name: "Nguyen Van An",
          bank_name: "Vietcombank",
          card_no: card,
          card_no_confirmation: card,
          trans_password: "135790",
        },
      ],
    } as const;
    for (const [what, [call, body]] of Object.entries(requests)) {
      const reply = await other.player("POST", `/api/user/${call}`, player.token, body);
      expect([what, reply.code === 1011 || reply.code === 402]).toEqual([what, true]);
    }
    const shown = await server.desk("GET", `/desk/api/players/${player.id}`, await fresh("risk"));
    expect(shown.data).toMatchObject({ balance: "1000.00", hold: "0.00" });
  });
});
