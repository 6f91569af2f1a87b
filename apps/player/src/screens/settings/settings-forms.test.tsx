import { LOCALES } from "@lotus/locales";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { useSession } from "../../session/session.ts";
import { queryClient } from "../../api/query-client.ts";
import { appConfigQuery } from "../../queries/app-config.ts";
import { fakeServer, type FakeAnswer, type FakeRequest } from "../../testing/fake-server.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { loadCatalog } from "../../i18n/i18n.ts";

const went = vi.hoisted((): string[] => []);
vi.mock("../../shell/navigation.ts", () => ({
  navigation: {
    getState: () => ({ page: undefined }),
    back: async () => void went.push("back"),
    push: async (url: string) => void went.push(url),
    relaunch: async (url: string) => void went.push(url),
  },
}));

const INFO = {
  id: "10000001",
  balance: "10.00",
  username: "minh_anh88",
  phone: "",
  email: "",
  lastLoginIp: "192.0.2.1",
  lastLoginTime: 0,
  unreadMsg: 0,
  securityLevel: "low",
  inviteCode: "LT7K2Q",
  hasTransPwd: true,
  locked: false,
  currency: "VND",
};
const info = (more: object = {}): FakeAnswer => ({ data: { ...INFO, ...more } });
const NEW = "white lotus of May";
/** What the forms sent; pages also read the server's configuration. */
const sent = (requests: readonly FakeRequest[]) => requests.filter(({ path }) => path.startsWith("POST"));

beforeEach(() => {
  went.length = 0;
  localStorage.clear();
  useSession.getState().logIn({ token: "t", jwt: "j" }, "minh_anh88");
});

async function open(load: () => Promise<{ Screen: () => ReactNode }>): Promise<void> {
  // After the mocks, so that the screen meets them.
  const { Screen } = await load();
  const words = loadCatalog("account");
  await renderScreen(<Screen />, "en-US");
  await words;
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const tap = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("login password: the rules of the call stand beside the fields, a wrong one beside its own", async () => {
  const requests = fakeServer({
    "POST /api/user/updatePwd": { code: 1005, msg: "The current password is wrong" },
  });
  await open(() => import("./login-pwd.tsx"));
  tap("Change password");
  expect(await screen.findAllByText("Password cannot be blank")).toHaveLength(2);
  expect(sent(requests)).toEqual([]);
  type("Current password", "not this one");
  type("New password", NEW);
  type("Confirm new password", "something else");
  tap("Change password");
  await screen.findByText("The new passwords are inconsistent");
  type("Confirm new password", NEW);
  tap("Change password");
  await screen.findByText("The current password is wrong");
  expect(useSession.getState().isLoggedIn()).toBe(true);
});

test("login password: once it is changed, both tokens go and the app is at the login", async () => {
  const requests = fakeServer({ "POST /api/user/updatePwd": { data: null } });
  await open(() => import("./login-pwd.tsx"));
  type("Current password", "the old one 1");
  type("New password", NEW);
  type("Confirm new password", NEW);
  tap("Change password");
  await waitFor(() => expect(went).toEqual(["/pages/auth/login"]));
  expect(sent(requests)).toEqual([
    {
      path: "POST /api/user/updatePwd",
      body: { old_pwd: "the old one 1", password: NEW, password_confirmation: NEW },
    },
  ]);
  expect(useSession.getState()).toMatchObject({ accessToken: "", jwtToken: "", remember: false });
});

test("withdrawal password: easy runs and different ones are refused here, a wrong one by the server", async () => {
  const requests = fakeServer({
    "POST /api/user/updateTransPwd": { code: 1008, msg: "Wrong withdrawal password" },
  });
  await open(() => import("./withdraw-pwd.tsx"));
  type("Current withdrawal password", "280915");
  type("New withdrawal password", "123456");
  type("Confirm new withdrawal password", "271828");
  tap("Change withdrawal password");
  await screen.findByText("Avoid easy runs such as 111111 or 123456");
  await screen.findByText("The withdrawal passwords are inconsistent");
  expect(sent(requests)).toEqual([]);
  type("New withdrawal password", "271828");
  tap("Change withdrawal password");
  await screen.findByText("Wrong withdrawal password");
});

test("phone: a first one is bound with the withdrawal password", async () => {
  const requests = fakeServer({
    "POST /api/user/getUserInfo": info(),
    "POST /api/user/bindPhone": { data: { phone: "+84******678" } },
  });
  await open(() => import("./phone.tsx"));
  await screen.findByText("Not bound yet");
  tap("Bind phone number");
  await screen.findByText("Phone cannot be blank");
  type("Phone number", "lotus");
  await screen.findByText(
    "Must be a correct phone number, as it is dialled here or with + and the code of its country",
  );
  screen.getByText(/^Customer service reaches you here/u);
  await screen.findByText("Withdrawal password cannot be blank");
  type("Phone number", " 0912345678 ");
  type("Withdrawal password", "280915");
  tap("Bind phone number");
  await waitFor(() => expect(went).toEqual(["back"]));
  expect(requests.find(({ path }) => path.endsWith("bindPhone"))?.body).toEqual({
    phone: "0912345678",
    trans_password: "280915",
  });
  // The page is still there where it was opened by itself.
  expect(screen.getByLabelText("Withdrawal password")).toHaveProperty("value", "");
});

test.each(LOCALES)("phone: the hint names the country code of the house, in %s", async (locale) => {
  fakeServer({
    "POST /api/user/getUserInfo": info(),
    "GET /api/app/config": { data: { phoneCode: "+63", readings: {} } },
  });
  const { Screen } = await import("./phone.tsx");
  await loadCatalog("account");
  await renderScreen(<Screen />, locale);
  await queryClient.fetchQuery(appConfigQuery);
  await screen.findByText(/\+63/u);
});

test("phone: a change requires the withdrawal password and shows each refusal in its place", async () => {
  const answers: FakeAnswer[] = [
    { code: 1013, msg: "This phone number belongs to another account" },
    { code: 1008, msg: "Wrong withdrawal password" },
  ];
  fakeServer({
    "POST /api/user/getUserInfo": info({ phone: "+84******678" }),
    "POST /api/user/bindPhone": () => answers.shift() ?? { data: { phone: "" } },
  });
  await open(() => import("./phone.tsx"));
  await screen.findByText("Bound: +84******678");
  type("New phone number", "0912345679");
  tap("Change phone number");
  await screen.findByText("Withdrawal password cannot be blank");
  type("Withdrawal password", "280915");
  tap("Change phone number");
  await screen.findByText("This phone number belongs to another account");
  tap("Change phone number");
  await screen.findByText("Wrong withdrawal password");
});

test("e-mail: the page says where the link went, and what still waits", async () => {
  let pending: object = {};
  const requests = fakeServer({
    "POST /api/user/getUserInfo": () => info(pending),
    "POST /api/user/bindEmail": () => {
      pending = { pendingEmail: "r***@mail.example" };
      return { data: { email: "r***@mail.example" } };
    },
  });
  await open(() => import("./email.tsx"));
  await screen.findByText("Not bound yet");
  type("E-mail", "reader@mail");
  tap("Send link");
  await screen.findByText("Must be a correct email address");
  await screen.findByText("Withdrawal password cannot be blank");
  type("E-mail", "reader@mail.example");
  type("Withdrawal password", "280915");
  tap("Send link");
  await screen.findByText(/A link was sent to reader@mail\.example/u);
  expect(requests.find(({ path }) => path.endsWith("bindEmail"))?.body).toEqual({
    email: "reader@mail.example",
    trans_password: "280915",
  });
  await open(() => import("./email.tsx"));
  await screen.findByText("r***@mail.example waits for its link to be opened.");
});

test("devices: one is ended after a confirmation, all others at once, and the list is reloaded", async () => {
  const session = (id: string, more: object) => ({
    id,
    browser: "Chrome",
    system: "Android",
    address: "192.0.2.8",
    createdAt: 0,
    lastSeen: 0,
    current: false,
    ...more,
  });
  let list = [
    session("a", { current: true }),
    session("b", { browser: "Safari", system: "iPhone" }),
    session("c", { browser: "", system: "" }),
  ];
  const requests = fakeServer({
    "GET /api/user/sessions": () => ({ data: { list } }),
    "POST /api/user/sessions": () => {
      list = list.slice(0, -1);
      return { data: { ended: 1 } };
    },
  });
  await open(() => import("./devices/devices.tsx"));
  await screen.findByText("This device");
  expect(screen.queryByRole("button", { name: "Log out: Chrome on Android" })).toBeNull();
  tap("Log out: Unknown browser");
  const dialog = await screen.findByRole("alertdialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Log out" }));
  await waitFor(() => expect(screen.queryByText("Unknown browser")).toBeNull());
  tap("Log out all other devices");
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Log out" }));
  await screen.findByText("You are logged in on this device only.");
  expect(requests.filter(({ body }) => body !== undefined).map(({ body }) => body)).toEqual([
    { session_id: "c" },
    { session_id: "others" },
  ]);
});

test("devices: a tap retries a failed load", async () => {
  let broken = true;
  fakeServer({
    "GET /api/user/sessions": () => (broken ? { code: 9500, msg: "broken" } : { data: { list: [] } }),
  });
  await open(() => import("./devices/devices.tsx"));
  const retry = await screen.findByRole("button", { name: /reload|load/iu }, { timeout: 10_000 });
  broken = false;
  fireEvent.click(retry);
  await screen.findByText("You are logged in on this device only.");
});
