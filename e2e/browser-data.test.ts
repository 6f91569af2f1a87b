import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { arrive, LOGIN } from "./testing/address-bar.ts";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { ServerClient } from "./testing/server-client.ts";
import { logIn } from "./testing/log-in.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { text } from "./testing/text.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "quiet_1";
const CARD = "0123456789";
const OWNER = "NGUYEN VAN AN";

let open: TestServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** Every URL requested by the browser. */
const requests: string[] = [];

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START), sharedBrowser()]);
  const client = new ServerClient(open.url);
  const token = await client.newPlayer(NAME, "1234.50");
  const card = { real_name: OWNER, bank_name: "A Bank", card_no: CARD, card_no_confirmation: CARD };
  await client.post("/api/user/bindBankCard", { ...card, trans_password: "402815" }, token);
  client.close();
  ({ context, page } = await openPhone(browser, { baseURL: open.url, still: true, loadsAhead: true }));
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  page.on("request", (request) => requests.push(request.url()));
});
afterAll(async () => {
  await closeWindows(browser);
  await open.close();
});

/** Everything the browser stores for this origin: cookies, storages, databases and caches, as one text. */
async function storedData(): Promise<string> {
  const inPage = await page.evaluate<string>(`(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const urls = await Promise.all(
      (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, urls.flat()]);
  })()`);
  return inPage + JSON.stringify(await context.cookies());
}

const PASSWORD_PAGES = ["/pages/auth/login", "/pages/auth/register"] as const;

test("a password is masked, can be pasted, and is labelled for password managers", async () => {
  for (const path of PASSWORD_PAGES) {
    await page.goto(path);
    const fields = page.locator("input[autocomplete$='-password']");
    await fields.first().waitFor();
    expect(await page.locator("input[type=password]").count()).toBeGreaterThan(0);
    for (const field of await fields.all()) {
      expect([path, await field.getAttribute("type")]).toEqual([path, "password"]);
      const pasted = "Dán được: câu này dài hơn sáu mươi bốn chữ, và không bị cắt đi đâu cả";
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(pasted)})`);
      await field.click();
      await page.keyboard.press("Control+V");
      expect([path, await field.inputValue()]).toEqual([path, pasted]);
      await field.fill("");
    }
  }
});

test("the browser stores only the session: no cookie, no balance, no name, no card", async () => {
  await logIn(page, NAME);
  for (const path of [
    "/pages/tabbar/mine",
    "/pages-sub/record/transaction",
    "/pages-sub/settings/withdraw_addr",
    "/pages-sub/settings/devices",
    "/pages-sub/message/index",
  ]) {
    await page.goto(path);
    await page.getByRole("main").first().waitFor();
  }
  await page.goto("/pages/tabbar/mine");
  await page.getByText("1.234,50").first().waitFor();
  expect(await context.cookies()).toEqual([]);
  const text = await storedData();
  for (const secret of ["1234.50", "1.234,50", OWNER, CARD, "lua-chin-vang-8", "402815", "/api/"])
    expect([secret, text.includes(secret)]).toEqual([secret, false]);
  // The session is stored, so the search did run.
  expect(text).toMatch(/[0-9a-f]{64}/u);
});

test("logging out removes the session from the browser and private data from the page", async () => {
  await page.goto("/pages/tabbar/mine");
  await page.getByText("1.234,50").first().waitFor();
  await page.getByRole("button", { name: text("app.mine.logOut") }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: text("app.mine.logOut") })
    .click();
  await arrive(page, LOGIN);
  expect(await storedData()).not.toMatch(/[0-9a-f]{64}|eyJ[\w-]+\./u);
  expect(await page.content()).not.toContain("1.234,50");
  await page.goBack();
  expect(await page.content()).not.toContain("1.234,50");
});

test("the browser sent requests only to this server, and no referrer", () => {
  const server = new URL(open.url).origin;
  expect(requests.length).toBeGreaterThan(20);
  expect(requests.filter((url) => !url.startsWith(`${server}/`) && !/^(?:blob|data):/u.test(url))).toEqual(
    [],
  );
  expect(requests.filter((url) => /[0-9a-f]{64}|eyJ[\w-]+\.|lua-chin|402815/u.test(url))).toEqual([]);
});
