import type { Browser, BrowserContext, Page, Request, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addressOf, arrive, LOGIN } from "./testing/address-bar.ts";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { openGame } from "./testing/game-screen.ts";
import { ServerClient } from "./testing/server-client.ts";
import { logIn, storeSession } from "./testing/log-in.ts";
import { brokenBooks, openTestServer, type TestServer } from "./testing/open-server.ts";
import { confirmSlip, openSlip, pickCell } from "./testing/place-bet.ts";
import { text } from "./testing/text.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "caller_1";
const MINE = "/pages/tabbar/mine";
const NETWORK = "Lỗi mạng";
/** As long as a real token, but not issued by the server. */
const EXPIRED = "e".repeat(43);

let open: TestServer;
let browser: Browser;
let client: ServerClient;
let context: BrowserContext;
let page: Page;
let token: string;

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START), sharedBrowser()]);
  client = new ServerClient(open.url);
  token = await client.newPlayer(NAME, "100.00");
  // By now the first games have results to show.
  await open.setTime(START + 70_000);
});
afterAll(async () => {
  await closeWindows(browser);
  client.close();
  expect(await brokenBooks(open)).toEqual([]);
  await open.close();
});

beforeEach(async () => {
  ({ context, page } = await openPhone(browser, { baseURL: open.url, still: true }));
});
afterEach(() => context.close());

const pathOf = (request: Request) => new URL(request.url()).pathname;
const isCall = (request: Request) => pathOf(request).startsWith("/api/") && pathOf(request) !== "/api/stream";
const balanceCard = () => page.getByRole("region", { name: text("money.balance") });
const refresh = () => page.getByRole("button", { name: text("money.refreshBalance") }).click();
const toast = (words: string) => page.getByText(words).first();

/** The session as stored by the browser. */
async function storedSession(of = page): Promise<{ accessToken: string; jwtToken: string }> {
  const stored = await of.evaluate("localStorage.getItem('lotus.session')");
  // Only the app writes this key.
  return (JSON.parse(String(stored)) as { state: { accessToken: string; jwtToken: string } }).state;
}

/** Puts other tokens into the session, as another window of the browser would. */
async function putTokens(tokens: { accessToken?: string; jwtToken?: string }): Promise<void> {
  await page.evaluate(`{
    const kept = JSON.parse(localStorage.getItem("lotus.session"));
    const newValue = JSON.stringify({ ...kept, state: { ...kept.state, ...${JSON.stringify(tokens)} } });
    localStorage.setItem("lotus.session", newValue);
    dispatchEvent(new StorageEvent("storage", { key: "lotus.session", newValue }));
  }`);
}

test("every call sends platform, language and token, and its query names are in snake_case", async () => {
  const calls: Request[] = [];
  context.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/api/")) calls.push(request);
  });
  await page.goto(LOGIN);
  await page.getByLabel(text("auth.username")).waitFor();
  await logIn(page, NAME);
  for (const [path, call] of [
    ["/pages-sub/record/transaction", "/api/user/orderList"],
    ["/pages-sub/record/betting", "/api/lottery/orderList/ALL"],
    ["/pages-sub/report/index", "/api/user/report"],
  ] as const) {
    const answered = page.waitForResponse((reply) => pathOf(reply.request()) === call);
    await page.goto(path);
    await answered;
  }
  const { accessToken } = await storedSession();
  const at = calls.findIndex((request) => pathOf(request) === "/api/user/login");
  expect(at).toBeGreaterThan(0);
  const headersOf = (request: Request) => {
    const { platform, language, token: sent } = request.headers();
    return [pathOf(request), platform, language, sent];
  };
  const before = calls.slice(0, at + 1);
  expect(before.map(headersOf)).toEqual(before.map((each) => [pathOf(each), "h5", "vi-VN", undefined]));
  const after = calls.slice(at + 1);
  expect(after.length).toBeGreaterThan(10);
  expect(after.map(headersOf)).toEqual(after.map((each) => [pathOf(each), "h5", "vi-VN", accessToken]));
  const names = new Set(calls.flatMap((each) => [...new URL(each.url()).searchParams.keys()]));
  expect([...names].filter((name) => !/^[a-z]+(?:_[a-z]+)*$/u.test(name))).toEqual([]);
  expect([...names]).toContain("time_zone");

  await page.goto("/pages-sub/settings/language");
  await page.getByText("日本語", { exact: true }).click();
  await page.getByRole("heading", { name: "言語" }).waitFor();
  const listRequest = page.waitForRequest(
    (request) => isCall(request) && pathOf(request).endsWith("/orderList"),
  );
  await page.goto("/pages-sub/record/transaction");
  expect((await listRequest).headers()["language"]).toBe("ja-JP");
});

describe("code 401", () => {
  test("twenty concurrent calls in several windows cause one refresh, and each is retried once", async () => {
    await storeSession(page, NAME);
    await page.goto("/");
    await page.getByRole("heading", { name: text("app.home.latest") }).waitFor();
    const { accessToken: old } = await storedSession();
    const windows = [page, await context.newPage(), await context.newPage()];
    const calls: { readonly window: number; readonly path: string; readonly token: string | undefined }[] =
      [];
    const held: Route[] = [];
    let released = false;
    const refuse = (route: Route) =>
      route.fulfill({ json: { code: 401, msg: text("codes.TOKEN_EXPIRED"), data: null } });
    await context.route(
      (url) => url.pathname.startsWith("/api/") && url.pathname !== "/api/stream",
      async (route) => {
        const request = route.request();
        const sent = request.headers()["token"];
        calls.push({ window: windows.indexOf(request.frame().page()), path: pathOf(request), token: sent });
        if (sent !== old) return route.continue();
        if (released) return refuse(route);
        held.push(route);
        return undefined;
      },
    );
    await Promise.all(windows.map((each) => each.goto("/", { waitUntil: "commit" })));
    await expect.poll(() => held.length).toBeGreaterThanOrEqual(20);
    released = true;
    await Promise.all(held.map(refuse));
    for (const each of windows) await each.getByRole("heading", { name: text("app.home.latest") }).waitFor();
    const nameOf = ({ window, path }: (typeof calls)[number]) => `${window} ${path}`;
    const namesOf = (token: string) => calls.filter((call) => call.token === token).map(nameOf);
    await expect
      .poll(async () => {
        const answered = new Set(namesOf((await storedSession()).accessToken));
        return namesOf(old).filter((name) => !answered.has(name));
      })
      .toEqual([]);

    expect(calls.filter(({ path }) => path === "/api/user/refreshToken")).toHaveLength(1);
    const { accessToken: renewed } = await storedSession();
    expect(renewed).not.toBe(old);
    const first = calls.filter((call) => call.token === old);
    const since = calls.filter((call) => call.token === renewed);
    expect(first.length + since.length + 1).toBe(calls.length);
    const names = new Set(first.map(nameOf));
    expect(names.size).toBe(first.length);
    // What a page asks for once it has the first replies is asked with the new token at once.
    const again = since.map(nameOf).filter((name) => names.has(name));
    expect(again.toSorted()).toEqual([...names].toSorted());
    expect(windows.map((each) => addressOf(each))).toEqual(["/", "/", "/"]);
  });

  test("an interrupted bet is retried with its key and placed once", async () => {
    await open.setTime(START + 120_000);
    await storeSession(page, NAME);
    await openGame(page, "FFC");
    await pickCell(page);
    await openSlip(page);
    const sent: { readonly key: string | undefined; readonly token: string | undefined }[] = [];
    page.on("request", (request) => {
      if (pathOf(request) !== "/api/lottery/order/FFC") return;
      sent.push({ key: request.headers()["idempotency-key"], token: request.headers()["token"] });
    });
    await putTokens({ accessToken: EXPIRED });
    await confirmSlip(page);
    expect(sent).toHaveLength(2);
    // Without one if another call was refused first.
    expect([EXPIRED, undefined]).toContain(sent[0]?.token);
    expect(sent[1]?.token).toBe((await storedSession()).accessToken);
    expect(sent[0]?.key).toMatch(/^[\w-]{16,}$/u);
    expect(sent[1]?.key).toBe(sent[0]?.key);
    const orders = await client.get<{ list: unknown[] }>(
      "/api/lottery/orderList/FFC?range=today&tz_offset=420",
      token,
    );
    expect(orders.data.list).toHaveLength(1);
  });

  test("without a jwt there is no refresh: the login opens and returns to the page", async () => {
    await storeSession(page, NAME);
    await page.goto(MINE);
    await page.getByText(NAME).first().waitFor();
    const refreshes: string[] = [];
    page.on("request", (request) => {
      if (pathOf(request) === "/api/user/refreshToken") refreshes.push(pathOf(request));
    });
    await putTokens({ accessToken: EXPIRED, jwtToken: "" });
    await arrive(page, `${LOGIN}?redirect=${encodeURIComponent(MINE)}`);
    expect(refreshes).toEqual([]);
  });

  test("an ended session is reported and leads to login", async () => {
    await storeSession(page, NAME);
    await page.goto(MINE);
    await page.getByText(NAME).first().waitFor();
    await putTokens({ accessToken: EXPIRED, jwtToken: "no jwt of this server" });
    await refresh();
    await arrive(page, LOGIN);
    expect(await storedSession()).toMatchObject({ accessToken: "", jwtToken: "" });
  });
});

test("code 402: the message is read for 100 ms before login, and both tokens are gone", async () => {
  await page.clock.install({ time: START });
  await storeSession(page, NAME);
  await page.goto(MINE);
  await balanceCard().getByText("98,00").waitFor();
  await page.clock.pauseAt(START + 300_000);
  const words = text("codes.SESSION_ENDED");
  await page.route("**/api/balance", (route) =>
    route.fulfill({ json: { code: 402, msg: words, data: null } }),
  );
  await refresh();
  await toast(words).waitFor();
  expect(await storedSession()).toMatchObject({ accessToken: "", jwtToken: "" });
  await page.clock.runFor(99);
  expect(addressOf(page)).toBe(MINE);
  await page.clock.runFor(1);
  // A page is drawn after the next frame.
  await page.clock.runFor(20);
  await arrive(page, LOGIN);
});

describe("no answer", () => {
  test("a call times out after 5000 ms, and its error is shown for 2000 ms", async () => {
    // The server never sends a timeout, so the app's default applies.
    await context.route("**/api/app/config", (route) => route.abort());
    await page.clock.install({ time: START });
    await storeSession(page, NAME);
    await page.goto(MINE);
    await balanceCard().getByText("98,00").waitFor();
    await page.route("**/api/balance", () => undefined);
    await page.clock.pauseAt(START + 300_000);
    const request = page.waitForRequest("**/api/balance");
    await refresh();
    await request;
    await page.clock.runFor(4_999);
    expect(await toast(NETWORK).count()).toBe(0);
    await page.clock.runFor(1);
    await toast(NETWORK).waitFor();
    await page.clock.runFor(1_999);
    expect(await toast(NETWORK).count()).toBe(1);
    await page.clock.runFor(1);
    await toast(NETWORK).waitFor({ state: "detached" });
    // The last known data stay on the screen.
    expect(await balanceCard().getByText("98,00").count()).toBe(1);
  });

  test("offline is shown at once and after every tap; back online everything is refetched", async () => {
    await storeSession(page, NAME);
    await page.goto("/");
    await balanceCard().getByText("98,00").waitFor();
    const strip = page.getByText(text("app.games.offline"));
    await context.setOffline(true);
    await strip.waitFor();
    await refresh();
    await toast(NETWORK).waitFor();
    await client.post(
      "/api/user/makeOrder",
      { type: "recharge", amount: "50.00", channel_id: "demo" },
      token,
    );
    await context.setOffline(false);
    await strip.waitFor({ state: "detached" });
    await balanceCard().getByText("148,00").waitFor();
  });
});

describe("an invalid reply", () => {
  beforeEach(async () => {
    await storeSession(page, NAME);
    await page.goto(MINE);
    await balanceCard().getByText("148,00").waitFor();
  });

  test("a status outside 2xx shows the server's message, or that of the app if there is none", async () => {
    let reply: object = { status: 500, json: { code: 500, msg: "Máy chủ bận", data: null } };
    await page.route("**/api/balance", (route) => route.fulfill(reply));
    await refresh();
    await toast("Máy chủ bận").waitFor();
    reply = { status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" };
    await refresh();
    await toast("Có lỗi xảy ra").waitFor();
    expect(addressOf(page)).toBe(MINE);
  });

  test("any other code shows the server's message, and nothing else happens", async () => {
    await page.route("**/api/balance", (route) =>
      route.fulfill({ json: { code: 1999, msg: "Chưa được", data: null } }),
    );
    await refresh();
    await toast("Chưa được").waitFor();
    expect([addressOf(page), (await storedSession()).accessToken === ""]).toEqual([MINE, false]);
  });

  test("background requests fail silently", async () => {
    for (const path of ["banners", "notices", "wins"])
      await page.route(`**/api/app/${path}`, (route) => route.abort());
    await page.goto("/");
    await page.getByRole("heading", { name: text("app.home.latest") }).waitFor();
    expect(await toast(NETWORK).count()).toBe(0);
  });
});
