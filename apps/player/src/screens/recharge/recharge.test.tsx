import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSession } from "../../session/session.ts";
import { NO_LIMITS } from "../../testing/no-limits.ts";
import { navigation } from "../../shell/navigation.ts";
import { PLAY_MONEY_CHANNEL } from "../../testing/play-money-channel.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { loadCatalog, activateLocale } from "../../i18n/i18n.ts";
import { Screen } from "./recharge.tsx";

interface Sent {
  readonly body: { readonly amount: string; readonly channel_id: string };
  readonly key: string;
}

const BANK = {
  ...PLAY_MONEY_CHANNEL,
  id: "bank",
  kind: "bank",
  name: "A bank",
  fee: { basisPoints: 150, fixed: "1.00" },
  hours: { from: "08:00", to: "22:00" },
  expiresMinutes: 30,
};
const ORDER = {
  orderNo: "R2026112100000001",
  type: "recharge",
  subType: "demo",
  status: "passed",
  amount: "500.00",
  fee: "0.00",
  time: 1_795_200_000_000,
  balanceAfter: "869.00",
};

const CONFIG = {
  title: "Lotus",
  version: "2.1.0",
  demo: true,
  inviteRequired: false,
  features: {},
  currency: { code: "VND", symbol: "K", minorDigits: 2, bankUnits: 1000 },
  readings: {},
  serverTime: Date.now(),
};

let channels: object[];
/** The player's recharges that still wait. */
let waiting: object[];
let sent: Sent[];
/** What the server knows of the player's deposit limits. */
let reviewedAt: number | null;
let reviewDue: boolean;
/** How the server answers the next orders, in turn; the last answer stays. */
let answers: (() => Promise<Response>)[];

const reply = (data: unknown) => Promise.resolve(new Response(JSON.stringify({ code: 0, msg: "", data })));
const refusal = (code: number, msg: string, data: object | null = null) =>
  Promise.resolve(new Response(JSON.stringify({ code, msg, data })));
const lost = () => Promise.reject(new TypeError("network"));

beforeEach(async () => {
  await activateLocale("en-US");
  await loadCatalog("payment");
  await loadCatalog("protection");
  sent = [];
  channels = [PLAY_MONEY_CHANNEL];
  waiting = [];
  reviewedAt = null;
  reviewDue = false;
  answers = [() => reply(ORDER)];
  useSession.setState({ accessToken: "token" });
  vi.stubGlobal("fetch", (input: string, init: RequestInit) => {
    if (input.includes("rechargeChannels")) return reply(channels);
    if (input.includes("orderList")) return reply({ list: waiting, nextCursor: null });
    if (input.includes("limitsReviewed")) reviewedAt = Date.now();
    if (input.includes("user/limits")) return reply({ ...NO_LIMITS, reviewedAt, reviewDue });
    if (input.includes("app/config")) return reply(CONFIG);
    if (input.includes("settleOutcome")) return lost();
    if (input.includes("confirmPaid")) return reply(waiting[0]);
    if (input.includes("withdrawQuote"))
      return reply({ turnover: { received: "100.00", done: "30.00", left: "70.00" } });
    if (!input.includes("makeOrder")) return reply(input.includes("balance") ? "369.00" : {});
    // The client sends JSON text and plain headers.
    const headers = init.headers as Record<string, string>;
    sent.push({
      body: JSON.parse(init.body as string) as Sent["body"],
      key: headers["Idempotency-Key"] ?? "",
    });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return answer === undefined ? lost() : answer();
  });
});

afterEach(() => {
  useSession.setState({ accessToken: "", username: "" });
  localStorage.clear();
  vi.unstubAllGlobals();
});

const field = () => screen.findByLabelText("Amount");
const type = async (text: string) => fireEvent.change(await field(), { target: { value: text } });
/** The one button that sends the form. */
function submit(): HTMLElement {
  const button = screen.getAllByRole("button").find((each) => each.getAttribute("type") === "submit");
  if (button === undefined) throw new Error("no submit button");
  return button;
}

test("the bounds are said before anything is typed, and that it is play money", async () => {
  await renderScreen(<Screen />, "en-US");
  expect((await field()).getAttribute("aria-describedby")).not.toBeNull();
  expect(screen.getByText("From 10.00 to 5,000.00 K")).toBeDefined();
  expect(screen.getByText(/^This is play money/u)).toBeDefined();
  expect(submit()).toHaveProperty("disabled", true);
});

test("the button names the act, the exact sum in dong stands above it", async () => {
  await renderScreen(<Screen />, "en-US");
  await type("1,234.5");
  expect(screen.getByRole("button", { name: "Recharge 1,234.50 K" })).toBeDefined();
  expect(screen.getByText("= ₫1,234,500")).toBeDefined();
});

test("in vi-VN a dot groups and a comma divides", async () => {
  await renderScreen(<Screen />, "vi-VN");
  fireEvent.change(await screen.findByLabelText("Số tiền nạp"), { target: { value: "1.000" } });
  expect(screen.getByRole("button", { name: "Nạp 1.000,00 K" })).toBeDefined();
  fireEvent.change(screen.getByLabelText("Số tiền nạp"), { target: { value: "12.5" } });
  fireEvent.click(screen.getByRole("button", { name: "Nạp tiền" }));
  expect(screen.getByText("Dấu phân cách không đúng chỗ. Viết như 1.234,50")).toBeDefined();
  expect(sent).toEqual([]);
});

test.each([
  ["200,00 K", "Nạp 200,00 K", null],
  ["1 500", "Nạp 1.500,00 K", null],
  ["500.000đ", "Nạp 500,00 K", null],
  ["2 triệu", "Nạp 2.000,00 K", null],
  ["2tr5", "Nạp tiền", "Đây không phải số tiền. Viết như 1.234,50"],
  ["1,500.50", "Nạp tiền", "Đây không phải số tiền. Viết như 1.234,50"],
  ["12.5", "Nạp tiền", "Dấu phân cách không đúng chỗ. Viết như 1.234,50"],
  ["9", "Nạp tiền", "Tối thiểu 10,00 K"],
])("%j is understood when it is pasted, or the field says at once why not", async (text, button, problem) => {
  await renderScreen(<Screen />, "vi-VN");
  const input = await screen.findByLabelText("Số tiền nạp");
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
  fireEvent(input, new InputEvent("input", { inputType: "insertFromPaste", bubbles: true }));
  expect(screen.getByRole("button", { name: button })).toBeDefined();
  if (problem === null) expect(input.getAttribute("aria-invalid")).toBeNull();
  else expect(screen.getByText(problem)).toBeDefined();
});

test("too small an amount is reported on submit, too large a one at once; nothing is sent", async () => {
  await renderScreen(<Screen />, "en-US");
  await type("9.99");
  expect(screen.queryByText("At least 10.00 K")).toBeNull();
  fireEvent.click(submit());
  expect(screen.getByText("At least 10.00 K")).toBeDefined();
  await type("5000.01");
  expect(screen.getByText("At most 5,000.00 K")).toBeDefined();
  fireEvent.click(submit());
  expect(sent).toEqual([]);
});

test("a chip fills the field and lights up", async () => {
  await renderScreen(<Screen />, "en-US");
  fireEvent.click(await screen.findByRole("button", { name: "500" }));
  expect(await field()).toHaveProperty("value", "500.00");
  expect(screen.getByRole("button", { name: "500" }).getAttribute("aria-pressed")).toBe("true");
});

test("two taps make one recharge, and the new balance is shown", async () => {
  await renderScreen(<Screen />, "en-US");
  await type("500");
  fireEvent.click(submit());
  fireEvent.click(submit());
  expect(await screen.findByText("Recharged 500.00 K")).toBeDefined();
  expect(screen.getByText("869.00")).toBeDefined();
  expect(sent.map(({ body }) => body)).toEqual([{ type: "recharge", amount: "500.00", channel_id: "demo" }]);
});

test("after a lost connection the same recharge goes out with the same key; another amount with another", async () => {
  answers = [lost, lost, () => reply(ORDER)];
  await renderScreen(<Screen />, "en-US");
  await type("500");
  fireEvent.click(submit());
  expect(await screen.findByText(/^It is not clear whether the request arrived/u)).toBeDefined();
  fireEvent.click(submit());
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  await vi.waitFor(() => expect(submit().getAttribute("aria-busy")).toBeNull());
  expect(sent[1]?.key).toBe(sent[0]?.key);
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/u);
  await type("200");
  fireEvent.click(submit());
  await vi.waitFor(() => expect(sent).toHaveLength(3));
  expect(sent[2]?.key).not.toBe(sent[0]?.key);
});

test("a recharge after an accepted one has a new key", async () => {
  await renderScreen(<Screen />, "en-US");
  await type("500");
  fireEvent.click(submit());
  fireEvent.click(await screen.findByRole("button", { name: "Recharge again" }));
  await type("500");
  fireEvent.click(submit());
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
});

test("fee, time and hours of a channel are shown before typing, the fee and the total after it", async () => {
  channels = [BANK];
  await renderScreen(<Screen />, "en-US");
  await field();
  expect(
    screen.getByText("By QR code or by hand · 30 minutes to pay · Fee 1.5% and 1.00 K · Open 08:00–22:00"),
  ).toBeDefined();
  await type("100");
  expect(screen.getByText("Fee 2.50 K, you transfer 102.50 K")).toBeDefined();
  expect(screen.getByText("= ₫102,500")).toBeDefined();
});

test("a closed channel says when it opens and takes nothing; an open one is chosen first", async () => {
  channels = [{ ...BANK, open: false }, PLAY_MONEY_CHANNEL];
  await renderScreen(<Screen />, "en-US");
  await field();
  expect(screen.getByRole("radio", { name: /Play money/u })).toHaveProperty("checked", true);
  fireEvent.click(screen.getByRole("radio", { name: /A bank/u }));
  expect(screen.getByText(/^This channel is open from 08:00 to 22:00/u)).toBeDefined();
  await type("100");
  expect(submit()).toHaveProperty("disabled", true);
});

test("a channel of whole units says so and refuses other amounts", async () => {
  channels = [{ ...PLAY_MONEY_CHANNEL, step: "1.00" }];
  await renderScreen(<Screen />, "en-US");
  await field();
  expect(screen.getByText("From 10.00 to 5,000.00 K, in steps of 1.00")).toBeDefined();
  await type("12.5");
  fireEvent.click(submit());
  expect(screen.getByText("It must be a multiple of 1.00 K")).toBeDefined();
  expect(sent).toEqual([]);
});

test("a sample channel warns against sending real money", async () => {
  channels = [{ ...BANK, sample: true }];
  await renderScreen(<Screen />, "en-US");
  expect(await screen.findByText(/Do not send real money/u)).toBeDefined();
});

test("a pending order shows where to pay", async () => {
  channels = [BANK];
  const payment = {
    kind: "bank",
    bank: "A Bank",
    account: "0011001234567",
    payee: "LOTUS",
    amount: "102500",
    currency: "VND",
    reference: ORDER.orderNo,
    qr: "a code",
    expiresAt: Date.now() + 60_000,
  };
  const { balanceAfter: _, ...order } = { ...ORDER, status: "pendingReview", fee: "2.50", payment };
  answers = [() => reply(order)];
  await renderScreen(<Screen />, "en-US");
  await type("100");
  fireEvent.click(submit());
  expect(await screen.findByText("102,500 VND")).toBeDefined();
  expect(screen.getByRole("img", { name: "QR code of the transfer" })).toBeDefined();
  waiting = [{ ...order, confirmedAt: Date.now() }];
  fireEvent.click(screen.getByRole("button", { name: "I have paid" }));
  const heading = await screen.findByRole("heading", { name: "500.00 K · Looking for your payment" });
  expect(document.activeElement).toBe(heading);
});

test("a pending transfer is shown when the page is opened again and leads to its payment", async () => {
  const payment = {
    kind: "bank",
    account: "19001234567",
    amount: "500000",
    currency: "VND",
    reference: "R2026112100000001",
    expiresAt: Date.now() + 600_000,
  };
  const order = { ...ORDER, balanceAfter: undefined, status: "pendingReview", payment };
  waiting = [order, { ...order, orderNo: "R2026112100000002", amount: "70.00", confirmedAt: ORDER.time }];
  await renderScreen(<Screen />, "en-US");
  await screen.findByText(/70\.00 .*Looking for your payment/u);
  screen.getByText(/^Recharge 500\.00 .*: waiting for your payment$/u);
  fireEvent.click(screen.getAllByRole("button", { name: "Open it" })[0] ?? document.body);
  await screen.findByText("19001234567");
});

test("the rate of a coin and the required turnover are shown before typing, the sum before ordering", async () => {
  channels = [
    {
      ...PLAY_MONEY_CHANNEL,
      id: "usdt-tron",
      kind: "wallet",
      name: "USDT",
      coin: { currency: "USDT", rate: "25.40", digits: 4 },
      turnoverPercent: 100,
    },
  ];
  await renderScreen(<Screen />, "en-US");
  await screen.findByText(/^1 USDT = 25\.40 /u);
  screen.getByText(/100% of what you recharge must be bet/u);
  await type("500");
  // 500 / 25.40, rounded up in the last digit.
  expect(screen.getByText(/USDT$/u, { selector: "p" }).textContent).toBe("≈ 19.6851 USDT");
});

test("without required turnover nothing is shown, nor for play money, which cannot be withdrawn", async () => {
  channels = [{ ...PLAY_MONEY_CHANNEL, turnoverPercent: 100 }];
  await renderScreen(<Screen />, "en-US");
  await field();
  expect(screen.queryByText(/must be bet/u)).toBeNull();
  channels = [{ ...BANK, turnoverPercent: 0 }];
  await renderScreen(<Screen />, "en-US");
  await field();
  expect(screen.queryByText(/must be bet/u)).toBeNull();
});

test("deposit limits are offered before the first recharge, and again only when they are to be reviewed", async () => {
  const offer = () => screen.queryByRole("heading", { name: "How much do you want to recharge at most?" });
  await renderScreen(<Screen />, "en-US");
  await screen.findByRole("button", { name: "Set limits" });
  // Above the amount, with a heading and a button of the same kind as the recharge itself.
  const { compareDocumentPosition } = offer() ?? document.body;
  expect(compareDocumentPosition.call(offer() ?? document.body, await field())).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const set = screen.getByRole("button", { name: "Set limits" });
  expect(set.className.split(" ")).toContain(
    submit()
      .className.split(" ")
      .find((name) => name.includes("primary")),
  );
  fireEvent.click(screen.getByRole("button", { name: "Not now" }));
  expect(offer()).toBeNull();
  await waitFor(() => expect(reviewedAt).not.toBeNull());
  await renderScreen(<Screen />, "en-US");
  await screen.findByText("Play money");
  expect(offer()).toBeNull();
  reviewDue = true;
  await renderScreen(<Screen />, "en-US");
  await waitFor(() => expect(offer()).not.toBeNull());
});

test("a recharge above an own limit stays on the page with what is left and the way to the limits", async () => {
  // The reply of a push is of no interest here.
  const push = vi.spyOn(navigation, "push").mockResolvedValue(undefined as never);
  answers = [() => refusal(3015, "More than a limit you set allows. Left: 20.00", { kind: "deposit" })];
  await renderScreen(<Screen />, "en-US");
  await type("500");
  fireEvent.click(submit());
  const words = await screen.findByText("More than a limit you set allows. Left: 20.00");
  const strip = words.closest("[role=status]");
  if (!(strip instanceof HTMLElement)) throw new Error("it is no strip");
  fireEvent.click(within(strip).getByRole("button", { name: "Play limits" }));
  expect(push).toHaveBeenLastCalledWith("/pages-sub/limits/index?section=deposit");
  push.mockRestore();
  await type("20");
  expect(screen.queryByText("More than a limit you set allows. Left: 20.00")).toBeNull();
});

test("what must be staked before a withdrawal is said of the amount, with what is due already", async () => {
  channels = [{ ...BANK, turnoverPercent: 150, open: true }];
  await renderScreen(<Screen />, "en-US");
  fireEvent.change(await screen.findByLabelText("Amount"), { target: { value: "500" } });
  // 150 % of 100.00 and 500.00, less the 30.00 that are done.
  expect(
    await screen.findByText("After this recharge 870.00 K must be staked before a withdrawal"),
  ).toBeDefined();
  expect(screen.getByText(/of which 70\.00 K is left from before/u)).toBeDefined();
});
