import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import { checkBooks, turnoverOf } from "../../ledger/ledger.ts";
import { openDeskServer, type DeskServer } from "../../testing/desk-server.ts";

let server: DeskServer;
let risk: string;
let other: string;
let nobody: string;
beforeAll(async () => {
  server = await openDeskServer({ GIFT_FOUR_EYES_ABOVE: "100.00", GIFT_MAX: "300.00" });
  risk = await server.as("risk");
  other = await server.as("risk", 2);
  nobody = await server.as("support");
});
afterAll(() => server.close());

const STATE = 8002;
const give = (id: bigint, amount: string, options: { token?: string; key?: string } = {}) =>
  server.desk(
    "POST",
    `/desk/api/players/${id}/gifts`,
    options.token ?? risk,
    { amount, reason: "promotion" },
    options.key,
  );
const balance = async (token: string): Promise<string> =>
  (await server.player("GET", "/api/balance", token)).data;
const audited = async (action: string): Promise<number> => {
  const [row] = await server.base.db.query<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM audit_log WHERE action = $1`,
    [action],
  );
  return row?.count ?? 0;
};

describe("a gift", () => {
  test("is given once, whatever the clicks: money, message, turnover, audit log", async () => {
    const player = await server.enrol("gifted");
    const clicks = await Promise.all(
      Array.from({ length: 20 }, () => give(player.id, "100.00", { key: "one-gift-key" })),
    );
    expect(new Set(clicks.map(({ code }) => code))).toEqual(new Set([0]));
    expect(new Set(clicks.map(({ data }) => data.record.id)).size).toBe(1);
    expect(clicks[0]?.data).toMatchObject({
      record: { status: "given", amount: "100.00", player: { name: "gifted" }, balanceAfter: "100.00" },
      waitsForSecond: false,
    });
    expect(await balance(player.token)).toBe("100.00");
    expect(await audited("gift.give")).toBe(1);
    const mail = await server.player("POST", "/api/user/userMail", player.token, { type: "message" });
    expect(mail.data.list).toHaveLength(1);
    expect(mail.data.list[0].body).toContain("Part of a promotion.");
    expect(await turnoverOf(server.base.db, player.id)).toMatchObject({ received: 100_00n, staked: 0n });
    const report = await server.player("GET", "/api/user/report?range=today", player.token);
    expect(report.data).toMatchObject({ activityGift: "100.00", totalProfitLoss: "100.00" });
    const list = await server.player("GET", "/api/user/orderList?type=transaction", player.token);
    expect(list.data.list).toMatchObject([{ type: "gift", amount: "100.00" }]);
    expect((await give(player.id, "99.00", { key: "one-gift-key" })).code).toBe(2007);
  });

  test("above the set amount waits for a second person, and is decided once", async () => {
    const player = await server.enrol("well_gifted");
    const request = await give(player.id, "100.01");
    expect(request.data).toMatchObject({
      record: { status: "waiting", decidedBy: null },
      waitsForSecond: true,
    });
    const path = `/desk/api/gifts/${request.data.record.id}`;
    expect((await server.desk("POST", `${path}/confirm`, risk, {})).code).toBe(8004);
    expect(await balance(player.token)).toBe("0.00");
    const clicks = await Promise.all(
      Array.from({ length: 10 }, () => server.desk("POST", `${path}/confirm`, other, {})),
    );
    expect(clicks.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, ...Array(9).fill(STATE)]);
    expect(await balance(player.token)).toBe("100.01");
    expect((await server.desk("POST", `${path}/cancel`, other, { reason: "too late" })).code).toBe(STATE);
    expect((await server.desk("GET", path, nobody)).data).toMatchObject({
      status: "given",
      askedBy: { name: "risk_1" },
      decidedBy: { name: "risk_2" },
    });
    expect(await audited("gift.confirm")).toBe(1);
  });

  test("that waits may be cancelled, by the first person as well", async () => {
    const player = await server.enrol("not_gifted");
    const request = await give(player.id, "200.00");
    const path = `/desk/api/gifts/${request.data.record.id}`;
    const cancelled = await server.desk("POST", `${path}/cancel`, risk, { reason: "a mistake" });
    expect(cancelled.data).toMatchObject({ record: { status: "cancelled" }, waitsForSecond: false });
    expect((await server.desk("POST", `${path}/confirm`, other, {})).code).toBe(STATE);
    expect(await balance(player.token)).toBe("0.00");
    const list = await server.desk("GET", `/desk/api/gifts?player_id=${player.id}&status=cancelled`, nobody);
    expect(list.data).toMatchObject({ max: "300.00", twoAbove: "100.00", list: [{ amount: "200.00" }] });
  });

  test("is refused above the most, for nobody, for a closed account, and while money is stopped", async () => {
    const player = await server.enrol("refused_one");
    expect((await give(player.id, "300.01")).code).toBe(2003);
    expect((await give(1n, "1.00")).code).toBe(8003);
    expect((await give(player.id, "1.00", { token: nobody })).code).toBe(8001);
    await server.desk("POST", "/desk/api/money/stop", risk, { reason: "a test of it" });
    expect((await give(player.id, "1.00")).code).toBe(2010);
    await server.desk("POST", "/desk/api/money/resume", await server.as("admin"), { reason: "a test of it" });
    await server.base.db.query(sql`UPDATE player SET status = 'closed' WHERE id = $1`, [player.id]);
    expect((await give(player.id, "1.00")).code).toBe(8023);
  });
});

describe("plans and teams", () => {
  test("a plan is published from tomorrow on, and not above what the server may give", async () => {
    const publish = (rebate: string, levels: readonly string[]) =>
      server.desk("POST", "/desk/api/agentPlans", risk, {
        rebate_percent: rebate,
        commission_percents: levels,
        reason: "a new season",
      });
    const done = await publish("0.20", ["0.40", "0.10"]);
    expect(done).toMatchObject({
      code: 0,
      data: {
        state: "coming",
        rebatePercent: "0.20",
        levels: [
          { level: 1, percent: "0.40" },
          { level: 2, percent: "0.10" },
        ],
        operator: { name: "risk_1" },
      },
    });
    expect((await publish("2.00", ["2.00", "1.01"])).code).toBe(2040);
    expect((await publish("0.1", [])).status).toBe(400);
    expect((await publish("0.10", Array(6).fill("0.01"))).status).toBe(400);
    expect(await audited("agents.plan")).toBe(1);
  });

  test("a player reads a team with names masked, the desk reads it in full", async () => {
    const agent = await server.enrol("minh_anh88");
    const { data } = await server.player("GET", "/api/agent/summary", agent.token);
    expect(data).toMatchObject({
      link: `/pages/auth/register?invite=${data.inviteCode}`,
      teamSize: [
        { level: 1, players: 0 },
        { level: 2, players: 0 },
        { level: 3, players: 0 },
      ],
      plan: {
        rebatePercent: "0.10",
        levels: [{ percent: "0.30" }, { percent: "0.15" }, { percent: "0.05" }],
      },
      nextPlan: { rebatePercent: "0.20" },
      bookedTo: null,
    });
    for (const username of ["quoc_bao91", "anna", "hoa_sen"]) {
      const reply = await server.player("POST", "/api/user/register", undefined, {
        invite_code: data.inviteCode,
        username,
        password: "a long enough one",
        password_confirmation: "a long enough one",
        register_device: 1,
        trans_password: "135790",
      });
      expect(reply.code).toBe(0);
    }
    const first = await server.player("GET", "/api/agent/team?page_size=2&level=1", agent.token);
    expect(first.data.list.map(({ player }: { player: string }) => player)).toEqual(["ho***en", "a***a"]);
    const rest = await server.player("GET", `/api/agent/team?cursor=${first.data.nextCursor}`, agent.token);
    expect(rest.data).toMatchObject({
      list: [{ player: "qu***91", level: 1, turnover: "0.00" }],
      nextCursor: null,
    });
    expect((await server.player("GET", "/api/agent/team?level=2", agent.token)).data.list).toEqual([]);
    expect((await server.player("GET", "/api/agent/days", agent.token)).data.list).toEqual([]);
    expect((await server.desk("GET", "/desk/api/agents", nobody)).data.list).toMatchObject([
      { username: "minh_anh88", direct: 3, team: 3 },
    ]);
    const own = `/desk/api/agents/${agent.id}`;
    expect((await server.desk("GET", own, nobody)).data).toMatchObject({
      inviter: null,
      inviteCode: data.inviteCode,
      levels: [{ level: 1, players: 3, commission: "0.00" }],
    });
    expect((await server.desk("GET", `${own}/team`, nobody)).data.list).toMatchObject([
      { username: "hoa_sen", inviter: { name: "minh_anh88" } },
      { username: "anna" },
      { username: "quoc_bao91" },
    ]);
  });

  test("a day that no calendar has is none, wherever it stands", async () => {
    const { id, token } = await server.enrol("asks_for_year_0");
    for (const day of ["0000-01-01", "2026-02-30"]) {
      const paths = [
        `agents/${id}?from_day=${day}`,
        `agents/${id}/team?to_day=${day}`,
        `agentDays?cursor=${day}`,
      ];
      for (const path of paths) expect((await server.desk("GET", `/desk/api/${path}`, nobody)).code).toBe(0);
      expect((await server.player("GET", `/api/agent/days?cursor=${day}`, token)).code).toBe(0);
    }
  });
});

test("the books are right after all of it", async () => {
  const results = (await checkBooks(server.base.db, "full", "Asia/Ho_Chi_Minh")) ?? [];
  expect(results.filter(({ broken }) => broken > 0n)).toEqual([]);
});

test("a gift reaches nobody on a break, not even by the second of two people", async () => {
  const player = await server.enrol("calm_gifted");
  const waiting = await give(player.id, "150.00");
  expect(waiting.data).toMatchObject({ waitsForSecond: true });
  const stop = async (role: "risk" | "cashier") =>
    (await server.desk("GET", `/desk/api/alone?player_id=${player.id}`, await server.as(role))).data.giftStop;
  expect(await stop("risk")).toBeNull();
  await server.player("POST", "/api/user/timeOut", player.token, { days: 1 });
  expect((await give(player.id, "1.00")).code).toBe(8039);
  // Said before anybody asks, to those who give gifts.
  expect([await stop("risk"), await stop("cashier")]).toEqual(["break", null]);
  const confirm = `/desk/api/gifts/${waiting.data.record.id}/confirm`;
  expect((await server.desk("POST", confirm, other, {})).code).toBe(8039);
  await server.player("POST", "/api/user/selfExclude", player.token, { months: 6 });
  expect((await give(player.id, "1.00")).code).toBe(8038);
  expect(await balance(player.token)).toBe("0.00");
});
