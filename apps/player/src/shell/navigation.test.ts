import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { onSessionLost } from "../session/api.ts";
import { useSession } from "../session/session.ts";
import { fakeScreens } from "../testing/fake-screens.ts";
import { fakeServer } from "../testing/fake-server.ts";
import { activateLocale } from "../i18n/i18n.ts";
import { navigation, provideScreens } from "./navigation.ts";
import { href } from "./routes.ts";

const toasts = vi.hoisted((): string[] => []);
vi.mock("./notify.ts", () => ({ notify: (text: string) => void toasts.push(text) }));

// The screens are stubs: only navigation is under test. A test can delay the loading of one.
const held = { gate: undefined as Promise<void> | undefined };
const screens = fakeScreens(async () => {
  await held.gate;
  return { Screen: () => null };
});

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  await activateLocale("en-US");
  provideScreens(screens);
  await navigation.start();
});

beforeEach(async () => {
  held.gate = undefined;
  useSession.getState().logIn({ token: "t", jwt: "j" }, "minh");
  await navigation.relaunch(href("home"));
  toasts.length = 0;
});

describe("a rejected navigation says why", () => {
  test.each([
    ["a missing url", "missingUrl", "The page address is missing", () => navigation.push("")],
    ["an unknown page", "unknownPage", "This page does not exist", () => navigation.push("/pages/nowhere")],
    [
      "a tab page opened by a non-tab method",
      "tabNeedsSwitch",
      "This page opens from the tab bar only",
      () => navigation.push(href("mine")),
    ],
    [
      "a non-tab page opened by tab switching",
      "notATab",
      "This page is not in the tab bar",
      () => navigation.switchTab(href("report")),
    ],
  ])("%s", async (_what, problem, words, go) => {
    expect(await go()).toEqual({ ok: false, problem });
    await vi.waitFor(() => expect(toasts).toEqual([words]));
    expect(location.pathname).toBe("/");
  });

  test("one while another is in progress", async () => {
    let release = () => {};
    held.gate = new Promise((open) => (release = open));
    const first = navigation.push(href("report"));
    expect(await navigation.push(href("settings"))).toEqual({ ok: false, problem: "busy" });
    await vi.waitFor(() => expect(toasts).toEqual(["A page is opening, one moment"]));
    release();
    expect(await first).toEqual({ ok: true });
    expect(location.pathname).toBe("/pages-sub/report/index");
  });
});

describe("the guard of a login-required route", () => {
  const goneToLogin = vi.fn<() => void>();
  beforeEach(() => {
    goneToLogin.mockClear();
    onSessionLost(goneToLogin);
  });

  test("with an access token the page opens without a request", async () => {
    const requests = fakeServer({});
    expect(await navigation.push(href("report"))).toEqual({ ok: true });
    expect(requests).toEqual([]);
  });

  test("without one it fetches the user info and admits a player whom the server knows", async () => {
    useSession.setState({ accessToken: "" });
    const requests = fakeServer({ "POST /api/user/getUserInfo": { data: { balance: "1.00" } } });
    expect(await navigation.push(href("report"))).toEqual({ ok: true });
    expect(requests.map(({ path }) => path)).toEqual(["POST /api/user/getUserInfo"]);
  });

  test("when that fails, navigation is rejected", async () => {
    useSession.getState().dropSession();
    fakeServer({ "POST /api/user/getUserInfo": { code: 401, msg: "" } });
    expect(await navigation.push(href("report"))).toEqual({ ok: false, problem: "loginRequired" });
    expect(location.pathname).toBe("/");
    expect(goneToLogin).toHaveBeenCalledOnce();
  });

  test("a public page needs no session", async () => {
    useSession.getState().dropSession();
    const requests = fakeServer({});
    expect(await navigation.switchTab(href("service"))).toEqual({ ok: true });
    expect(requests).toEqual([]);
  });
});
