import { pino } from "pino";
import { Registry } from "prom-client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { moveWatermark } from "../ledger/ledger.ts";
import { openCoverage, type Coverage, type CoverageRules } from "./covering.ts";
import {
  openCoveringServer,
  type CoveringServer,
  type CoveringPlayer,
  type Line,
} from "../testing/covering-server.ts";
import type { JudgeOptions } from "./judge.ts";

const RULES: CoverageRules = { maxPercent: 80, treePlayers: 10 };
const ZONE = "Asia/Ho_Chi_Minh";
const DAY_MS = 86_400_000;

let server: CoveringServer;
beforeEach(async () => {
  server = await openCoveringServer();
});
afterEach(() => server.close());

/** Another node that judges. */
function node(
  options: { readonly rules?: CoverageRules; readonly fault?: JudgeOptions["fault"] } = {},
): Coverage {
  return openCoverage(
    { db: server.base.db, log: pino({ level: "silent" }), metrics: new Registry() },
    {
      houseTimeZone: ZONE,
      rules: options.rules ?? RULES,
      rulebookOf: (game) => server.app.betting.rulebookOf(game),
      ...(options.fault === undefined ? {} : { fault: options.fault }),
    },
  );
}

const side = (item: "big" | "small", amount = "100.00"): Line => ({
  option: "HZ.HZ",
  groups: [{ code: "side", items: [item] }],
  amount,
});
const digits = (count: number, amount = "10.00", place = 5): Line => ({
  option: "YX.DWD",
  groups: [
    { code: `place${place}`, items: ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"].slice(0, count) },
  ],
  amount,
});

/** Settles and judges a period of K3 with these bets by player. */
async function play(...bets: readonly (readonly [CoveringPlayer, ...Line[]])[]) {
  const period = await server.open("K3");
  for (const [player, ...lines] of bets) await server.bet(period, player, ...lines);
  await server.settle(period, [1, 1, 3]);
  await node().judge();
  return await server.leftOut(period);
}

describe("a player alone", () => {
  test("who bets on both sides has no turnover of it, and is told how much and why", async () => {
    const player = await server.invite();
    expect(await play([player, side("big"), side("small", "40.00")])).toEqual(
      new Map([[player.id, { amount: 140_00n, why: "own" }]]),
    );
    expect(await play([player, side("big")])).toEqual(new Map());
    expect(await server.turnover(player)).toMatchObject({
      staked: 100_00n,
      leftOut: { own: 140_00n, tree: 0n },
    });
    const quote = await server.get("/api/user/withdrawQuote", player);
    expect(quote.data.turnover).toEqual({
      received: "10000.00",
      required: "10000.00",
      done: "100.00",
      left: "9900.00",
      leftOut: { own: "140.00", team: "0.00" },
      counting: "0.00",
      maxCoverage: 80,
    });
    // The report shows what was staked, whether it counts or not.
    expect((await server.get("/api/user/report?range=today", player)).data.betCost).toBe("240.00");
  });

  test("may cover eight of ten digits and not nine, in one slip or in several, over options and places", async () => {
    const player = await server.invite();
    const all = async (...slips: readonly Line[]) => {
      const period = await server.open("FFC");
      for (const line of slips) await server.bet(period, player, line);
      await server.settle(period, [9, 9, 9, 9, 9]);
      await node().judge();
      return (await server.leftOut(period)).size;
    };
    expect(await all(digits(8))).toBe(0);
    expect(await all(digits(9))).toBe(1);
    const high: Line = { option: "XYP.LMP", groups: [{ code: "ball5", items: ["big"] }], amount: "10.00" };
    expect(await all(digits(3), high)).toBe(0);
    expect(await all(digits(4), high)).toBe(1);
    // Eight digits in one place and one in another: 1 − 0.2 · 0.9.
    expect(await all(digits(8), digits(1, "1.00", 1))).toBe(1);
  });

  test("does not count cancelled bets, but counts bets at every version of the odds", async () => {
    const player = await server.invite();
    const period = await server.open("K3");
    await server.bet(period, player, side("big"));
    const [cancelled] = await server.bet(period, player, side("small"));
    await server.player("POST", `/api/lottery/cancel/${cancelled}`, player.token, {});
    await server.settle(period, [1, 1, 3]);
    await node().judge();
    expect(await server.leftOut(period)).toEqual(new Map());
    const next = await server.open("K3");
    await server.bet(next, player, side("big"));
    const { odds } = server.app.betting;
    await odds.publish({ ...odds.current().odds }, "a test");
    await server.bet(next, player, side("small"));
    await server.settle(next, [1, 1, 3]);
    await node().judge();
    expect((await server.leftOut(next)).get(player.id)).toEqual({ amount: 200_00n, why: "own" });
  });

  test("covers refunded outcomes, too (49 of Mark Six), but has no refunded stake left out", async () => {
    const player = await server.invite();
    const period = await server.open("LHC");
    const lm = (item: string): Line => ({
      option: "TM.LM",
      groups: [{ code: "side", items: [item] }],
      amount: "10.00",
    });
    await server.bet(period, player, lm("big"), lm("small"), lm("odd"));
    await server.settle(period, [1, 2, 3, 4, 5, 6, 7]);
    const all = await server.open("LHC");
    await server.bet(all, player, lm("big"), lm("small"));
    await server.settle(all, [1, 2, 3, 4, 5, 6, 49]);
    await node().judge();
    expect((await server.leftOut(period)).get(player.id)?.amount).toBe(30_00n);
    expect(await server.leftOut(all)).toEqual(new Map());
  });
});

describe("an invite tree", () => {
  test("that covers both sides is left out whole, whoever invited them and however far apart", async () => {
    const top = await server.invite();
    const one = await server.invite(top);
    const two = await server.invite(top);
    expect(await play([one, side("big")], [two, side("small")])).toEqual(
      new Map([one, two].map(({ id }) => [id, { amount: 100_00n, why: "tree" }])),
    );
    expect(await server.turnover(one)).toMatchObject({ staked: 0n, leftOut: { own: 0n, tree: 100_00n } });
    let last = one;
    for (let level = 0; level < 6; level += 1) last = await server.invite(last);
    expect((await play([one, side("big")], [last, side("small")])).size).toBe(2);
    // A player without their invite tree is not affected.
    const stranger = await server.invite();
    const played = await play([one, side("big")], [stranger, side("small")]);
    expect(played.size).toBe(0);
  });

  test("is detected despite accounts with tiny bets, and within a larger team", async () => {
    const agent = await server.invite();
    const ringleader = await server.invite(agent);
    const [one, two] = [await server.invite(ringleader), await server.invite(ringleader)];
    const team: CoveringPlayer[] = [];
    for (let at = 0; at < 13; at += 1) team.push(await server.invite(at % 2 === 0 ? agent : ringleader));
    const tiny = team.map((player) => [player, side("big", "1.00")] as const);
    const out = await play([one, side("big")], [two, side("small")], ...tiny);
    expect(new Set(out.keys())).toEqual(new Set([one.id, two.id]));
    // A large team that happens to bet on everything is accepted.
    const many = team.map((player, at) => [player, side(at % 2 === 0 ? "big" : "small")] as const);
    expect(await play(...many)).toEqual(new Map());
  });

  test("counts neither for rebate nor for commission, and its day is booked to the cent", async () => {
    const agent = await server.invite();
    const [one, two] = [await server.invite(agent), await server.invite(agent)];
    await play([one, side("big")], [two, side("small")]);
    await play([one, side("big", "200.00")]);
    await server.pass(DAY_MS);
    expect(await server.app.agents.book()).toEqual(["2026-11-18"]);
    const days = await server.app.agents.teams.days(agent.id, { from: null, to: null });
    expect(days).toMatchObject([{ level: 1, turnover: 200_00n, amount: 60n }]);
    expect(await server.app.agents.teams.days(two.id, { from: null, to: null })).toEqual([]);
  });
});

describe("judging", () => {
  test("comes before anything counts: for a withdrawal and for a day of rebate", async () => {
    const player = await server.invite();
    const period = await server.open("K3");
    await server.bet(period, player, side("big"));
    await server.settle(period, [1, 1, 3]);
    expect(await server.turnover(player)).toMatchObject({ staked: 0n, waiting: 100_00n });
    await server.pass(DAY_MS);
    expect(await server.app.agents.book()).toEqual([]);
    expect(await node().judge()).toBe(1);
    expect(await server.turnover(player)).toMatchObject({ staked: 100_00n, waiting: 0n });
    expect(await server.app.agents.book()).toEqual(["2026-11-18"]);
  });

  test("goes on where it died, and two servers at once leave everything out once", async () => {
    const [one, two] = [await server.invite(), await server.invite()];
    const period = await server.open("K3");
    for (const player of [one, two]) await server.bet(period, player, side("big"), side("small"));
    await server.settle(period, [1, 1, 3]);
    for (const at of ["judged", "left-out"] as const) {
      const dying = node({
        fault: (point) => {
          if (point === at) throw new Error("killed");
        },
      });
      await expect(dying.judge()).rejects.toThrow("killed");
      expect([(await server.leftOut(period)).size, (await server.turnover(one)).staked]).toEqual([0, 0n]);
    }
    const counts = await Promise.all([node(), node(), node(), node()].map((each) => each.judge()));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect([...(await server.leftOut(period)).values()]).toEqual([
      { amount: 200_00n, why: "own" },
      { amount: 200_00n, why: "own" },
    ]);
    expect(await node().judge()).toBe(0);
  });

  test("leaves out of rebate what was bet at odds that a plan which began since leaves no room for", async () => {
    const [agent, owner] = [await server.invite(), server.base.owner];
    const player = await server.invite(agent);
    const period = await server.open("K3");
    // A node that did not know the lower odds yet sold at these: 99.50 %.
    const { odds } = server.app.betting;
    const k3 = { ...odds.current().odds["K3"], "ETHDX.ETHDX": { hit: 716_400n } };
    const high = await odds.publish({ ...odds.current().odds, K3: k3 }, "a test");
    const double: Line = {
      option: "ETHDX.ETHDX",
      groups: [
        { code: "pair", items: ["11"] },
        { code: "single", items: ["2"] },
      ],
      amount: "50.00",
    };
    await server.bet(period, player, double, side("big", "30.00"));
    await odds.publish({ ...high.odds, K3: { ...k3, "ETHDX.ETHDX": { hit: 630_000n } } }, "a test");
    await server.as("risk");
    await owner.query(sql`
      INSERT INTO commission_plan (from_day, rebate, levels, operator_id, reason, created)
      SELECT '2026-11-19', 50, '{}', min(id), 'a test', house_clock() FROM operator`);
    await server.pass(DAY_MS);
    await server.settle(period, [1, 1, 3]);
    await node().judge();
    expect(await server.leftOut(period)).toEqual(new Map([[player.id, { amount: 50_00n, why: "odds" }]]));
    // It is still a bet and counts for a withdrawal.
    expect(await server.turnover(player)).toMatchObject({ staked: 80_00n, leftOut: { own: 0n, tree: 0n } });
    await server.pass(DAY_MS);
    expect(await server.app.agents.book()).toEqual(["2026-11-18", "2026-11-19"]);
    const days = await server.app.agents.teams.days(player.id, { from: null, to: null });
    expect(days).toMatchObject([{ day: "2026-11-19", level: 0, turnover: 30_00n, amount: 15n }]);
  });

  test("leaves nothing out when it is switched off", async () => {
    const player = await server.invite();
    const period = await server.open("K3");
    await server.bet(period, player, side("big"), side("small"));
    await server.settle(period, [1, 1, 3]);
    expect(await node({ rules: { ...RULES, maxPercent: 100 } }).judge()).toBe(1);
    expect(await server.turnover(player)).toMatchObject({ staked: 200_00n });
  });

  test("of what was left out before a player had nothing, a later quote knows nothing", async () => {
    const player = await server.invite();
    await play([player, side("big", "5000.00"), side("small", "2500.00")]);
    // The rest is lost, so counting starts again.
    const { data: rest } = await server.get("/api/balance", player);
    await play([player, { ...side("big"), amount: rest }]);
    expect((await server.get("/api/balance", player)).data).toBe("0.00");
    await server.pass(1_000);
    await server.player("POST", "/api/user/makeOrder", player.token, {
      type: "recharge",
      amount: "100.00",
      channel_id: "demo",
    });
    await play([player, side("small", "10.00")]);
    const anew = { received: 100_00n, staked: 10_00n, leftOut: { own: 0n, tree: 0n } };
    expect(await server.turnover(player)).toMatchObject(anew);
    await moveWatermark(server.base.db, player.id);
    expect(await server.turnover(player)).toMatchObject({ ...anew, tail: 1 });
    await play([player, side("big", "5.00"), side("small", "5.00")]);
    await moveWatermark(server.base.db, player.id);
    expect(await server.turnover(player)).toMatchObject({ ...anew, leftOut: { own: 10_00n, tree: 0n } });
  });
});
