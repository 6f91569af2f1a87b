import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { emitLiveEvent } from "../../live/live-events.ts";
import { type FakeRecords, fakeRecords } from "../../testing/fake-records.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { savedFiles } from "../../testing/saved-files.ts";
import { loadCatalog } from "../../i18n/i18n.ts";
import { Screen } from "./recharge.tsx";

const at = (minute: number) => Date.UTC(2026, 10, 21, 3, minute);

const PENDING = {
  orderNo: "R000000000003",
  type: "recharge",
  subType: "bank",
  status: "pendingReview",
  amount: "300.00",
  fee: "0.00",
  time: at(30),
  channelName: "Bank transfer",
  payment: {
    kind: "bank",
    payee: "LOTUS",
    account: "19001234567",
    bank: "A bank",
    amount: "300000",
    currency: "VND",
    reference: "R000000000003",
    qr: "00020101021238",
    expiresAt: Date.now() + 600_000,
  },
};
const PASSED = {
  ...PENDING,
  payment: undefined,
  orderNo: "R000000000002",
  status: "passed",
  amount: "200.00",
  fee: "3.00",
  time: at(20),
  finishedAt: at(25),
  balanceAfter: "569.00",
};
const CANCELLED = {
  ...PENDING,
  payment: undefined,
  orderNo: "R000000000001",
  status: "cancelled",
  amount: "100.00",
  time: at(10),
  finishedAt: at(15),
  reason: "Expired",
};

let server: FakeRecords;

beforeEach(() => {
  server = fakeRecords([PENDING, PASSED, CANCELLED], { in: "200.00", out: "0.00" });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  await renderScreen(<Screen />, "en-US");
  await loadCatalog("payment");
}
const row = (amount: string) => screen.getByRole("button", { name: new RegExp(amount, "u") });

test("only credited ones have a plus sign; each has its status", async () => {
  await open();
  expect(await screen.findByText("+200.00")).toBeDefined();
  // Nobody reviews what has not been paid yet.
  expect(within(row("300.00")).getByText("Waiting for your payment")).toBeDefined();
  expect(within(row("300.00")).queryByText("Pending review")).toBeNull();
  expect(within(row("200.00")).getByText("Passed")).toBeDefined();
  expect(within(row("100.00")).getByText("Cancelled")).toBeDefined();
  expect(screen.queryByText("+300.00")).toBeNull();
  expect(screen.queryByText("+100.00")).toBeNull();
  expect(screen.getByText("Recharged").nextElementSibling?.textContent).toBe("200.00");
  expect(server.requests[0]?.get("type")).toBe("recharge");
});

test("one confirmed as paid is in review, and so is one with a different amount", async () => {
  server.list = [
    { ...PENDING, confirmedAt: at(31) },
    { ...PENDING, orderNo: "R000000000004", amount: "400.00", payment: undefined },
  ];
  await open();
  expect(await screen.findAllByText("Pending review")).toHaveLength(2);
  expect(screen.queryByText("Waiting for your payment")).toBeNull();
});

test("a pending one opens with its payment", async () => {
  await open();
  fireEvent.click(await screen.findByRole("button", { name: /300\.00/u }));
  const detail = within(await screen.findByRole("dialog"));
  expect(detail.getByText("19001234567")).toBeDefined();
  expect(detail.getByRole("img")).toBeDefined();
  expect(detail.getAllByText("R000000000003").length).toBeGreaterThan(0);
});

test("a passed one opens with fee, time and the balance after it; a cancelled one with the reason", async () => {
  await open();
  fireEvent.click(await screen.findByRole("button", { name: /200\.00/u }));
  const detail = within(await screen.findByRole("dialog"));
  expect(detail.getByText("3.00")).toBeDefined();
  expect(detail.getByText("569.00")).toBeDefined();
  expect(detail.queryByRole("img")).toBeNull();
  fireEvent.click(detail.getByRole("button", { name: "Close" }));
  fireEvent.click(row("100.00"));
  expect(await waitFor(() => within(screen.getByRole("dialog")).getByText("Expired"))).toBeDefined();
});

test("one of which another amount came says what came and what was asked for, waiting and passed", async () => {
  const both = { asked: "500.00", came: "450.00" };
  server.list = [
    { ...PENDING, ...both, amount: "500.00", payment: undefined },
    { ...PASSED, ...both, amount: "450.00" },
  ];
  await open();
  fireEvent.click(await screen.findByRole("button", { name: /500\.00/u }));
  const waiting = within(await screen.findByRole("dialog"));
  expect(waiting.getByText("450.00 arrived of 500.00 asked")).toBeDefined();
  fireEvent.click(waiting.getByRole("button", { name: "Close" }));
  fireEvent.click(row("\\+450.00"));
  await waitFor(() =>
    expect(screen.getByRole("dialog").textContent).toContain("450.00 arrived of 500.00 asked"),
  );
});

test("an order decided while the list is open is updated in the list and in its open detail", async () => {
  await open();
  fireEvent.click(await screen.findByRole("button", { name: /300\.00/u }));
  server.list = [{ ...PENDING, status: "passed", payment: undefined }, PASSED, CANCELLED];
  emitLiveEvent("money", { orderNo: PENDING.orderNo, status: "passed" });
  expect(await within(await screen.findByRole("dialog")).findByText("+300.00")).toBeDefined();
  expect(within(screen.getByRole("dialog")).getByText("Passed")).toBeDefined();
});

test("the list is saved as a file, in which nothing can be run", async () => {
  const saved = savedFiles();
  server.list = [{ ...CANCELLED, reason: "=HYPERLINK(1)" }, PASSED];
  await open();
  await loadCatalog("records");
  fireEvent.click(await screen.findByRole("button", { name: "Download spreadsheet" }));
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(server.requests.at(-1)?.get("page_size")).toBe("100");
  expect(saved[0]?.name).toMatch(/^recharge-today-\d{4}-\d\d-\d\d\.xlsx$/u);
  const time = { time: expect.any(Number) };
  const [fee, fees] = [{ amount: 0 }, { amount: 3 }];
  expect(saved[0]?.rows()).toEqual([
    ["Order number", "Time", "Method", "Status", "Amount (K)", "Fee (K)", "Balance after (K)", "Reason"],
    ["R000000000001", time, "Bank transfer", "Cancelled", { amount: 100 }, fee, null, "=HYPERLINK(1)"],
    ["R000000000002", time, expect.anything(), "Passed", { amount: 200 }, fees, { amount: 569 }],
  ]);
});
