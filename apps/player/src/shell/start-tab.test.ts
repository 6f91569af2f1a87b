import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeScreens } from "../testing/fake-screens.ts";
import { fakeServer } from "../testing/fake-server.ts";

// The screens themselves are not under test, only the ways between them.
const screens = fakeScreens(async () => ({ Screen: () => null }));

let configAnswer: Promise<void>;

beforeEach(() => {
  localStorage.clear();
  configAnswer = Promise.resolve();
  // With reduced motion pages change at once.
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
afterEach(() => void vi.unstubAllGlobals());

/** Opens the app as a visitor who is not logged in. */
async function visit(startTab: number | undefined, at = "/") {
  vi.resetModules();
  history.replaceState(null, "", at);
  const requests = fakeServer({
    "POST /api/user/getUserInfo": { code: 401, msg: "" },
    ...(startTab !== undefined && {
      "GET /api/app/config": { data: { readings: { startTab }, serverTime: Date.now() } },
    }),
  });
  const answer = globalThis.fetch;
  vi.stubGlobal("fetch", async (...[url, init]: Parameters<typeof fetch>) => {
    if (url === "/api/app/config") await configAnswer;
    return answer(url, init);
  });
  const [{ openFirstPage }, { navigation, provideScreens }, { onSessionLost }] = await Promise.all([
    import("./start-tab.ts"),
    import("./navigation.ts"),
    import("../session/api.ts"),
  ]);
  provideScreens(screens);
  onSessionLost(() => void navigation.loseSession());
  return { opened: openFirstPage(), navigation, requests };
}

const address = () => location.pathname + location.search;
const wasAsked = (requests: readonly { readonly path: string }[]) =>
  requests.some(({ path }) => path === "GET /api/app/config");

test.each([
  [0, "/pages/auth/login"],
  [1, "/pages/tabbar/service"],
  [2, "/pages/auth/login?redirect=%2Fpages%2Ftabbar%2Fcenter"],
  [undefined, "/pages/auth/login"],
])("a first visit to a server that says %s leads to %s", async (startTab, expected) => {
  const { opened } = await visit(startTab);
  await opened;
  await vi.waitFor(() => expect(address()).toBe(expected));
});

test("a navigation before the response is kept", async () => {
  let release = () => {};
  configAnswer = new Promise((resolve) => (release = resolve));
  const { opened, navigation } = await visit(1);
  await vi.waitFor(() => expect(navigation.getState()).toMatchObject({ page: { name: "login" } }));
  await vi.waitFor(() => expect(navigation.getState().pending).toBe(false));
  await navigation.push("/pages/auth/register");
  release();
  await opened;
  expect(address()).toBe("/pages/auth/register");
});

test("a second visit starts there at once, without a request", async () => {
  localStorage.setItem("lotus.readings", JSON.stringify({ startTab: 1 }));
  const { opened, requests } = await visit(0);
  await opened;
  expect(address()).toBe("/pages/tabbar/service");
  expect(wasAsked(requests)).toBe(false);
});

test("a deep link is not redirected", async () => {
  const { opened, requests } = await visit(1, "/pages/legal/terms");
  await opened;
  expect(address()).toBe("/pages/legal/terms");
  expect(wasAsked(requests)).toBe(false);
});
