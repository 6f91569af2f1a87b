import type { DeskOrderRecord } from "@lotus/contract/desk";
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "../testing/render-part.tsx";
import { OrderActions } from "./order-actions.tsx";

const ORDER: DeskOrderRecord = {
  id: "W202611210000000001",
  type: "withdrawal",
  status: "pendingReview",
  player: { id: "10000001", name: "anna", status: "active" },
  channel: "bank",
  amount: "15000.00",
  fee: "0.00",
  createdAt: 0,
  finishedAt: null,
  expiresAt: null,
  reason: null,
  balanceAfter: null,
  needsTwo: false,
  twoBecause: null,
  bounds: {
    single: "20000.00",
    operator: { used: "90000.00", most: "100000.00" },
    player: { used: "0.00", most: "20000.00" },
  },
  keptApart: null,
  approvals: [],
};

/** Why the button that passes it is off; undefined when it is on. */
async function whyOff(order: DeskOrderRecord): Promise<string | undefined> {
  await renderPart(<OrderActions order={order} />, { role: "cashier" });
  const button = screen.getByRole("button", { name: /^Pass/u });
  if (button.getAttribute("aria-disabled") !== "true") return undefined;
  fireEvent.mouseOver(button);
  return (await screen.findByRole("tooltip")).textContent;
}

test("a locked player's withdrawal cannot be passed, and the button says what must be done first", async () => {
  expect(await whyOff(ORDER)).toBeUndefined();
  expect(await whyOff({ ...ORDER, player: { ...ORDER.player, status: "locked" } })).toBe(
    "The player’s account is locked: unlock it first",
  );
});

test("an operator who passed a player's recharge sees that another one must pass the withdrawal", async () => {
  const conflict = { action: "recharge.pass", at: 0, own: true };
  expect(await whyOff({ ...ORDER, keptApart: conflict })).toMatch(
    /^You brought money .* another person has to pass this$/u,
  );
  expect(await whyOff({ ...ORDER, keptApart: { ...conflict, own: false } })).toMatch(
    /^Somebody whose access/u,
  );
});

test("exceeding a daily sum is shown with its figures before confirmation", async () => {
  await renderPart(<OrderActions order={{ ...ORDER, needsTwo: true, twoBecause: "operator" }} />, {
    role: "cashier",
  });
  fireEvent.click(screen.getByRole("button", { name: "Pass" }));
  await expect
    .poll(() => screen.getByRole("dialog").textContent)
    .toMatch(
      /Two people are needed.*You alone have passed 90,000(?:\.00)?\sK within 24 hours; 100,000(?:\.00)?\sK is the most/u,
    );
});
