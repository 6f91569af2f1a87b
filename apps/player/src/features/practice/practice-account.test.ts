import { beforeEach, expect, test } from "vitest";
import { ruleTree } from "../../testing/rules.ts";
import { createGameStore } from "../slip/game-store.ts";
import { isUnansweredSlip, slipKey, unansweredGame } from "../slip/slip-key.ts";
import { createPracticeAccount, FIRST_POINTS, MAX_KEPT, practiceStorage } from "./practice-account.ts";
import { type PracticeBet, settledOn } from "./practice-bet.ts";

beforeEach(() => localStorage.clear());

const bet = (id: string, change: Partial<PracticeBet> = {}): PracticeBet => ({
  id,
  gameCode: "K3",
  prizeNo: "202611210001",
  drawAt: 1000,
  optionId: "HZ.HZ",
  name: "Sum",
  groups: [{ code: "side", items: ["big"] }],
  picks: "big",
  unit: "2.00",
  betCount: 1,
  total: "2.00",
  odds: { "side/big": "1.95" },
  maxPayout: "400000.00",
  state: "open",
  payout: "0.00",
  numbers: null,
  ...change,
});

test("a slip takes its points once, and nothing if there are too few", () => {
  const account = createPracticeAccount(localStorage, "minh");
  expect(account.getState().points).toBe(FIRST_POINTS);
  expect(account.getState().place([bet("a/0"), bet("a/1", { total: "8.00" })])).toBe(true);
  // The same attempt again, as after a reload in between.
  expect(account.getState().place([bet("a/0"), bet("a/1", { total: "8.00" })])).toBe(true);
  expect(account.getState().points).toBe("9990.00");
  expect(account.getState().bets.map(({ id }) => id)).toEqual(["a/1", "a/0"]);
  expect(account.getState().place([bet("b/0", { total: "9990.01" })])).toBe(false);
  expect(account.getState().points).toBe("9990.00");
});

test("a bet is paid once, whatever is settled again", () => {
  const account = createPracticeAccount(localStorage, "minh");
  account.getState().place([bet("a/0")]);
  const won = { ...bet("a/0"), state: "won" as const, payout: "3.90" };
  account.getState().settle([won]);
  account.getState().settle([won]);
  account.getState().settle([bet("c/0", { state: "won", payout: "99.00" })]);
  expect(account.getState().points).toBe("10001.90");
  account.getState().restart();
  expect(account.getState()).toMatchObject({ points: FIRST_POINTS, bets: [] });
});

test("what is kept is bounded, but open bets stay until they are settled", () => {
  const account = createPracticeAccount(localStorage, "minh");
  account.getState().place([bet("first/0", { total: "0.01" })]);
  for (let at = 0; at < MAX_KEPT + 20; at += 1) {
    const made = bet(`${String(at)}/0`, { total: "0.01" });
    account.getState().place([made]);
    account.getState().settle([settledOn({ ...made, groups: [] }, { numbers: [1, 1, 1], facts: {} })]);
  }
  const { bets } = account.getState();
  expect(bets.filter(({ state }) => state !== "open").length).toBeLessThanOrEqual(MAX_KEPT + 1);
  expect(bets.at(-1)?.id).toBe("first/0");
});

test("survives a reload, per player, and what does not fit is as good as nothing", () => {
  createPracticeAccount(localStorage, "minh")
    .getState()
    .place([bet("a/0")]);
  expect(createPracticeAccount(localStorage, "minh").getState()).toMatchObject({ points: "9998.00" });
  expect(createPracticeAccount(localStorage, "bao").getState()).toMatchObject({ points: FIRST_POINTS });
  // None of these could be shown.
  for (const state of [
    { points: 5 },
    { points: "many", bets: [] },
    { points: "-5.00", bets: [] },
    { points: "10.00", bets: [bet("a/0", { total: "x" })] },
    { points: "10.00", bets: [bet("a/0", { drawAt: 1e300 })] },
  ]) {
    localStorage.setItem("practice:account.bao", JSON.stringify({ state, version: 1 }));
    expect(createPracticeAccount(localStorage, "bao").getState()).toMatchObject({
      points: FIRST_POINTS,
      bets: [],
    });
  }
});

test("a window that was told nothing of another's bets loses none of them", () => {
  const [one, other] = [
    createPracticeAccount(localStorage, "minh"),
    createPracticeAccount(localStorage, "minh"),
  ];
  one.getState().place([bet("a/0")]);
  other.getState().place([bet("b/0")]);
  one.getState().settle([bet("b/0", { state: "won", payout: "3.90" })]);
  for (const account of [one, createPracticeAccount(localStorage, "minh")]) {
    expect(account.getState().points).toBe("9999.90");
    expect(account.getState().bets.map(({ id, state }) => [id, state])).toEqual([
      ["b/0", "won"],
      ["a/0", "open"],
    ]);
  }
});

test("on a device that stores nothing any more the points last as long as the page", () => {
  const full = Object.assign(Object.create(localStorage) as Storage, {
    getItem: (name: string) => localStorage.getItem(name),
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
    removeItem: () => undefined,
  });
  const account = createPracticeAccount(full, "minh");
  account.getState().place([bet("a/0")]);
  account.getState().place([bet("b/0")]);
  expect(account.getState().points).toBe("9996.00");
  expect(account.getState().bets).toHaveLength(2);
});

test("two windows share the points: a slip of one is known to the other, and none is lost or paid twice", () => {
  const [one, other] = [
    createPracticeAccount(localStorage, "minh"),
    createPracticeAccount(localStorage, "minh"),
  ];
  // A browser tells each window what another one has written.
  const told = () => window.dispatchEvent(new StorageEvent("storage", { key: "practice:account.minh" }));
  one.getState().place([bet("a/0")]);
  told();
  other.getState().place([bet("b/0")]);
  told();
  expect(one.getState().points).toBe("9996.00");
  const settled = [bet("a/0", { state: "won", payout: "3.90" })];
  one.getState().settle(settled);
  told();
  other.getState().settle(settled);
  told();
  for (const account of [one, other, createPracticeAccount(localStorage, "minh")]) {
    expect(account.getState().points).toBe("9999.90");
    expect(account.getState().bets.map(({ id, state }) => [id, state])).toEqual([
      ["b/0", "open"],
      ["a/0", "won"],
    ]);
  }
});

test("slips of practice and of money never read each other, whatever the player is called", () => {
  const tree = ruleTree("K3");
  for (const player of ["", "minh", "practice", "practice:minh"]) {
    localStorage.clear();
    const money = createGameStore("K3", localStorage, player);
    const practice = createGameStore("K3", practiceStorage(localStorage), player);
    money.getState().enter(tree.rules);
    practice.getState().enter(tree.rules);
    money.getState().replace("sum", ["7"]);
    practice.getState().replace("sum", ["11"]);
    practice.getState().addLine();
    practice.getState().setAttempt({
      idempotencyKey: "points",
      prizeNo: "202611210001",
      version: 1,
      amount: "2.00",
      lines: practice.getState().lines,
    });
    const again = createGameStore("K3", localStorage, player);
    again.getState().enter(tree.rules);
    expect(again.getState().gameBetList[0]?.ruleItem).toEqual([{ id: "7" }]);
    expect(again.getState()).toMatchObject({ lines: [], attempt: null });
    // An unanswered slip of practice is never sent, nor found by what looks for those of money.
    expect(unansweredGame(localStorage, player)).toBeNull();
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
    expect(keys.filter((key) => isUnansweredSlip(key, localStorage.getItem(key)))).toEqual([]);
    expect(keys).toContain(`practice:${slipKey("K3", player)}`);
  }
});
