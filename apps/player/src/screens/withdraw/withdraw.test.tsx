import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { emitLiveEvent } from "../../live/live-events.ts";
import { useSession } from "../../session/session.ts";
import { setBalance } from "../../session/user-info.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { loadCatalog } from "../../i18n/i18n.ts";
import { Screen } from "./withdraw.tsx";

interface Sent {
  readonly body: Readonly<Record<string, string>>;
  readonly key: string;
}

const CARD = {
  id: "7",
  kind: "bank",
  bankName: "Vietcombank",
  realName: "N••• A•••",
  number: "•••• 1111",
  locked: false,
  createdAt: 1_795_200_000_000,
};
const WALLET = {
  id: "8",
  kind: "wallet",
  network: "tron",
  number: "TR7NH…jLj6t",
  locked: false,
  createdAt: 1,
};
const QUOTE = {
  min: "50.00",
  max: "5000.00",
  bankStep: "0.01",
  balance: "369.00",
  turnover: {
    required: "0.00",
    done: "0.00",
    left: "0.00",
    leftOut: { own: "0.00", team: "0.00" },
    counting: "0.00",
    maxCoverage: 80,
  },
  identity: { state: "none", needed: false },
  heldUntil: null as number | null,
  pending: 0,
  maxPending: 1,
  arrivalMinutes: 30,
};
const ORDER = {
  orderNo: "W2026112100000001",
  type: "withdrawal",
  subType: "bank",
  status: "pendingReview",
  amount: "100.00",
  fee: "1.00",
  time: 1_795_200_000_000,
  channelName: "Vietcombank",
  address: "•••• 1111",
  balanceAfter: "269.00",
  timeline: [{ step: "asked", time: 1_795_200_000_000 }],
};

let sent: Sent[];
let addresses: object[];
let quote: typeof QUOTE;
let answer: () => Promise<Response>;
let quoteOf: (amount: string | null) => Promise<Response>;

const reply = (data: unknown, code = 0, msg = "") =>
  Promise.resolve(new Response(JSON.stringify({ code, msg, data })));

beforeEach(() => {
  sent = [];
  addresses = [CARD, WALLET];
  quote = QUOTE;
  answer = () => reply(ORDER);
  quoteOf = (amount) =>
    reply(amount === null ? quote : { ...quote, fee: "1.00", arrives: `${Number(amount) - 1}.00` });
  useSession.setState({ accessToken: "token" });
  vi.stubGlobal("fetch", (input: string, init: RequestInit) => {
    if (input.includes("getWithDrawAddrList")) return reply(addresses);
    if (input.includes("withdrawQuote"))
      return quoteOf(new URL(input, "http://house").searchParams.get("amount"));
    if (input.includes("settleOutcome")) return Promise.reject(new TypeError("network"));
    if (!input.includes("makeOrder")) return reply(input.includes("balance") ? "369.00" : {});
    // The client sends JSON text and plain headers.
    const headers = init.headers as Record<string, string>;
    const body = JSON.parse(init.body as string) as Sent["body"];
    sent.push({ body, key: headers["Idempotency-Key"] ?? "" });
    return answer();
  });
});

afterEach(() => {
  useSession.setState({ accessToken: "" });
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  await renderScreen(<Screen />, "en-US");
  await loadCatalog("withdraw");
}
const type = async (text: string) =>
  fireEvent.change(await screen.findByLabelText("Amount"), { target: { value: text } });
const password = (digits: string) =>
  fireEvent.change(within(screen.getByRole("dialog")).getByLabelText("Withdrawal password"), {
    target: { value: digits },
  });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const confirm = () =>
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Withdraw 100.00 K" }));

test("a withdrawal with address, amount and password is in review", async () => {
  await open();
  await type("100");
  expect(await screen.findByText("99.00 K")).toBeDefined();
  expect(screen.getByText("1.00 K")).toBeDefined();
  press("Withdraw 100.00 K");
  expect(within(screen.getByRole("dialog")).getByText("Vietcombank •••• 1111")).toBeDefined();
  expect(sent).toEqual([]);
  password("135790");
  confirm();
  confirm();
  expect(await screen.findByText("Asked to withdraw 100.00 K")).toBeDefined();
  expect(sent.map(({ body }) => body)).toEqual([
    { type: "withdrawal", amount: "100.00", addr_id: "7", trans_password: "135790" },
  ]);
});

test("a withdrawal is confirmed even if the new balance, less than its amount, arrives before the reply", async () => {
  const replied = Promise.withResolvers<Response>();
  answer = () => replied.promise;
  await open();
  await type("200");
  press("Withdraw 200.00 K");
  password("135790");
  const sheet = within(screen.getByRole("dialog"));
  fireEvent.click(sheet.getByRole("button", { name: "Withdraw 200.00 K" }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  setBalance("169.00");
  expect(await screen.findByText("Your balance is only 169.00 K")).toBeDefined();
  replied.resolve(await reply({ ...ORDER, amount: "200.00", balanceAfter: "169.00" }));
  expect(await screen.findByText("Asked to withdraw 200.00 K")).toBeDefined();
});

test("a wrong password is reported at its field, and the next attempt has the same key", async () => {
  answer = () => reply({ triesLeft: 4 }, 1008, "Wrong withdrawal password");
  await open();
  await type("100");
  press("Withdraw 100.00 K");
  password("975310");
  confirm();
  expect(await screen.findByText("Wrong withdrawal password")).toBeDefined();
  answer = () => reply(ORDER);
  password("135790");
  confirm();
  expect(await screen.findByText("Asked to withdraw 100.00 K")).toBeDefined();
  expect(sent).toHaveLength(2);
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

test('"all" is the balance or the maximum; more is refused while typing', async () => {
  await open();
  await type("370");
  expect(screen.getByText("Your balance is only 369.00 K")).toBeDefined();
  press("All");
  expect(await screen.findByLabelText("Amount")).toHaveProperty("value", "369.00");
  quote = { ...QUOTE, max: "100.00" };
  await open();
  await screen.findByLabelText("Amount");
  press("All");
  expect(await screen.findByLabelText("Amount")).toHaveProperty("value", "100.00");
});

test("a bank takes whole units, a wallet any amount", async () => {
  quote = { ...QUOTE, bankStep: "1.00" };
  await open();
  await type("100.50");
  press("Withdraw");
  expect(screen.getByText("An amount to a bank must be a multiple of 1.00")).toBeDefined();
  fireEvent.click(screen.getByRole("radio", { name: /USDT \(TRON\)/u }));
  expect(screen.getByRole("button", { name: "Withdraw 100.50 K" })).toBeDefined();
});

test("each obstacle to a withdrawal is explained, and nothing can be sent", async () => {
  quote = {
    ...QUOTE,
    turnover: {
      ...QUOTE.turnover,
      required: "200.00",
      done: "50.00",
      left: "150.00",
      leftOut: { own: "30.00", team: "20.00" },
      counting: "5.00",
    },
    heldUntil: Date.UTC(2026, 10, 22),
    pending: 1,
  };
  await open();
  await type("100");
  expect(screen.getByText("Bet 150.00 K more")).toBeDefined();
  expect(screen.getByText(/You have bet 50.00 of 200.00 K/u)).toBeDefined();
  expect(screen.getByText(/^30.00 K do not count: your bets covered more than 80% of/u)).toBeDefined();
  expect(screen.getByText(/^20.00 K do not count: together with players/u)).toBeDefined();
  expect(screen.getByText(/^5.00 K were settled just now/u)).toBeDefined();
  expect(screen.getByText(/^You can withdraw from/u, { selector: "b" })).toBeDefined();
  expect(screen.getByText("You have a withdrawal in review")).toBeDefined();
  // The button that does nothing says why.
  expect(screen.getByRole("button", { name: /^You can withdraw from/u })).toHaveProperty("disabled", true);
});

test("without an address the page offers to bind one", async () => {
  addresses = [];
  await open();
  expect(await screen.findByText("No withdrawal address yet")).toBeDefined();
  expect(screen.getByRole("button", { name: "Add a bank card" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Add a digital wallet" })).toBeDefined();
});

test.each([
  ["abc", "This is not an amount. Write it like 1,234.50"],
  ["1,00", "A separator is out of place. Write it like 1,234.50"],
  ["60.005", "At most 2 decimals"],
  ["49.99", "At least 50.00 K"],
])("“%s” is refused at the field, which is focused, and nothing is sent", async (typed, rule) => {
  await open();
  await type(typed);
  press("Withdraw");
  const field = screen.getByLabelText("Amount");
  const words = document.getElementById(field.getAttribute("aria-describedby") ?? "");
  expect(words?.firstElementChild?.textContent).toBe(rule);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a quote is never shown for another amount", async () => {
  await open();
  await type("100");
  expect(await screen.findByText("99.00 K")).toBeDefined();
  let answerQuote = (_response: Response): void => undefined;
  let isRequested = false;
  quoteOf = () => {
    isRequested = true;
    return new Promise((resolve) => (answerQuote = resolve));
  };
  await type("200");
  await vi.waitFor(() => expect(isRequested).toBe(true), 10_000);
  expect(screen.queryByText("99.00 K")).toBeNull();
  answerQuote(await reply({ ...quote, fee: "1.00", arrives: "199.00" }));
  expect(await screen.findByText("199.00 K")).toBeDefined();
});

test("locked addresses can still be paid to; only customer service changes them", async () => {
  addresses = [{ ...CARD, locked: true }];
  await open();
  await type("100");
  expect(screen.getByText("Addresses are locked")).toBeDefined();
  expect(screen.getByRole("button", { name: "Support" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Withdraw 100.00 K" })).toHaveProperty("disabled", false);
});

test.each<[string, () => Promise<Response>]>([
  ["no answer", () => Promise.reject(new TypeError("network"))],
  ["a proxy's page", () => Promise.resolve(new Response("<html></html>", { status: 502 }))],
])("%s: the request is reported as open, and a retry cannot withdraw twice", async (_what, none) => {
  answer = none;
  await open();
  await type("100");
  press("Withdraw 100.00 K");
  password("135790");
  confirm();
  expect(await screen.findByText(/Pressing again will not withdraw twice/u)).toBeDefined();
  answer = () => reply(ORDER);
  password("135790");
  confirm();
  expect(await screen.findByText("Asked to withdraw 100.00 K")).toBeDefined();
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

test("the desk's decision is shown live, on this order only", async () => {
  await open();
  await type("100");
  press("Withdraw 100.00 K");
  password("135790");
  confirm();
  expect(await screen.findByText("Asked to withdraw 100.00 K")).toBeDefined();
  emitLiveEvent("money", { orderNo: "W2026112100000002", status: "cancelled" });
  emitLiveEvent("money", { orderNo: ORDER.orderNo, status: "passed" });
  expect(await screen.findByText("Passed and paid out")).toBeDefined();
});

test("an amount is grouped as it is typed, with the currency beside it and what the bank pays out", async () => {
  await open();
  await type("1234");
  expect(await screen.findByLabelText("Amount")).toHaveProperty("value", "1,234");
  await type("100");
  expect(screen.getByText("= ₫100,000")).toBeDefined();
  expect(await screen.findByText("₫99,000")).toBeDefined();
  expect(screen.getAllByText("K").length).toBeGreaterThan(0);
  fireEvent.click(screen.getByRole("radio", { name: /TR7NH/u }));
  expect(screen.queryByText("= ₫100,000")).toBeNull();
});
