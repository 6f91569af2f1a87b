import type { DeskOrderRecord } from "@lotus/contract/desk";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPart } from "../testing/render-part.tsx";
import { OrderActions } from "./order-actions.tsx";
import { OrderState } from "./order-table.tsx";

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
  const conflict = { action: "recharge.pass", at: 0, own: true, ofTree: false };
  expect(await whyOff({ ...ORDER, keptApart: conflict })).toMatch(
    /^You brought money .* another person has to pass this$/u,
  );
  expect(await whyOff({ ...ORDER, keptApart: { ...conflict, own: false } })).toMatch(
    /^Somebody whose access/u,
  );
  expect(await whyOff({ ...ORDER, keptApart: { ...conflict, ofTree: true } })).toMatch(
    /^You brought money .* same invite tree .* another person has to pass this$/u,
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

const RECHARGE: DeskOrderRecord = {
  ...ORDER,
  id: "R202611210000000001",
  type: "recharge",
  amount: "500.00",
  payment: {
    due: "500000",
    currency: "VND",
    reference: "7QXKYT6H4",
    asked: "500.00",
    came: "450.00",
    told: "450.00",
    confirmedAt: null,
    trouble: "amount-mismatch",
    notices: [],
  },
};

test("the button of a recharge passes what came, and says so beside what was asked for", async () => {
  const call = vi.fn(() => Promise.resolve({}));
  await renderPart(<OrderActions order={RECHARGE} />, { role: "cashier", call: call as never });
  fireEvent.click(screen.getByRole("button", { name: "Pass 450.00" }));
  const differs = within(screen.getByRole("dialog")).getByRole("alert");
  expect(differs.textContent).toMatch(/450.* came of 500.* asked/u);
  expect(differs.className).toContain("colorWarning");
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Pass 450.00" }));
  await waitFor(() => expect(call).toHaveBeenCalledOnce());
  expect(call.mock.calls[0]).toMatchObject([{}, { body: { amount: "450.00" } }, {}]);
});

test("who matched a payment with a recharge sees that another person passes it", async () => {
  const keptApart = { action: "payment.match", at: 0, own: true, ofTree: false };
  expect(await whyOff({ ...RECHARGE, keptApart })).toMatch(/^You matched a payment/u);
  expect(await whyOff({ ...RECHARGE, keptApart: { ...keptApart, own: false } })).toMatch(
    /^Somebody whose access/u,
  );
});

const FIRST = { operator: { id: "8", name: "thu" }, at: 1, amount: "500.00", note: "the bank confirmed it" };

test("the second person sees what the first proposed and why, and one button confirms exactly that", async () => {
  const call = vi.fn(() => Promise.resolve({}));
  const order = { ...RECHARGE, approvals: [FIRST], needsTwo: true, twoBecause: "came" as const };
  await renderPart(<OrderActions order={order} />, { role: "cashier", call: call as never });
  fireEvent.click(screen.getByRole("button", { name: /^Confirm 500\.00/u }));
  const dialog = screen.getByRole("dialog");
  expect(dialog.textContent).toMatch(
    /thu proposes 500\.00.*the bank confirmed it.*450\.00.* came of 500\.00/u,
  );
  expect(within(dialog).getByRole("alert").className).toContain("colorWarning");
  expect(dialog.textContent).not.toContain("Two people are needed");
  fireEvent.click(within(dialog).getByRole("button", { name: /^Confirm/u }));
  await waitFor(() => expect(call).toHaveBeenCalled());
  expect(call.mock.calls[0]).toMatchObject([
    { path: "/desk/api/recharges/:id/pass" },
    { body: { amount: "500.00", confirms: "8" } },
    {},
  ]);
});

test("cancelling a recharge with money warns of what came, and does not offer that none did", async () => {
  const notice = {
    id: "5",
    amount: "450000",
    currency: "VND",
    credit: "450.00",
    receivedAt: 1,
    matched: true,
  };
  const payment = { ...RECHARGE.payment, notices: [{ ...notice, matchedBy: null }] };
  await renderPart(<OrderActions order={{ ...RECHARGE, payment: payment as never }} />, { role: "cashier" });
  fireEvent.click(screen.getByRole("button", { name: /^Cancel/u }));
  expect(screen.getByRole("dialog").textContent).toContain("450,000 VND came for this recharge");
  fireEvent.mouseDown(screen.getByRole("combobox"));
  const offered = screen.getAllByRole("option").map(({ textContent }) => textContent);
  expect(offered).not.toContain("We have not received the payment");
  expect(offered).toContain("The payment was sent back");
});

const EXCLUDED = { kind: "exclusion" as const, until: null };

test("nothing is credited to a player on a break or over the own limit, and the button says which of the two", async () => {
  const rests = { ...RECHARGE, player: { ...RECHARGE.player, onBreak: EXCLUDED } };
  expect(await whyOff(rests)).toMatch(/^Excluded\. Nothing can be credited while it lasts/u);
  expect(await whyOff({ ...RECHARGE, room: "449.99" })).toMatch(/own deposit limit, which leaves 449\.99/u);
  expect(await whyOff({ ...RECHARGE, room: "450.00" })).toBeUndefined();
});

test("a withdrawal of an excluded player is passed, and the dialog says what the exclusion means for it", async () => {
  const rests = { ...ORDER, player: { ...ORDER.player, onBreak: EXCLUDED } };
  await renderPart(<OrderActions order={rests} />, { role: "cashier" });
  fireEvent.click(screen.getByRole("button", { name: "Pass" }));
  expect(screen.getByRole("dialog").textContent).toMatch(/Excluded\. .*paid out all the same/u);
});

test("an amount that differs and a break of the player are both shown", async () => {
  const rests = { ...RECHARGE, player: { ...RECHARGE.player, onBreak: EXCLUDED } };
  await renderPart(<OrderState order={rests} />);
  expect(screen.getByText("Amount differs")).toBeTruthy();
  expect(screen.getByText("Player on a break or over own limit")).toBeTruthy();
});
