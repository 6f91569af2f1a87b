import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSession } from "../../session/session.ts";
import { fakeServer, type FakeAnswer } from "../../testing/fake-server.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { loadCatalog } from "../../i18n/i18n.ts";
import { Screen } from "./withdraw-addr.tsx";

const went = vi.hoisted((): string[] => []);
vi.mock("../../shell/navigation.ts", () => ({
  navigation: {
    getState: () => ({ page: undefined }),
    back: async () => void went.push("back"),
    push: async (url: string) => void went.push(url),
    switchTab: async (url: string) => void went.push(url),
  },
}));

const CARD = {
  id: "7",
  kind: "bank",
  bankName: "Vietcombank",
  realName: "N••• A•••",
  number: "•••• 1111",
  locked: false,
  createdAt: Date.UTC(2026, 10, 20, 5),
};
const WALLET = {
  id: "8",
  kind: "wallet",
  network: "tron",
  number: "TR7NH…jLj6t",
  locked: false,
  createdAt: 1,
};

let answer: FakeAnswer;

beforeEach(() => {
  went.length = 0;
  useSession.setState({ accessToken: "token" });
  fakeServer({ "GET /api/user/getWithDrawAddrList": () => answer });
});

afterEach(() => {
  useSession.setState({ accessToken: "" });
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  await renderScreen(<Screen />, "en-US");
  await loadCatalog("withdraw");
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("addresses are shown masked with the day they were bound, and more can be added", async () => {
  answer = { data: [CARD, WALLET] };
  await open();
  expect(await screen.findByText("•••• 1111 · N••• A•••")).toBeDefined();
  expect(screen.getByText("Bound 11/20/2026")).toBeDefined();
  expect(screen.getByText("USDT (TRON)")).toBeDefined();
  expect(screen.getByText("TR7NH…jLj6t")).toBeDefined();
  expect(screen.queryByText("Addresses are locked")).toBeNull();
  press("Add a bank card");
  press("Add a digital wallet");
  expect(went).toEqual(["/pages-sub/settings/bank_card", "/pages-sub/settings/wallet"]);
});

test("after a withdrawal they are locked: nothing can be added, customer service unlocks", async () => {
  answer = { data: [CARD, WALLET].map((each) => ({ ...each, locked: true })) };
  await open();
  expect(await screen.findByText("Addresses are locked")).toBeDefined();
  // Each row carries its own lock, by name.
  expect(screen.getAllByLabelText("Addresses are locked")).toHaveLength(2);
  expect(screen.queryByRole("button", { name: "Add a bank card" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Add a digital wallet" })).toBeNull();
  press("Support");
  expect(went).toEqual(["/pages/tabbar/service"]);
});

test("without an address the page explains it and how to add one", async () => {
  answer = { data: [] };
  await open();
  expect(await screen.findByText("No withdrawal address yet")).toBeDefined();
  press("Add a bank card");
  expect(went).toEqual(["/pages-sub/settings/bank_card"]);
});

test("a tap retries a failed load", async () => {
  answer = { code: 9500, msg: "broken" };
  await open();
  const again = await screen.findByRole("button", { name: /reload/iu });
  answer = { data: [CARD] };
  fireEvent.click(again);
  expect(await screen.findByText("Vietcombank")).toBeDefined();
});
