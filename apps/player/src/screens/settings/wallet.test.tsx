import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSession } from "../../session/session.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { loadCatalog } from "../../i18n/i18n.ts";
import { Screen } from "./wallet.tsx";

const TRON = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

let sent: unknown[];
let addresses: object[];
let answer: object;

beforeEach(() => {
  sent = [];
  addresses = [];
  answer = { code: 0, msg: "", data: {} };
  useSession.setState({ accessToken: "token" });
  vi.stubGlobal("fetch", (input: string, init: RequestInit) => {
    if (input.includes("bindDigitWall")) sent.push(JSON.parse(init.body as string));
    const list = { code: 0, msg: "", data: addresses };
    return Promise.resolve(Response.json(input.includes("getWithDrawAddrList") ? list : answer));
  });
});

afterEach(() => {
  useSession.setState({ accessToken: "" });
  vi.unstubAllGlobals();
});

async function fill(address: string, again = address): Promise<void> {
  await renderScreen(<Screen />, "en-US");
  await loadCatalog("withdraw");
  const type = async (label: string, value: string) =>
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  await type("Wallet address", address);
  await type("Wallet address again", again);
  await type("Withdrawal password", "135790");
  fireEvent.click(screen.getByRole("button", { name: "Bind the wallet" }));
}

test("a mistyped address never leaves the phone", async () => {
  await fill(`${TRON.slice(0, -1)}u`);
  expect(await screen.findByText(/^This is no valid address of the network/u)).toBeDefined();
  await fill(TRON, `${TRON.slice(0, -1)}u`);
  expect(await screen.findByText("The wallet addresses are inconsistent")).toBeDefined();
  expect(sent).toEqual([]);
});

test("a valid address is sent once, for its network", async () => {
  await fill(TRON);
  await vi.waitFor(() =>
    expect(sent).toEqual([
      { network: "tron", address: TRON, address_confirmation: TRON, trans_password: "135790" },
    ]),
  );
});

test("locked addresses are shown with who unlocks them, and no form", async () => {
  addresses = [
    { id: "1", kind: "wallet", network: "tron", number: "TR7NH…jLj6t", locked: true, createdAt: 1 },
  ];
  await renderScreen(<Screen />, "en-US");
  await loadCatalog("withdraw");
  expect(await screen.findByText("Addresses are locked")).toBeDefined();
  expect(screen.queryByLabelText("Wallet address")).toBeNull();
  expect(screen.getByRole("button", { name: "Support" })).toBeDefined();
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
/** The sentence that is read out with a field. */
const errorAt = (label: string) =>
  document.getElementById(field(label).getAttribute("aria-describedby") ?? "")?.textContent;

test("an empty form shows each rule at its field, focuses the first and sends nothing", async () => {
  await renderScreen(<Screen />, "en-US");
  await loadCatalog("withdraw");
  fireEvent.click(await screen.findByRole("button", { name: "Bind the wallet" }));
  await vi.waitFor(() => expect(errorAt("Wallet address")).toBe("Please enter the wallet address"));
  expect(errorAt("Withdrawal password")).toBe("Withdrawal password cannot be blank");
  expect(document.activeElement).toBe(field("Wallet address"));
  expect(sent).toEqual([]);
});

test("a change of the network validates the address again", async () => {
  await fill(TRON);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  fireEvent.click(screen.getByRole("radio", { name: "Bitcoin" }));
  fireEvent.click(screen.getByRole("button", { name: "Bind the wallet" }));
  await vi.waitFor(() => expect(errorAt("Wallet address")).toMatch(/^This is no valid address/u));
  expect(sent).toHaveLength(1);
});

test("tapped twice it is sent once; a refusal is shown at its field", async () => {
  answer = { code: 2023, msg: "This is bound to another account", data: null };
  await fill(TRON);
  fireEvent.click(screen.getByRole("button", { name: "Bind the wallet" }));
  await vi.waitFor(() => expect(errorAt("Wallet address")).toBe("This is bound to another account"));
  expect(document.activeElement).toBe(field("Wallet address"));
  expect(sent).toHaveLength(1);
});
