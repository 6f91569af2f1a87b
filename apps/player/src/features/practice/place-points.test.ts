import { CODES } from "@lotus/contract";
import { beforeEach, expect, test } from "vitest";
import { ruleTree } from "../../testing/rules.ts";
import { placePoints } from "./place-points.ts";
import { createPracticeAccount, FIRST_POINTS } from "./practice-account.ts";

beforeEach(() => localStorage.clear());

const tree = ruleTree("K3");
const PERIOD = { prizeNo: "202611210001", openAt: 0, closeAt: 50_000, drawAt: 60_000 };
const ORDER = {
  body: {
    prize_no: PERIOD.prizeNo,
    version: 1,
    bets: [
      { option_id: "HZ.HZ", amount: "2.00", groups: [{ code: "side", items: ["big"] }] },
      { option_id: "HZ.HZ", amount: "3.00", groups: [{ code: "sum", items: ["9", "10"] }] },
    ],
  },
  key: "points",
  period: PERIOD,
  now: 1000,
  closedWords: "closed",
};

test("a slip is placed once under its key, also once its sale is over", () => {
  const account = createPracticeAccount(localStorage, "minh");
  const placed = placePoints(account, tree, ORDER);
  expect(placed).toEqual({ orders: [], total: "8.00", balance: "9992.00" });
  expect(placePoints(account, tree, ORDER)).toEqual(placed);
  expect(placePoints(account, tree, { ...ORDER, now: 70_000, period: undefined })).toEqual(placed);
  expect(account.getState().bets).toHaveLength(2);
});

test.each([
  ["before its sale", { now: -1 }],
  ["after its sale", { now: 50_000 }],
  ["on a period that nobody saw", { period: undefined }],
  ["on another period than the one that is known", { period: { ...PERIOD, prizeNo: "202611210002" } }],
])("nothing is placed %s", (_when, change) => {
  const account = createPracticeAccount(localStorage, "minh");
  expect(() => placePoints(account, tree, { ...ORDER, ...change })).toThrow(
    expect.objectContaining({ code: CODES.PERIOD_CLOSED, codeName: "PERIOD_CLOSED", kind: "refusal" }),
  );
  expect(account.getState()).toMatchObject({ points: FIRST_POINTS, bets: [] });
});

test("without enough points it is refused as the server would", () => {
  const account = createPracticeAccount(localStorage, "minh");
  const [bet] = ORDER.body.bets;
  const body = { ...ORDER.body, bets: bet === undefined ? [] : [{ ...bet, amount: "10000.01" }] };
  expect(() => placePoints(account, tree, { ...ORDER, body })).toThrow(
    expect.objectContaining({ codeName: "NOT_ENOUGH_BALANCE" }),
  );
  expect(account.getState()).toMatchObject({ points: FIRST_POINTS, bets: [] });
});
