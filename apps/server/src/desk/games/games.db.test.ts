import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeskHouse, type DeskHouse } from "../desk-house.fixture.ts";

let house: DeskHouse;
let risk: string;
let support: string;
beforeAll(async () => {
  house = await openDeskHouse();
  risk = await house.as("risk");
  support = await house.as("support");
});
afterAll(() => house.close());

const STATE = 8002;

test("a game that is off takes no bets; each state once", async () => {
  const act = (what: string) =>
    house.desk("POST", `/desk/api/games/K3/${what}`, risk, { reason: "a test of it" });
  expect((await act("open")).code).toBe(STATE);
  expect(await act("close")).toMatchObject({ code: 0, data: { state: "closed" } });
  expect((await act("close")).code).toBe(STATE);
  const player = await house.enrol("k3_player");
  const bet = {
    prize_no: "202601010001",
    bets: [{ option_id: "HZ.HZ", amount: "1.00", groups: [{ code: "sum", items: ["3"] }] }],
  };
  expect((await house.player("POST", "/api/lottery/order/K3", player.token, bet)).code).toBe(3002);
  expect((await act("open")).code).toBe(0);
  expect((await house.player("POST", "/api/lottery/order/K3", player.token, bet)).code).not.toBe(3002);
});

test("bounds are shown to players as set", async () => {
  const limits = { min_bet: "2.00", max_bet: "100.00", max_payout: "5000.00", reason: "a quiet week" };
  const set = (body: object) => house.desk("POST", "/desk/api/games/FFC/limits", risk, body);
  expect((await set({ ...limits, min_bet: "200.00" })).code).toBe(8011);
  expect((await set(limits)).data).toMatchObject({
    minBet: "2.00",
    maxBet: "100.00",
    maxPayout: "5000.00",
  });
  const rule = await house.player("GET", "/api/lottery/rule/FFC");
  expect(rule.data.rules[0].childrens[0]).toMatchObject({
    minBet: "2.00",
    maxBet: "100.00",
    maxPayout: "5000.00",
  });
});

test("odds return what the enumeration says; above 100 % they are refused, and a stale table too", async () => {
  const table = await house.desk("GET", "/desk/api/odds/FFC", support);
  const option = table.data.options[0];
  const [figure] = option.figures;
  const p = figure.probability.split("/").map(Number);
  expect(Number(figure.returnPercent)).toBeCloseTo((Number(figure.odds) * p[0] * 100) / p[1], 1);
  const change = (odds: string) => ({ changes: [{ option: option.option, key: figure.key, odds }] });
  const generous = String(Math.ceil(p[1] / p[0]) + 1);
  const preview = await house.desk("POST", "/desk/api/odds/FFC/preview", support, change(generous));
  expect(preview.data.options[0].figures[0]).toMatchObject({ over: true });
  const publish = (odds: string, base: number) =>
    house.desk("POST", "/desk/api/odds/FFC/publish", risk, {
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
  const versions = await house.desk("GET", "/desk/api/oddsVersions", support);
  expect(versions.data.list[0]).toMatchObject({ version: version + 1, operator: { name: "risk_1" } });
  expect((await house.player("GET", "/api/lottery/rule/FFC")).data.version).toBe(version + 1);
});
