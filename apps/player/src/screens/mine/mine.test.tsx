import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { useSession } from "../../session/session.ts";
import { fakeServer } from "../../testing/fake-server.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { Screen } from "./mine.tsx";

const went = vi.hoisted((): string[] => []);
vi.mock("../../shell/navigation.ts", () => ({
  navigation: {
    push: async (url: string) => void went.push(url),
    relaunch: async (url: string) => void went.push(url),
  },
}));

const CURRENCY = { code: "VND", symbol: "K", minorDigits: 2, bankUnits: 1000 };

const INFO = {
  id: "10000001",
  username: "minh_anh88",
  balance: "12480.50",
  phone: "",
  email: "",
  lastLoginIp: "192.0.2.7",
  lastLoginTime: 0,
  unreadMsg: 3,
  securityLevel: "medium",
};

beforeEach(async () => {
  went.length = 0;
  localStorage.clear();
  useSession.getState().logIn({ token: "t", jwt: "j" }, "minh_anh88");
  fakeServer({
    "POST /api/user/getUserInfo": { data: INFO },
    "GET /api/balance": { data: INFO.balance },
    "POST /api/user/logout": { data: null },
    "GET /api/app/config": {
      data: { title: "Lotus", features: { limits: true }, currency: CURRENCY, readings: {}, serverTime: 0 },
    },
  });
  await renderScreen(<Screen />, "en-US");
  await screen.findByText("ID 10000001");
});

test("the account shows who it is, its balance and how safe it is", async () => {
  expect(screen.getByRole("heading", { name: "minh_anh88" })).toBeDefined();
  expect((await screen.findAllByText(/12,480\.50/u)).length).toBeGreaterThan(0);
  expect(screen.getByText("Security: Medium")).toBeDefined();
});

test("it leads to the four records, the report, messages and the agent centre", () => {
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toEqual(
    expect.arrayContaining([
      "/pages-sub/record/betting",
      "/pages-sub/record/recharge",
      "/pages-sub/record/withdrawal",
      "/pages-sub/record/transaction",
      "/pages-sub/report/index",
      "/pages-sub/message/index",
      "/pages-sub/agent/index",
      "/pages-sub/settings/index",
    ]),
  );
});

test("logging out asks first, then ends the session and leads to login", async () => {
  fireEvent.click(screen.getByRole("button", { name: "Log out" }));
  expect(useSession.getState().isLoggedIn()).toBe(true);
  const [, confirm] = screen.getAllByRole("button", { name: "Log out" });
  if (confirm === undefined) throw new Error("nothing is asked");
  fireEvent.click(confirm);
  await vi.waitFor(() => expect(went).toEqual(["/pages/auth/login"]));
  expect(useSession.getState().isLoggedIn()).toBe(false);
});

test("play limits stand right below the balance", () => {
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links[0]).toBe("/pages-sub/limits/index");
});
