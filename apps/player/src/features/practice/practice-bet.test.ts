import {
  drawFor,
  facts,
  familyOf,
  type GameCode,
  findOption,
  optionsOf,
  payoutOf,
  readPicks,
  settle,
} from "@lotus/games";
import { formatMoney, parseMoney, stake } from "@lotus/money";
import { describe, expect, test } from "vitest";
import { oddsTable } from "../slip/assess.ts";
import { findRule } from "../slip/game-mode.ts";
import { randomPick } from "../board/random-picks.ts";
import { ruleTree } from "../../testing/rules.ts";
import { practiceBet, settledOn, takenBack } from "./practice-bet.ts";

const PERIOD = { prizeNo: "202611210001", drawAt: Date.UTC(2026, 10, 21, 5) };
const YEAR = 2026;

function uniformFrom(seed: number) {
  let state = seed;
  return (n: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

describe.each(["FFC", "K3", "PK10", "LHC"] as const)("%s", (game: GameCode) => {
  test("every bet is settled on any draw as the rules settle money", () => {
    const tree = ruleTree(game, { lunarYear: YEAR });
    const uniform = uniformFrom(7);
    let won = 0;
    for (const option of optionsOf(game)) {
      const rule = findRule(tree.rules, option.code);
      for (let turn = 0; turn < 25; turn += 1) {
        const line = rule === undefined ? null : randomPick(game, rule.option, uniform);
        if (rule === undefined || line === null) throw new Error(option.code);
        const bet = practiceBet(tree, PERIOD, { ...line, unit: "2.00" }, "a/0");
        if (bet === null) throw new Error(option.code);
        const numbers = drawFor(familyOf(game))(uniform);
        const result = game === "LHC" ? { numbers, lunarYear: YEAR } : { numbers };
        const settled = settledOn(bet, {
          numbers,
          facts: { ...facts(game, numbers, YEAR), lunarYear: YEAR },
        });
        const found = findOption(game, option.code);
        const read = found === undefined ? undefined : readPicks(found, line.groups);
        if (found === undefined || read?.ok !== true) throw new Error(option.code);
        const outcome = settle(found, read.picks, result);
        const pays = payoutOf(outcome, 200n, oddsTable(rule.option));
        const cap = parseMoney(rule.option.maxPayout);
        const paid = cap.ok && pays > cap.value ? cap.value : pays;
        expect(settled.payout, option.code).toBe(formatMoney(paid + stake(200n, outcome.refunded)));
        expect(settled.numbers).toEqual(numbers);
        expect(settled.state === "won", option.code).toBe(outcome.wins.length > 0);
        if (settled.state === "won") won += 1;
      }
    }
    expect(won).toBeGreaterThan(0);
  });
});

test("odds are those in force when it was made, and a payout has its cap", () => {
  const tree = ruleTree("K3");
  const line = { optionId: "HZ.HZ", groups: [{ code: "side", items: ["big"] }], unit: "10.00" };
  const bet = practiceBet(tree, PERIOD, line, "a/0");
  if (bet === null) throw new Error("no bet");
  expect(bet).toMatchObject({ betCount: 1, total: "10.00", state: "open", name: "HZ", picks: "big" });
  const big = { numbers: [6, 5, 4], facts: {} };
  const paid = settledOn(bet, big).payout;
  expect(paid).not.toBe("0.00");
  // Newer odds change nothing.
  expect(settledOn({ ...bet, maxPayout: "12.00" }, big).payout).toBe("12.00");
  const halved = practiceBet(ruleTree("K3", { halveOdds: true }), PERIOD, line, "a/1");
  expect(halved && settledOn(halved, big).payout).not.toBe(paid);
  expect(settledOn(bet, { numbers: [1, 1, 2], facts: {} })).toMatchObject({ state: "lost", payout: "0.00" });
});

test("points come back where the stake would, and of a period that is not drawn", () => {
  const tree = ruleTree("LHC", { lunarYear: YEAR });
  const line = { optionId: "TM.LM", groups: [{ code: "side", items: ["big"] }], unit: "2.00" };
  const rule = findRule(tree.rules, "TM.LM")?.option;
  const group = rule?.groups[0];
  const side = group?.items.find(({ id }) => id.includes("big"));
  const bet = practiceBet(
    tree,
    PERIOD,
    { ...line, groups: [{ code: group?.code ?? "", items: [side?.id ?? ""] }] },
    "a/0",
  );
  if (bet === null) throw new Error("no bet");
  const tie = settledOn(bet, { numbers: [1, 2, 3, 4, 5, 6, 49], facts: { lunarYear: YEAR } });
  expect(tie).toMatchObject({ state: "refunded", payout: "2.00" });
  expect(takenBack(bet)).toMatchObject({ state: "void", payout: "2.00", numbers: null });
});

test("points of which a part is lost did not come back", () => {
  const tree = ruleTree("LHC", { lunarYear: YEAR });
  const groups = ["ball1", "ball2"].map((code) => ({ code, items: ["big"] }));
  const bet = practiceBet(tree, PERIOD, { optionId: "ZM.ZM16", groups, unit: "2.00" }, "a/0");
  const settled = bet && settledOn(bet, { numbers: [1, 49, 3, 4, 5, 6, 7], facts: { lunarYear: YEAR } });
  expect(settled).toMatchObject({ total: "4.00", state: "lost", payout: "2.00" });
});

test("what is no bet makes none", () => {
  const tree = ruleTree("K3");
  expect(practiceBet(tree, PERIOD, { optionId: "HZ.HZ", groups: [], unit: "2.00" }, "a/0")).toBeNull();
  expect(practiceBet(tree, PERIOD, { optionId: "NO.NO", groups: [], unit: "2.00" }, "a/0")).toBeNull();
});
