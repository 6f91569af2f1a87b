import type { DeskOrderRecord } from "@lotus/contract/desk";
import { expect, test } from "vitest";
import { renderPart } from "../testing/render-part.tsx";
import { OrderState } from "./order-table.tsx";
import { PlayerState } from "./player-state.tsx";

const PAYMENT = {
  due: "500",
  currency: "VND",
  reference: null,
  asked: "500",
  came: null,
  told: null,
  confirmedAt: null,
  trouble: null,
  notices: [],
};
const NOTICE = {
  id: "1",
  amount: "450",
  currency: "VND",
  credit: "450.00",
  receivedAt: 0,
  matched: false,
  matchedBy: null,
};
const RECHARGE: DeskOrderRecord = {
  id: "R202611210000000001",
  type: "recharge",
  status: "pendingReview",
  player: { id: "10000001", name: "anna", status: "active" },
  channel: "bank",
  amount: "500.00",
  fee: "0.00",
  createdAt: 0,
  finishedAt: null,
  expiresAt: null,
  reason: null,
  balanceAfter: null,
  needsTwo: false,
  twoBecause: null,
  bounds: null,
  keptApart: null,
  approvals: [],
  payment: PAYMENT,
};

/** The chips of a part, in their order. */
async function chipsOf(part: React.ReactNode): Promise<string[]> {
  const { container } = await renderPart(part);
  const [group] = container.children;
  return Array.from(group?.children ?? [], ({ textContent }) => textContent);
}

test("each step of a recharge has a chip of its own, and so has what is the matter with it", async () => {
  const chips = (changes: Partial<DeskOrderRecord>) =>
    chipsOf(<OrderState order={{ ...RECHARGE, ...changes }} />);
  expect(await chips({})).toEqual(["Not paid yet"]);
  expect(await chips({ payment: { ...PAYMENT, confirmedAt: 1 } })).toEqual(["Player says it is paid"]);
  const came = { ...PAYMENT, notices: [NOTICE], trouble: "amount-mismatch" as const };
  expect(await chips({ payment: came, needsTwo: true })).toEqual([
    "Money has come",
    "Amount differs",
    "0 of 2 passed",
  ]);
  expect(await chips({ status: "cancelled", reason: "no money by noon" })).toEqual(["Cancelled"]);
  expect(await chips({ status: "cancelled", reason: "expired" })).toEqual(["Expired"]);
  expect(await chips({ status: "cancelled", reason: "player" })).toEqual(["Given up by the player"]);
});

test("an excluded player, or one on a break, does not look active; a locked one is shown as both", async () => {
  const until = Date.UTC(2026, 10, 21, 3);
  const chips = (player: Parameters<typeof PlayerState>[0]["player"]) =>
    chipsOf(<PlayerState player={player} />);
  expect(await chips({ status: "active" })).toEqual(["Active"]);
  expect(await chips({ status: "active", onBreak: { kind: "timeOut", until } })).toEqual([
    "On a break until 21/11/2026, 10:00:00",
  ]);
  expect(await chips({ status: "locked", onBreak: { kind: "exclusion", until: null } })).toEqual([
    "Locked",
    "Excluded",
  ]);
});
