import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import { openDeskServer, type DeskServer } from "../../testing/desk-server.ts";

let server: DeskServer;
let risk: string;
let support: string;
beforeAll(async () => {
  server = await openDeskServer();
  risk = await server.as("risk");
  support = await server.as("support");
});
afterAll(() => server.close());

const STATE = 8002;

test("a game that is off takes no bets; each state once", async () => {
  const act = (what: string) =>
    server.desk("POST", `/desk/api/games/K3/${what}`, risk, { reason: "a test of it" });
  expect((await act("open")).code).toBe(STATE);
  expect(await act("close")).toMatchObject({ code: 0, data: { state: "closed" } });
  expect((await act("close")).code).toBe(STATE);
  const player = await server.enrol("k3_player");
  const bet = {
    prize_no: "202601010001",
    bets: [{ option_id: "HZ.HZ", amount: "1.00", groups: [{ code: "sum", items: ["3"] }] }],
  };
  expect((await server.player("POST", "/api/lottery/order/K3", player.token, bet)).code).toBe(3002);
  expect((await act("open")).code).toBe(0);
  expect((await server.player("POST", "/api/lottery/order/K3", player.token, bet)).code).not.toBe(3002);
  // Every open app follows, without a request.
  const told = await server.base.owner.query(
    sql`SELECT payload FROM live_event WHERE event = 'game' AND player_id IS NULL ORDER BY xid, id`,
  );
  expect(told.map(({ payload }) => payload)).toEqual([
    { gameCode: "K3", on: false },
    { gameCode: "K3", on: true },
  ]);
});

test("bounds are shown to players as set", async () => {
  const limits = { min_bet: "2.00", max_bet: "100.00", max_payout: "5000.00", reason: "a quiet week" };
  const set = (body: object) => server.desk("POST", "/desk/api/games/FFC/limits", risk, body);
  expect((await set({ ...limits, min_bet: "200.00" })).code).toBe(8011);
  expect((await set(limits)).data).toMatchObject({
    minBet: "2.00",
    maxBet: "100.00",
    maxPayout: "5000.00",
  });
  const rule = await server.player("GET", "/api/lottery/rule/FFC");
  expect(rule.data.rules[0].childrens[0]).toMatchObject({
    minBet: "2.00",
    maxBet: "100.00",
    maxPayout: "5000.00",
  });
});

test("odds return what the enumeration says; above 100 % they are refused, and a stale table too", async () => {
  const table = await server.desk("GET", "/desk/api/odds/FFC", support);
  const option = table.data.options[0];
  const [figure] = option.figures;
  const p = figure.probability.split("/").map(Number);
  expect(Number(figure.returnPercent)).toBeCloseTo((Number(figure.odds) * p[0] * 100) / p[1], 1);
  const change = (odds: string) => ({ changes: [{ option: option.option, key: figure.key, odds }] });
  const generous = String(Math.ceil(p[1] / p[0]) + 1);
  const preview = await server.desk("POST", "/desk/api/odds/FFC/preview", support, change(generous));
  expect(preview.data.options[0].figures[0]).toMatchObject({ over: true });
  const publish = (odds: string, base: number) =>
    server.desk("POST", "/desk/api/odds/FFC/publish", risk, {
      ...change(odds),
      base_version: base,
      reason: "new season",
    });
  const { version } = table.data;
  expect((await publish(generous, version)).code).toBe(8009);
  expect((await publish("0", version)).code).toBe(8009);
  const modest = (p[1] / p[0] / 2).toFixed(2);
  expect((await publish(modest, version)).data.version).toBe(version + 1);
  expect((await publish(modest, version)).code).toBe(8010);
  const versions = await server.desk("GET", "/desk/api/oddsVersions", support);
  expect(versions.data.list[0]).toMatchObject({ version: version + 1, operator: { name: "risk_1" } });
  expect((await server.player("GET", "/api/lottery/rule/FFC")).data.version).toBe(version + 1);
});

test.each(["0", "0.5", "0.9999", "999999999", "1.23456", "-1", "1e3", "NaN"])(
  "odds of %s are refused by preview and publish alike, and sold by nobody",
  async (odds) => {
    const { version, options } = (await server.desk("GET", "/desk/api/odds/LHC", support)).data;
    for (const { option, figures } of options) {
      const key = figures.at(-1).key;
      const changes = [{ option, key, odds }];
      const preview = await server.desk("POST", "/desk/api/odds/LHC/preview", support, { changes });
      const publish = await server.desk("POST", "/desk/api/odds/LHC/publish", risk, {
        changes,
        base_version: version,
        reason: "a slip of the hand",
      });
      expect([preview.code, publish.code]).toEqual(
        /^\d+(?:\.\d{1,4})?$/u.test(odds) ? [8009, 8009] : [9400, 9400],
      );
      expect(preview.msg).toBe(publish.msg);
    }
    expect((await server.desk("GET", "/desk/api/odds/LHC", support)).data.version).toBe(version);
  },
);

test.each([
  ["en-US", "odds must be 1 or more"],
  ["vi-VN", "tỷ lệ phải từ 1 trở lên"],
])("the desk reads in %s why odds are refused", async (language, words) => {
  const reply = await server.app.ops.inject({
    method: "POST",
    url: "/desk/api/odds/K3/preview",
    headers: { language, token: support },
    payload: { changes: [{ option: "HZ.HZ", key: "sum3", odds: "0.5" }] },
  });
  const refused = reply.json<{ readonly msg: string }>();
  expect(refused).toMatchObject({ code: 8009, data: { option: "HZ.HZ", key: "sum3", reason: "low" } });
  expect(refused.msg).toContain(words);
});

interface Line {
  readonly subject: string;
  readonly detail: Readonly<Record<string, string>>;
}

/** Log lines of an action, newest first. */
async function logged(query: string): Promise<readonly Line[]> {
  const reply = await server.desk("GET", `/desk/api/audit?${query}`, risk);
  expect(reply).toMatchObject({ code: 0 });
  return reply.data.list;
}

test("the log keeps the old and the new figures of odds and limits", async () => {
  const table = await server.desk("GET", "/desk/api/odds/K3", support);
  const [one, two] = table.data.options;
  const changes = [one, two].map(({ option, figures: [{ key, odds }] }) => ({
    option,
    key,
    odds: (Number(odds) - 0.01).toFixed(2),
    old: odds,
  }));
  const done = await server.desk("POST", "/desk/api/odds/K3/publish", risk, {
    changes: changes.map(({ option, key, odds }) => ({ option, key, odds })),
    base_version: table.data.version,
    reason: "a little less",
  });
  expect(done).toMatchObject({ code: 0 });
  const [line] = await logged("action=odds.publish");
  expect(line?.detail["changes"]?.split("\n")).toEqual(
    changes.map(({ option, key, odds, old }) => `${option} ${key}: ${old} → ${odds}`),
  );

  const limit = (most: string) =>
    server.desk("POST", "/desk/api/games/SFC/limits", risk, {
      min_bet: "2.00",
      max_bet: most,
      max_payout: "5000.00",
      reason: "a quiet week",
    });
  expect((await limit("100.00")).code).toBe(0);
  expect((await limit("50.00")).code).toBe(0);
  const [second] = await logged("action=game.limits&subject=sfc");
  expect(second?.detail).toMatchObject({ maxBetBefore: "100.00", maxBet: "50.00", minBetBefore: "2.00" });
});

test("the log is found by any part of what was done to, such as a number alone", async () => {
  const player = await server.enrol("logged_player");
  const lock = { reason: "asked by the player" };
  await server.desk("POST", `/desk/api/players/${player.id}/lock`, await server.as("support"), lock);
  expect((await logged(`subject=${player.id}`)).map(({ subject }) => subject)).toEqual([
    `player ${player.id}`,
  ]);
  expect(await logged("subject=no-such-number")).toEqual([]);
});
