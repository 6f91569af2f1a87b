import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSession } from "../../../session/session.ts";
import { fakeServer, type FakeRequest, type FakeAnswer } from "../../../testing/fake-server.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { loadCatalog } from "../../../i18n/i18n.ts";
import { Screen } from "./bank-card.tsx";

const went = vi.hoisted((): string[] => []);
vi.mock("../../../shell/navigation.ts", () => ({
  navigation: {
    getState: () => ({ page: undefined }),
    back: async () => void went.push("back"),
    switchTab: async (url: string) => void went.push(url),
  },
}));
const toasts = vi.hoisted((): string[] => []);
vi.mock("../../../shell/notify.ts", () => ({ notifySuccess: (text: string) => void toasts.push(text) }));

const BOUND = {
  id: "7",
  kind: "bank",
  bankName: "Vietcombank",
  realName: "N••• A•••",
  number: "•••• 1111",
  locked: false,
  createdAt: 1_795_200_000_000,
};
/** A number of a card brand with its right check digit, as printed. */
const CARD = "4111 1111 1111 1111";

let addresses: object[];
let answer: FakeAnswer;
let requests: FakeRequest[];

beforeEach(() => {
  went.length = 0;
  toasts.length = 0;
  addresses = [];
  answer = { data: BOUND };
  useSession.setState({ accessToken: "token" });
  requests = fakeServer({
    "GET /api/user/getWithDrawAddrList": () => ({ data: addresses }),
    "POST /api/user/bindBankCard": () => answer,
  });
});

afterEach(() => {
  useSession.setState({ accessToken: "" });
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  await renderScreen(<Screen />, "en-US");
  await loadCatalog("withdraw");
  await screen.findByLabelText("Real name");
}
/** The field that opens the list of banks. */
const BANK = "Deposit bank";
const field = (label: string) =>
  label === BANK
    ? screen.getByRole<HTMLInputElement>("button", { name: /^Deposit bank/u })
    : screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const bind = () => fireEvent.click(screen.getByRole("button", { name: "Bind the card" }));
const sent = () => requests.filter(({ path }) => path.endsWith("bindBankCard")).map(({ body }) => body);
/** The sentence that is read out with a field. */
function errorAt(label: string): string {
  const words = field(label).getAttribute("aria-describedby");
  const shown = words === null ? null : document.getElementById(words);
  return (shown?.querySelector("p") ?? shown)?.textContent ?? "";
}

function fill(more: Readonly<Record<string, string>> = {}): void {
  const values = {
    "Real name": "Nguyễn Minh Anh",
    [BANK]: "Vietcombank",
    "Card or account number": CARD,
    "Card number again": CARD,
    "Withdrawal password": "280915",
    ...more,
  };
  for (const [label, value] of Object.entries(values)) {
    if (label === BANK) chooseBank(value);
    else type(label, value);
  }
}

/** Opens the list of banks, searches, and takes the first that is found, or the typed name if there is none. */
function chooseBank(typed: string): void {
  fireEvent.click(field(BANK));
  const sheet = within(screen.getByRole("dialog", { name: "Deposit bank" }));
  fireEvent.change(sheet.getByRole("searchbox"), { target: { value: typed } });
  const first = sheet.getAllByRole("button").find(({ textContent }) => textContent !== "");
  if (first !== undefined) fireEvent.click(first);
}

test("an empty form shows each rule at its field, focuses the first and sends nothing", async () => {
  await open();
  bind();
  await screen.findByText("Please enter the name on the card");
  expect(errorAt("Real name")).toBe("Please enter the name on the card");
  expect(errorAt(BANK)).toBe("Please enter the name of the bank");
  expect(errorAt("Card or account number")).toBe("Please enter the card number");
  expect(errorAt("Withdrawal password")).toBe("Withdrawal password cannot be blank");
  expect(field("Real name").getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field("Real name"));
  expect(sent()).toEqual([]);
});

test.each([
  ["Real name", "A", "The name has 2–60 letters"],
  ["Real name", "Agent 007", "The name has 2–60 letters"],
  [BANK, "<b>", "The bank's name has letters and digits, at most 60"],
  ["Card or account number", "1234567", "The card number has 8–19 digits"],
  ["Card or account number", "4111 1111 1111 1112", "This card number is wrong. Check each digit"],
  ["Card number again", "4111 1111 1111 1129", "The card numbers are inconsistent"],
  ["Withdrawal password", "28091", "The withdrawal password is exactly 6 digits"],
])("%s: “%s” stays on the phone", async (label, value, rule) => {
  await open();
  const both = label === "Card or account number" ? { "Card number again": value } : {};
  fill({ [label]: value, ...both });
  bind();
  await waitFor(() => expect(errorAt(label)).toBe(rule));
  expect(document.activeElement).toBe(field(label));
  expect(sent()).toEqual([]);
});

test("a card is sent once without spaces, however often the button is tapped; then a message is shown and the page is left", async () => {
  await open();
  fill();
  bind();
  bind();
  await waitFor(() => expect(went).toEqual(["back"]));
  expect(sent()).toEqual([
    {
      real_name: "Nguyễn Minh Anh",
      bank_name: "Vietcombank",
      card_no: "4111111111111111",
      card_no_confirmation: "4111111111111111",
      trans_password: "280915",
    },
  ]);
  expect(toasts).toEqual(["Bound"]);
});

test.each([
  [2026, "The name must be the one on the card you have already bound", "Real name"],
  [2022, "You have already bound this one", "Card or account number"],
  [2023, "This is bound to another account", "Card or account number"],
  [1008, "Wrong withdrawal password", "Withdrawal password"],
  [1009, "Too many wrong tries", "Withdrawal password"],
])("refusal %i stands at its field, and the form can be sent again", async (code, msg, label) => {
  answer = { code, msg };
  await open();
  fill();
  bind();
  await waitFor(() => expect(errorAt(label)).toBe(msg));
  expect(document.activeElement).toBe(field(label));
  expect(went).toEqual([]);
  answer = { data: BOUND };
  type(label, field(label).value);
  bind();
  await waitFor(() => expect(went).toEqual(["back"]));
});

test("a bound address is shown masked, with the effect of another one on withdrawals", async () => {
  addresses = [BOUND];
  await open();
  expect(screen.getByText("•••• 1111 · N••• A•••")).toBeDefined();
  expect(screen.getByText(/Adding another holds withdrawals for 24 hours/u)).toBeDefined();
});

test("locked addresses leave no form, only who unlocks them", async () => {
  addresses = [{ ...BOUND, locked: true }];
  await renderScreen(<Screen />, "en-US");
  await loadCatalog("withdraw");
  expect(await screen.findByText("Addresses are locked")).toBeDefined();
  expect(screen.queryByLabelText("Real name")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Support" }));
  expect(went).toEqual(["/pages/tabbar/service"]);
});

test("a bank is found without accents, by its code or its BIN, and one that is not listed is taken by its name", async () => {
  await open();
  const shown = () => field(BANK).textContent;
  for (const [typed, name] of [
    ["ky thuong", "Techcombank"],
    ["970422", "MB Bank"],
    ["vcb", "Vietcombank"],
  ] as const) {
    chooseBank(typed);
    expect(shown()).toContain(name);
    expect(field(BANK).querySelector("svg text")).not.toBeNull();
  }
  chooseBank("Bank of my village");
  expect(shown()).toContain("Bank of my village");
  expect(field(BANK).querySelector("svg text")).toBeNull();
});
