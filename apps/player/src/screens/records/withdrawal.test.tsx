import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { emitLiveEvent } from "../../live/live-events.ts";
import { type FakeRecords, fakeRecords } from "../../testing/fake-records.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { loadCatalog } from "../../i18n/i18n.ts";
import { Screen } from "./withdrawal.tsx";

const at = (minute: number) => Date.UTC(2026, 10, 21, 3, minute);

const PENDING = {
  orderNo: "W000000000003",
  type: "withdrawal",
  subType: "bank",
  status: "pendingReview",
  amount: "300.00",
  fee: "0.00",
  time: at(30),
  channelName: "Vietcombank",
  address: "•••• 1111",
  timeline: [{ step: "asked", time: at(30) }],
};
const PASSED = {
  ...PENDING,
  orderNo: "W000000000002",
  status: "passed",
  amount: "200.00",
  fee: "1.50",
  time: at(20),
  finishedAt: at(25),
  balanceAfter: "69.00",
  timeline: [
    { step: "asked", time: at(20) },
    { step: "inReview", time: at(22) },
    { step: "passed", time: at(25) },
  ],
};
const CANCELLED = {
  ...PENDING,
  orderNo: "W000000000001",
  status: "cancelled",
  amount: "100.00",
  time: at(10),
  reason: "The name on the account is another",
  timeline: [
    { step: "asked", time: at(10) },
    { step: "cancelled", time: at(15) },
  ],
};

let server: FakeRecords;

beforeEach(() => {
  server = fakeRecords([PENDING, PASSED, CANCELLED], { in: "0.00", out: "200.00" });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  await renderScreen(<Screen />, "en-US");
  await loadCatalog("withdraw");
}
const row = (amount: string) => screen.getByRole("button", { name: new RegExp(amount, "u") });

test("each withdrawal stands with its sign and status; what came back carries no minus", async () => {
  await open();
  expect(await screen.findByText("−300.00")).toBeDefined();
  expect(within(row("300.00")).getByText("Pending review")).toBeDefined();
  expect(within(row("200.00")).getByText("Passed")).toBeDefined();
  expect(within(row("100.00")).getByText("Cancelled")).toBeDefined();
  expect(screen.getByText("100.00")).toBeDefined();
  expect(screen.queryByText("−100.00")).toBeNull();
  // The sum is what was paid out, and an account is never shown whole.
  expect(screen.getByText("Withdrawn").nextElementSibling?.textContent).toBe("200.00");
  expect(screen.getAllByText("Vietcombank •••• 1111")).toHaveLength(3);
  expect(server.requests[0]?.get("type")).toBe("withdrawal");
});

test("one in review opens with its past and pending steps", async () => {
  await open();
  fireEvent.click(await screen.findByRole("button", { name: /300\.00/u }));
  const detail = within(await screen.findByRole("dialog"));
  expect(detail.getByText("Asked for, the amount is held")).toBeDefined();
  expect(detail.getByText("Waiting for review")).toBeDefined();
  expect(detail.getByText("W000000000003")).toBeDefined();
  expect(detail.getByRole("button", { name: "Copy order number" })).toBeDefined();
});

test("a passed one opens with its steps in order, its fee and the balance after it", async () => {
  await open();
  fireEvent.click(await screen.findByRole("button", { name: /200\.00/u }));
  const detail = within(await screen.findByRole("dialog"));
  expect(detail.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
    "Asked for, the amount is held",
    "In review",
    "Passed and paid out",
    "Fee",
    "Address",
    "Balance after",
    "Order number",
  ]);
  expect(detail.queryByText("Waiting for review")).toBeNull();
  expect(detail.getByText("1.50")).toBeDefined();
});

test("a cancelled one shows the reason, and that the money is back", async () => {
  await open();
  fireEvent.click(await screen.findByRole("button", { name: /100\.00/u }));
  const detail = within(await screen.findByRole("dialog"));
  expect(detail.getByText("Cancelled, the money is back in your balance")).toBeDefined();
  expect(detail.getByText("The name on the account is another")).toBeDefined();
});

test("a status narrows the list at the server; where nothing fits, the filter is cleared by a tap", async () => {
  await open();
  await screen.findByText("−300.00");
  server.list = [];
  fireEvent.click(screen.getByRole("button", { name: "Status" }));
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Cancelled" }));
  await vi.waitFor(() => expect(server.requests.at(-1)?.get("status")).toBe("cancelled"));
  expect(await screen.findByText("No withdrawals")).toBeDefined();
  fireEvent.click(screen.getAllByRole("button", { name: "Clear filter" })[0] ?? document.body);
  // What was there a moment ago needs no second question.
  expect(await screen.findByText("−300.00")).toBeDefined();
});

test("a withdrawal decided while the list is open is updated in the list and in its open detail", async () => {
  await open();
  fireEvent.click(await screen.findByRole("button", { name: /300\.00/u }));
  server.list = [{ ...PENDING, status: "passed", balanceAfter: "69.00" }, PASSED, CANCELLED];
  emitLiveEvent("money", { orderNo: PENDING.orderNo, status: "passed" });
  const detail = within(await screen.findByRole("dialog"));
  expect(await detail.findByText("Passed")).toBeDefined();
  expect(detail.queryByText("Pending review")).toBeNull();
});
