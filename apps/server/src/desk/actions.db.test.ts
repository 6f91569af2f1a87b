import {
  ACTION_NAMES,
  DESK_CALLS,
  DESK_EXPORTS,
  OWN_SESSION,
  ROLES,
  ruleOf,
  type DeskCallSpec,
  type Role,
} from "@lotus/contract/desk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { checkBooks } from "../ledger/ledger.ts";
import {
  balanceOf,
  enrolWithCard,
  orderBankRecharge,
  orderWithdrawal,
  type PlayerWithCard,
} from "../testing/desk-players.ts";
import { openDeskServer, type DeskServer, type Reply } from "../testing/desk-server.ts";

let server: DeskServer;
const tokens = new Map<Role, string>();
beforeAll(async () => {
  server = await openDeskServer({
    WITHDRAWAL_FOUR_EYES_ABOVE: "500.00",
    WITHDRAWAL_MAX_PENDING: "100",
    TURNOVER_PERCENT: "0",
  });
  for (const role of ROLES) tokens.set(role, await server.as(role));
});
afterAll(() => server.close());

const FORBIDDEN = 8001;
const STATE = 8002;
const tokenOf = (role: Role): string => tokens.get(role) ?? "";
const count = async (action: string): Promise<number> => {
  const [row] = await server.base.db.query<{ count: bigint }>(
    sql`SELECT count(*) AS count FROM audit_log WHERE action = $1`,
    [action],
  );
  return Number(row?.count ?? 0n);
};

/** A request that reaches the action but changes nothing, as its subject does not exist. */
function nothing(call: DeskCallSpec): { path: string; body?: object } {
  const path = call.path.replace(
    ":id",
    /recharges/u.test(call.path)
      ? "R202001010000000001"
      : /withdrawals/u.test(call.path)
        ? "W202001010000000001"
        : /periods/u.test(call.path)
          ? "FFC-202001010001"
          : /games|odds/u.test(call.path)
            ? "NONE"
            : "1",
  );
  return call.method === "GET" ? { path } : { path, body: {} };
}

describe("every cell of the table: action × role", () => {
  const calls = Object.entries<DeskCallSpec>(DESK_CALLS).filter(
    ([, { action }]) => action !== undefined && action !== OWN_SESSION,
  );
  test.each(calls)("%s", async (_name, call) => {
    const { action } = call;
    if (action === undefined || action === OWN_SESSION) throw new Error("filtered");
    const { path, body } = nothing(call);
    for (const role of ROLES) {
      const reply = await server.desk(call.method, path, tokenOf(role), body);
      const allowed = ruleOf(action).roles.includes(role);
      expect([role, reply.code === FORBIDDEN]).toEqual([role, !allowed]);
    }
    expect((await server.desk(call.method, path, undefined, body)).code).toBe(401);
  });

  test("every action of the table belongs to a call, and every call that changes something has one", () => {
    const used = new Set(calls.map(([, { action }]) => action));
    const exported = Object.values(DESK_EXPORTS).map(({ action }) => action);
    expect(ACTION_NAMES.filter((action) => !used.has(action))).toEqual(exported);
  });
});

const pendingRecharge = (token: string, amount = "100.00") => orderBankRecharge(server, { token }, amount);
const funded = (username: string) => enrolWithCard(server, username, "5000.00");
const pendingWithdrawal = (player: Pick<PlayerWithCard, "token" | "address">, amount: string) =>
  orderWithdrawal(server, player, amount);
const balanceOfPlayer = (token: string) => balanceOf(server, { token });

describe("recharges", () => {
  test("pass: the money is there, once, and whoever comes later finds it decided", async () => {
    const player = await server.enrol("recharger");
    const order = await pendingRecharge(player.token);
    const path = `/desk/api/recharges/${order}`;
    expect((await server.desk("GET", path, tokenOf("support"))).data).toMatchObject({
      id: order,
      status: "pendingReview",
      needsTwo: false,
      player: { name: "recharger" },
    });
    const key = "a-click-on-pass-1";
    const first = await server.desk("POST", `${path}/pass`, tokenOf("cashier"), {}, key);
    expect(first).toMatchObject({ code: 0, data: { record: { status: "passed" }, waitsForSecond: false } });
    expect(await balanceOfPlayer(player.token)).toBe("100.00");
    // The same click gets the same reply; another one is too late; the key is valid for this request only.
    expect(await server.desk("POST", `${path}/pass`, tokenOf("cashier"), {}, key)).toEqual(first);
    expect((await server.desk("POST", `${path}/pass`, tokenOf("cashier"), { reason: "x" }, key)).code).toBe(
      2007,
    );
    for (const act of ["pass", "cancel"]) {
      const late = await server.desk("POST", `${path}/${act}`, tokenOf("admin"), { reason: "too late" });
      expect(late.code).toBe(STATE);
    }
    const log = await server.desk("GET", `/desk/api/audit?subject=recharge%20${order}`, tokenOf("risk"));
    expect(log.data.list).toMatchObject([
      { action: "recharge.pass", operator: { name: "cashier_1" }, role: "cashier" },
    ]);
  });

  test("a thousand clicks on one order, with and without keys: one effect, one line in the log", async () => {
    const player = await server.enrol("clicked");
    const order = await pendingRecharge(player.token, "33.00");
    const before = await count("recharge.pass");
    const path = `/desk/api/recharges/${order}/pass`;
    const replies: Reply[] = await Promise.all(
      Array.from({ length: 1_000 }, (_, i) =>
        server.desk(
          "POST",
          path,
          tokenOf(i % 2 === 0 ? "cashier" : "admin"),
          {},
          i % 4 < 2 ? `click-${i % 2}-key` : undefined,
        ),
      ),
    );
    // All clicks with the first key get the same reply; all others are too late.
    expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([0, STATE]));
    expect(await balanceOfPlayer(player.token)).toBe("33.00");
    expect(await count("recharge.pass")).toBe(before + 1);
  });

  test("cancel needs a reason, and only one of the list is told to the player", async () => {
    const player = await server.enrol("cancelled");
    const order = await pendingRecharge(player.token);
    const path = `/desk/api/recharges/${order}/cancel`;
    expect((await server.desk("POST", path, tokenOf("cashier"), {})).status).toBe(400);
    expect((await server.desk("POST", path, tokenOf("cashier"), { reason: "  " })).status).toBe(400);
    expect(
      (await server.desk("POST", path, tokenOf("cashier"), { reason: "<b>no money</b> came" })).code,
    ).toBe(0);
    const list = await server.player("GET", "/api/user/orderList?type=recharge", player.token);
    expect(list.data.list).toMatchObject([
      { status: "cancelled", reason: "Customer service can tell you more" },
    ]);
  });
});

describe("withdrawals", () => {
  test("above the amount two people pass it, neither of them twice; then addresses are locked until the desk unlocks them", async () => {
    const player = await funded("big_withdrawer");
    const order = await pendingWithdrawal(player, "600.00");
    const path = `/desk/api/withdrawals/${order}`;
    expect((await server.desk("GET", path, tokenOf("cashier"))).data).toMatchObject({
      needsTwo: true,
      approvals: [],
      address: expect.stringContaining("••••"),
    });
    const first = await server.desk("POST", `${path}/pass`, tokenOf("cashier"), {}, "the-first-approval");
    expect(first).toMatchObject({
      code: 0,
      data: { waitsForSecond: true, record: { status: "pendingReview" } },
    });
    expect(await server.desk("POST", `${path}/pass`, tokenOf("cashier"), {}, "the-first-approval")).toEqual(
      first,
    );
    expect((await server.desk("POST", `${path}/pass`, tokenOf("cashier"), {})).code).toBe(8004);
    expect((await server.desk("GET", path, tokenOf("cashier"))).data.approvals).toMatchObject([
      { operator: { name: "cashier_1" } },
    ]);
    const second = await server.desk("POST", `${path}/pass`, tokenOf("admin"), {});
    expect(second).toMatchObject({ code: 0, data: { waitsForSecond: false, record: { status: "passed" } } });
    expect(await balanceOfPlayer(player.token)).toBe("4400.00");

    const own = `/desk/api/players/${player.id}`;
    expect((await server.desk("GET", own, tokenOf("support"))).data.addresses).toBe("locked");
    const unlock = () =>
      server.desk("POST", `${own}/unlockAddresses`, tokenOf("support"), { reason: "asked by phone" });
    expect(await unlock()).toMatchObject({ code: 0, data: { addresses: "unlocked" } });
    expect((await unlock()).code).toBe(STATE);
  });

  test("cancel gives back what was held; in full the address is read with a reason alone", async () => {
    const player = await funded("small_withdrawer");
    const order = await pendingWithdrawal(player, "60.00");
    expect(await balanceOfPlayer(player.token)).toBe("4940.00");
    const reveal = `/desk/api/withdrawals/${order}/reveal`;
    expect((await server.desk("POST", reveal, tokenOf("cashier"), { reason: "x" })).status).toBe(400);
    const shown = await server.desk("POST", reveal, tokenOf("cashier"), { reason: "to pay it out" });
    expect(shown.data).toMatchObject({ kind: "bank", number: String(player.id).padStart(12, "0") });
    expect(await count("withdrawal.reveal")).toBe(1);
    const cancel = `/desk/api/withdrawals/${order}/cancel`;
    expect((await server.desk("POST", cancel, tokenOf("risk"), { reason: "name differs" })).code).toBe(0);
    expect(await balanceOfPlayer(player.token)).toBe("5000.00");
    const [logged] = await server.base.db.query<{ found: boolean }>(
      sql`SELECT bool_or(audit_log::text LIKE '%' || $1 || '%') AS found FROM audit_log`,
      [String(player.id).padStart(12, "0")],
    );
    expect(logged?.found).toBe(false);
  });
});

describe("players", () => {
  test("are found, locked out and let in again, each state once", async () => {
    const player = await server.enrol("lock_me");
    const own = `/desk/api/players/${player.id}`;
    for (const q of ["lock_", "LOCK_ME", String(player.id)]) {
      const found = await server.desk("GET", `/desk/api/players?q=${q}`, tokenOf("support"));
      expect(found.data.list).toMatchObject([
        { id: String(player.id), username: "lock_me", balance: "0.00" },
      ]);
    }
    const lock = (act: string, role: Role) =>
      server.desk("POST", `${own}/${act}`, tokenOf(role), { reason: "a test of it" });
    expect((await lock("unlock", "risk")).code).toBe(STATE);
    expect(await lock("lock", "support")).toMatchObject({
      code: 0,
      data: { status: "locked", openSessions: 0 },
    });
    expect((await server.player("GET", "/api/balance", player.token)).code).toBe(402);
    expect((await lock("lock", "support")).code).toBe(STATE);
    expect((await lock("unlock", "risk")).code).toBe(0);
  });

  test("their notes are the desk's own, their text is kept as it is, and a double click is one note", async () => {
    const player = await server.enrol("noted");
    const own = `/desk/api/players/${player.id}/notes`;
    const text = `<script>alert("x")</script> {{7*7}} ' OR 1=1 --`;
    const clicks = await Promise.all(
      Array.from({ length: 20 }, () =>
        server.desk("POST", own, tokenOf("support"), { text }, "one-note-key"),
      ),
    );
    expect(new Set(clicks.map(({ data }) => data.id)).size).toBe(1);
    expect((await server.desk("GET", own, tokenOf("cashier"))).data.list).toMatchObject([
      { text, operator: { name: "support_1" } },
    ]);
  });

  test("their ledger is read page by page, every movement once", async () => {
    const player = await server.enrol("moving");
    for (const amount of ["10.00", "20.00", "30.00"])
      await server.player("POST", "/api/user/makeOrder", player.token, {
        type: "recharge",
        amount,
        channel_id: "demo",
      });
    const own = `/desk/api/players/${player.id}/ledger`;
    const first = await server.desk("GET", `${own}?page_size=2&type=recharge`, tokenOf("risk"));
    const rest = await server.desk(
      "GET",
      `${own}?page_size=2&cursor=${first.data.nextCursor}`,
      tokenOf("risk"),
    );
    const amounts = [...first.data.list, ...rest.data.list].map(({ amount }: { amount: string }) => amount);
    expect([amounts, rest.data.nextCursor]).toEqual([["30.00", "20.00", "10.00"], null]);
    expect((await server.desk("GET", "/desk/api/players/9/ledger", tokenOf("risk"))).code).toBe(8003);
  });
});

describe("what is said to players", () => {
  test("a conversation goes both ways, a key sends an answer once, and text stays text", async () => {
    const player = await server.enrol("talker");
    const markup = `<img src=x onerror="alert(1)">`;
    const sent = await server.player("POST", "/api/service/write", player.token, { text: markup });
    const list = await server.desk("GET", "/desk/api/conversations", tokenOf("support"));
    expect([sent.code, list.data.list[0]]).toMatchObject([
      0,
      { id: String(player.id), unread: 1, lastText: markup },
    ]);
    const answer = (key: string) =>
      server.desk(
        "POST",
        `/desk/api/conversations/${player.id}/answer`,
        tokenOf("support"),
        { text: "Good day" },
        key,
      );
    const [first, again] = [await answer("an-answer-key"), await answer("an-answer-key")];
    expect(first).toMatchObject({ code: 0, data: { from: "desk", operator: { name: "support_1" } } });
    expect(again.data.id).toBe(first.data.id);
    expect(
      (await server.desk("POST", `/desk/api/conversations/${player.id}/read`, tokenOf("support"))).code,
    ).toBe(0);
    const lines = await server.desk("GET", `/desk/api/conversations/${player.id}`, tokenOf("admin"));
    expect(lines.data).toMatchObject({ unread: 0, list: [{ text: "Good day" }, { text: markup }] });
    expect(await count("conversation.answer")).toBe(1);
  });

  test("a notice reaches everybody, a message one player; each click once", async () => {
    const player = await server.enrol("told");
    const texts = {
      "vi-VN": { title: "Bảo trì", body: "Tối nay" },
      "en-US": { title: "Works", body: "Tonight" },
    };
    const publish = () =>
      server.desk("POST", "/desk/api/notices", tokenOf("support"), { texts }, "a-notice-key");
    const clicks = await Promise.all(Array.from({ length: 10 }, publish));
    expect(clicks.every(({ code }) => code === 0)).toBe(true);
    const list = await server.desk("GET", "/desk/api/notices", tokenOf("cashier"));
    expect(list.data.list).toMatchObject([{ texts, operator: { name: "support_1" } }]);
    const to = { player_id: String(player.id) };
    const message = { to, texts: { "en-US": { title: "Hello", body: "Only you" } } };
    expect((await server.desk("POST", "/desk/api/messages", tokenOf("support"), message)).data).toEqual({
      sent: 1,
    });
    const mail = await server.player("POST", "/api/user/userMail", player.token, { type: "message" });
    expect(mail.data.list).toMatchObject([{ title: "Hello" }]);
  });
});

describe("money and the dashboard", () => {
  test("is stopped and let run, each state once; nothing is passed meanwhile", async () => {
    const player = await server.enrol("stopped_one");
    const order = await pendingRecharge(player.token);
    const act = (what: string, role: Role) =>
      server.desk("POST", `/desk/api/money/${what}`, tokenOf(role), { reason: "a test of it" });
    expect((await act("resume", "admin")).code).toBe(STATE);
    expect(await act("stop", "risk")).toMatchObject({
      code: 0,
      data: { state: "stopped", reason: "risk_1: a test of it" },
    });
    expect((await act("stop", "risk")).code).toBe(STATE);
    expect(
      (await server.desk("POST", `/desk/api/recharges/${order}/pass`, tokenOf("cashier"), {})).code,
    ).toBe(2010);
    expect((await act("resume", "admin")).data).toMatchObject({ state: "running" });
    expect(
      (await server.desk("POST", `/desk/api/recharges/${order}/pass`, tokenOf("cashier"), {})).code,
    ).toBe(0);
  });

  test("shows what the orders of money add up to, and the books right", async () => {
    expect(await server.desk("POST", "/desk/api/books/check", tokenOf("risk"))).toMatchObject({
      data: { right: true, breaches: [] },
    });
    const { data } = await server.desk("GET", "/desk/api/dashboard?days=2", tokenOf("support"));
    const [row] = await server.base.db.query<{ deposit: bigint }>(
      sql`SELECT sum(amount)::bigint AS deposit FROM money_order WHERE status = 'passed' AND type = 'recharge'`,
    );
    const total = data.days.reduce(
      (sum: number, { deposit }: { deposit: string }) => sum + Math.round(Number(deposit) * 100),
      0,
    );
    expect(BigInt(total)).toBe(row?.deposit);
    const list = await server.desk(
      "GET",
      "/desk/api/recharges?status=pendingReview&page_size=100",
      tokenOf("support"),
    );
    expect(data.pending.recharges).toBe(list.data.list.length);
  });
});

test("what was done is never undone: no line of the log can be changed or deleted, even by the server", async () => {
  for (const statement of [sql`UPDATE audit_log SET reason = 'another'`, sql`DELETE FROM audit_log`])
    await expect(server.base.db.query(statement)).rejects.toThrow();
});

test("the books are right after all of it", async () => {
  const results = (await checkBooks(server.base.db, "full", "Asia/Ho_Chi_Minh")) ?? [];
  expect(results.filter(({ broken }) => broken > 0n)).toEqual([]);
});
