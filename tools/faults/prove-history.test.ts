import { expect, test } from "vitest";
import type { Entry } from "../histories/account.ts";
import type { Operation, Outcome, Step } from "../histories/history.ts";
import type { LoadPlayer } from "../load/players.ts";
import type { BetRow } from "./accounts.ts";
import { judgeHistory } from "./prove-history.ts";

const PLAYER: LoadPlayer = { username: "ann", address: "10.0.0.1", token: "", jwt: "" };
const [ACCOUNT, BETS] = ["account of ann", "bets of ann"];

const entry = (type: string, amount: string, balanceAfter: string, reference = ""): Entry => ({
  type,
  amount,
  balanceAfter,
  reference,
});
const bet = (total: string, more: Partial<BetRow> = {}): BetRow => ({
  orderNo: `B${total.replace(".", "")}`,
  total,
  status: "notDrawn",
  ...more,
});
const append = (value: string, list = ACCOUNT): Step => ({ kind: "append", list, value });

function op(from: number, to: number, steps: readonly Step[], outcome: Outcome = "ok"): Operation {
  const completedAt = outcome === "unknown" ? Number.POSITIVE_INFINITY : to;
  return { client: "ann", what: JSON.stringify(steps), steps, outcome, invokedAt: from, completedAt };
}

const BEGINNING = entry("bet", "-7.00", "100.00", "B1");
const TRANSACTIONS = [
  BEGINNING,
  entry("bet", "-1.00", "99.00", "B2"),
  entry("win", "2.00", "101.00", "B2"),
  entry("bet", "-1.01", "99.99", "B3"),
  entry("refund", "1.01", "101.00", "B3"),
];
const PLACED = [
  op(1, 2, [append("bet:-1.00"), append("1.00", BETS)]),
  op(3, 4, [append("bet:-1.01"), append("1.01", BETS)]),
  op(5, 6, [append("refund:1.01")]),
];
const RECORDS = {
  player: PLAYER,
  beginning: { transaction: 1n, bet: 2n },
  transactions: TRANSACTIONS,
  bets: [bet("1.00"), bet("1.01")],
};
const FINAL = op(90, 91, [
  {
    kind: "read",
    list: ACCOUNT,
    values: ["bet:-7.00", "bet:-1.00", "win:B2:2.00", "bet:-1.01", "refund:1.01"],
  },
  { kind: "read", list: BETS, values: ["1.00", "1.01"] },
]);

const wrongOf = (
  history: readonly Operation[],
  records = RECORDS,
  balances: readonly string[] = [],
): string[] => [
  ...judgeHistory(
    [...history, FINAL],
    balances.map((balance) => ({ list: ACCOUNT, balance, operation: op(50, 51, []) })),
    [records],
  ).wrong,
];

test("explains bets, a cancel, a win of the house, and the transaction that the history begins with", () => {
  expect(wrongOf(PLACED)).toEqual([]);
});

test("finds a bet that was acknowledged and is gone", () => {
  expect(wrongOf([...PLACED, op(7, 8, [append("bet:-1.02")])]).join()).toContain("lost append");
});

test("finds a bet that was refused and is there", () => {
  const [first, second, third] = PLACED;
  if (first === undefined || second === undefined || third === undefined) throw new Error("no bets");
  expect(wrongOf([first, { ...second, outcome: "fail" }, third]).join()).toContain("aborted read");
});

test("finds a read of a standby that lacks what its own player had been told", () => {
  const stale = op(7, 8, [
    { kind: "read", list: ACCOUNT, values: ["bet:-7.00", "bet:-1.00", "win:B2:2.00"] },
  ]);
  expect(wrongOf([...PLACED, stale]).join()).toContain("G-single");
});

test("lets a read lack a win, which nobody had been told of", () => {
  const early = op(2.5, 2.6, [{ kind: "read", list: ACCOUNT, values: ["bet:-7.00", "bet:-1.00"] }]);
  expect(wrongOf([...PLACED, early])).toEqual([]);
});

test("finds records in which one transaction does not follow from the other", () => {
  const transactions = TRANSACTIONS.with(3, entry("bet", "-1.01", "99.98", "B3"));
  expect(wrongOf(PLACED, { ...RECORDS, transactions }).join()).toContain("bet:-1.01 left 99.98");
});

test("finds a balance that never was, and places one that was", () => {
  expect(wrongOf(PLACED, RECORDS, ["100.00"]).join()).toContain("G-single");
  expect(wrongOf(PLACED, RECORDS, ["55.00"])).toEqual([
    "ann read a balance of 55.00, which account of ann never had",
  ]);
});

test("takes a stake that came back from a void period for the house's doing, though its cancel was refused", () => {
  const refused = PLACED.with(2, op(5, 6, [append("refund:1.01")], "fail"));
  expect(wrongOf(refused).join()).toContain("aborted read");
  const bets = [bet("1.00"), bet("1.01", { status: "cancelled", cancelledBy: "void" })];
  expect(wrongOf(refused, { ...RECORDS, bets })).toEqual([]);
});

test("takes a stake of an earlier bet that came back for the house's doing", () => {
  const late = entry("refund", "6.00", "107.00", "B1");
  const values = FINAL.steps.map((step) =>
    step.kind === "read" && step.list === ACCOUNT
      ? { ...step, values: [...(step.values ?? []), "refund:6.00"] }
      : step,
  );
  const records = { ...RECORDS, transactions: [...TRANSACTIONS, late] };
  expect(judgeHistory([...PLACED, { ...FINAL, steps: values }], [], [records]).wrong).toEqual([]);
  const own = { ...records, transactions: [...TRANSACTIONS, { ...late, reference: "B2" }] };
  expect(judgeHistory([...PLACED, { ...FINAL, steps: values }], [], [own]).wrong.join()).toContain(
    "unexplained value",
  );
});
