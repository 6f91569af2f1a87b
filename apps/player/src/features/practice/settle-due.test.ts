import type { DrawResult } from "@lotus/contract";
import { beforeEach, expect, test } from "vitest";
import { ruleTree } from "../../testing/rules.ts";
import { createPracticeAccount, type PracticeStore } from "./practice-account.ts";
import { practiceBet } from "./practice-bet.ts";
import { type ReadHistory, settleDue } from "./settle-due.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 21, 5);
const no = (at: number) => `20261121${String(at).padStart(4, "0")}`;
const at = (period: number) => START + period * MINUTE;
/** Period 3 was void: it is not among the results. */
const draw = (period: number): DrawResult => ({
  gameCode: "K3",
  prizeNo: no(period),
  drawAt: at(period),
  numbers: period % 2 === 0 ? [6, 5, 4] : [1, 1, 2],
  late: false,
  facts: {},
});

let account: PracticeStore;
let asked: string[];

beforeEach(() => {
  localStorage.clear();
  asked = [];
  account = createPracticeAccount(localStorage, "minh");
});

/** Pages of two results each, newest first. */
const history =
  (draws: readonly DrawResult[]): ReadHistory =>
  async (gameCode, cursor) => {
    asked.push(`${gameCode} ${cursor ?? ""}`);
    const from = Number(cursor ?? 0);
    const list = draws.slice(from, from + 2);
    return { list, nextCursor: from + 2 < draws.length ? String(from + 2) : null };
  };

function bet(period: number): void {
  const line = { optionId: "HZ.HZ", groups: [{ code: "side", items: ["big"] }], unit: "2.00" };
  const made = practiceBet(
    ruleTree("K3"),
    { prizeNo: no(period), drawAt: at(period) },
    line,
    `${String(period)}/0`,
  );
  if (made === null) throw new Error("no bet");
  account.getState().place([made]);
}
const states = () => account.getState().bets.map(({ prizeNo, state }) => `${prizeNo.slice(-1)} ${state}`);

test("what was drawn while the app was closed is settled from the results, page by page", async () => {
  for (const period of [1, 2, 5]) bet(period);
  const settled = await settleDue(account, at(6), history([6, 5, 4, 2, 1].map(draw)));
  expect(settled).toHaveLength(3);
  expect(states()).toEqual(["5 lost", "2 won", "1 lost"]);
  expect(asked).toEqual(["K3 ", "K3 2", "K3 4"]);
  expect(account.getState().points).not.toBe("10000.00");
});

test("a period between two results that is not there was void: its points come back", async () => {
  bet(3);
  await settleDue(account, at(6), history([6, 5, 4, 2, 1].map(draw)));
  expect(states()).toEqual(["3 void"]);
  expect(account.getState().points).toBe("10000.00");
});

test("nothing is asked before a draw is due, and a draw that is due but not there is waited for", async () => {
  bet(7);
  await settleDue(account, at(6), history([draw(6)]));
  expect(asked).toEqual([]);
  await settleDue(account, at(7), history([draw(6)]));
  await settleDue(account, at(7), history([]));
  expect(states()).toEqual(["7 open"]);
  await settleDue(account, at(8), history([draw(8), draw(7)]));
  expect(states()).toEqual(["7 lost"]);
});

test("what cannot be read now stays open; what is older than all results comes back", async () => {
  bet(1);
  await settleDue(account, at(9), () => Promise.reject(new Error("no network")));
  expect(states()).toEqual(["1 open"]);
  await settleDue(account, at(9), history([9, 8].map(draw)));
  expect(states()).toEqual(["1 void"]);
});

test("two at once settle once", async () => {
  bet(2);
  await Promise.all([1, 2].map(() => settleDue(account, at(6), history([draw(6), draw(2)]))));
  const { points } = account.getState();
  await settleDue(account, at(6), history([draw(6), draw(2)]));
  expect(account.getState().points).toBe(points);
  expect(asked).toEqual(["K3 "]);
});
