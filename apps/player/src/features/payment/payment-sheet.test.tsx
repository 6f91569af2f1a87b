import type { MoneyRecord } from "@lotus/contract";
import { act, fireEvent, screen } from "@testing-library/react";
import { decodeQR } from "qr/decode.js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { emitLiveEvent } from "../../live/live-events.ts";
import { useSession } from "../../session/session.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { loadCatalog, activateLocale } from "../../i18n/i18n.ts";
import { PaymentSheet } from "./payment-sheet.tsx";
import { useRechargeOrder } from "./use-recharge-order.ts";

const NOW = 1_795_200_000_000;
const VIET_QR =
  "00020101021238570010A00000072701270006970436011300110012345670208QRIBFTTA53037045407123450058" +
  "02VN62240820R20261121000000000426304ABCD";
const ORDER: MoneyRecord = {
  orderNo: "R2026112100000000042",
  type: "recharge",
  subType: "bank",
  status: "pendingReview",
  amount: "1234.50",
  fee: "0.00",
  time: NOW,
  payment: {
    kind: "bank",
    bank: "A Bank",
    account: "0011001234567",
    payee: "LOTUS",
    amount: "1234500",
    currency: "VND",
    reference: "R2026112100000000042",
    qr: VIET_QR,
    expiresAt: NOW + 30 * 60_000,
  },
};
const COIN: MoneyRecord = {
  ...ORDER,
  subType: "btc",
  payment: {
    kind: "wallet",
    account: "bc1qexample",
    network: "Bitcoin",
    amount: "0.00049380",
    currency: "BTC",
    reference: ORDER.orderNo,
    qr: "bitcoin:bc1qexample?amount=0.00049380",
    expiresAt: NOW + 60_000,
  },
};

/** What the server has; the list and the actions answer from it. */
let stored: MoneyRecord;
let sent: { path: string; body: unknown }[];
const reply = (data: unknown) => Promise.resolve(new Response(JSON.stringify({ code: 0, msg: "", data })));

beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"],
    now: NOW,
  });
  stored = ORDER;
  sent = [];
  useSession.setState({ accessToken: "token" });
  vi.stubGlobal("fetch", (input: string, init: RequestInit) => {
    if (input.includes("orderList"))
      return reply({ list: [stored], nextCursor: null, sum: { in: "0.00", out: "0.00" } });
    // The client sends JSON text.
    sent.push({ path: input.replace(/^.*\/api/u, "/api"), body: JSON.parse(init.body as string) });
    stored = input.includes("confirmPaid")
      ? { ...stored, confirmedAt: NOW }
      : { ...stored, status: "cancelled", reason: "Cancelled by you" };
    const { payment, ...rest } = stored;
    return reply(stored.status === "cancelled" ? rest : { ...rest, payment });
  });
  await activateLocale("en-US");
  await loadCatalog("payment");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  useSession.setState({ accessToken: "" });
});

function Waiting({ order }: { order: MoneyRecord }) {
  const now = useRechargeOrder(order);
  return now.status === "pendingReview" ? <PaymentSheet order={now} /> : <p>{now.status}</p>;
}
const show = (order: MoneyRecord) => renderScreen(<Waiting order={order} />, "en-US");
/** Lets answers arrive and what they change be drawn. */
const settle = () => act(() => vi.advanceTimersByTimeAsync(10));

/** Reads what a camera would see: the picture's dark rectangles on its light ground, four dots to a module. */
function scan(picture: Element): string {
  const side = Number(picture.getAttribute("viewBox")?.split(" ")[2]);
  const dots = 4;
  const width = side * dots;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  const rectangles =
    picture
      .querySelector("path")
      ?.getAttribute("d")
      ?.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/gu) ?? [];
  for (const [, x, y, length] of rectangles) {
    for (let row = Number(y) * dots; row < (Number(y) + 1) * dots; row += 1) {
      const from = (row * width + Number(x) * dots) * 4;
      for (let at = from; at < from + Number(length) * dots * 4; at += 4) data.fill(0, at, at + 3);
    }
  }
  return decodeQR({ width, height: width, data });
}

test.each([
  ["QR code of the transfer", ORDER, VIET_QR],
  ["QR code of the wallet address", COIN, "bitcoin:bc1qexample?amount=0.00049380"],
])("%s says what the server put in", async (label, order, text) => {
  stored = order;
  await show(order);
  expect(scan(screen.getByRole("img", { name: label }))).toBe(text);
});

test("each field is shown, and copied as another app takes it", async () => {
  const copied = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { onLine: true, clipboard: { writeText: copied } });
  await show(ORDER);
  expect(screen.getByText("1,234,500 VND")).toBeDefined();
  for (const text of ["A Bank", "0011001234567", "LOTUS", ORDER.orderNo])
    expect(screen.getByText(text)).toBeDefined();
  for (const name of ["Amount to send", "Bank", "Account", "Payee", "Reference"])
    expect(screen.getByRole("button", { name: `Copy ${name}` })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Copy Amount to send" }));
  await settle();
  expect(copied).toHaveBeenCalledWith("1234500");
});

test("a coin payment shows the network and the exact amount, and no reference", async () => {
  stored = COIN;
  await show(COIN);
  expect(screen.getByText("0.00049380 BTC")).toBeDefined();
  expect(screen.getByText(/^Send exactly 0.00049380 BTC on Bitcoin/u)).toBeDefined();
  expect(screen.queryByText("Reference")).toBeNull();
});

test("the time left runs down to its end", async () => {
  await show(ORDER);
  expect(screen.getByRole("timer").getAttribute("aria-label")).toBe("Time left to pay 30:00");
  await act(() => vi.advanceTimersByTimeAsync(29 * 60_000 + 100));
  expect(screen.getByRole("timer").getAttribute("aria-label")).toBe("Time left to pay 01:00");
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(screen.queryByRole("timer")).toBeNull();
  expect(screen.getByText(/^Time is up/u)).toBeDefined();
});

test("after confirming the payment the player sees that it is being checked and can no longer cancel", async () => {
  await show(ORDER);
  fireEvent.click(screen.getByRole("button", { name: "I have paid" }));
  await settle();
  expect(sent).toEqual([{ path: "/api/user/confirmPaid", body: { order_no: ORDER.orderNo } }]);
  expect(screen.getByText("Looking for your payment")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Cancel this recharge" })).toBeNull();
});

test("a recharge is cancelled after a confirmation", async () => {
  await show(ORDER);
  fireEvent.click(screen.getByRole("button", { name: "Cancel this recharge" }));
  fireEvent.click(screen.getByRole("button", { name: "Keep it" }));
  // The question goes away.
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Cancel this recharge" }));
  const [, confirm] = screen.getAllByRole("button", { name: "Cancel this recharge", hidden: true });
  if (confirm === undefined) throw new Error("not asked");
  fireEvent.click(confirm);
  await settle();
  expect(sent.map(({ path }) => path)).toEqual(["/api/user/cancelRecharge"]);
  expect(screen.getByText("cancelled")).toBeDefined();
});

test("the event of the order updates the page; that of another does not", async () => {
  await show(ORDER);
  await settle();
  const { payment: _, ...passed } = ORDER;
  stored = { ...passed, status: "passed", balanceAfter: "1234.50" };
  emitLiveEvent("money", { orderNo: "R2026112100000000043", type: "recharge", status: "passed" });
  await settle();
  expect(screen.queryByText("passed")).toBeNull();
  emitLiveEvent("money", { orderNo: ORDER.orderNo, type: "recharge", status: "passed" });
  await settle();
  expect(screen.getByText("passed")).toBeDefined();
});

test("a missed event is compensated by a request", async () => {
  await show(ORDER);
  await settle();
  stored = { ...ORDER, status: "cancelled" };
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  expect(screen.getByText("cancelled")).toBeDefined();
});

test("a payment of another amount is shown as being checked", async () => {
  const { payment: _, ...rest } = ORDER;
  stored = rest;
  await show(rest);
  expect(screen.getByText("Your payment is being checked")).toBeDefined();
});
