import { freePort } from "@lotus/server/testing/free-port";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { logIn } from "./testing/log-in.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { errorsOf } from "./testing/page-errors.ts";
import { ServerClient } from "./testing/server-client.ts";
import { text } from "./testing/text.ts";
import { addAuthenticator, type VirtualAuthenticator } from "./testing/virtual-authenticator.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const DAY_MS = 86_400_000;
const PASSWORD = "lua-chin-vang-8";
const PASSKEYS = "/pages-sub/settings/passkeys";
const LOGIN = "/pages/auth/login";

let open: TestServer;
let browser: Browser;
let at: string;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  const port = await freePort();
  // Browsers have passkeys for this name, and none for an IP address.
  at = `http://localhost:${port}`;
  [open, browser] = await Promise.all([openTestServer(START, { PORT: String(port) }), sharedBrowser()]);
});
afterAll(async () => {
  await closeWindows(browser);
  await open.close();
});
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

interface Device {
  readonly page: Page;
  readonly authenticator: VirtualAuthenticator;
  readonly errors: string[];
}

/**
 * A phone with an authenticator of its own. That takes the only passkey of the browser's list at once, so most tests do
 * without the list.
 */
async function device({ list = false } = {}): Promise<Device> {
  const { context, page } = await openPhone(browser, { baseURL: at, still: true });
  contexts.push(context);
  if (!list)
    await page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
  return { page, authenticator: await addAuthenticator(page), errors: errorsOf(page) };
}

async function newPlayer(name: string): Promise<void> {
  const client = new ServerClient(open.url);
  await client.newPlayer(name, "100.00");
  client.close();
}

/** Adds a passkey on the settings page, confirmed by the login password. */
async function add(page: Page): Promise<void> {
  await page.goto(PASSKEYS);
  await page.getByRole("button", { name: text("passkeys.add") }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel(text("auth.password"), { exact: true }).fill(PASSWORD);
  await sheet.getByRole("button", { name: text("passkeys.continue") }).click();
  await told(page, text("passkeys.added"));
}

async function logOut(page: Page): Promise<void> {
  await page.goto("/pages/tabbar/mine");
  await page.getByRole("button", { name: text("app.mine.logOut") }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: text("app.mine.logOut") })
    .click();
  await page.waitForURL((url) => url.pathname === LOGIN);
}

/** A short message, which screen readers hear too. */
const told = (page: Page, words: string) => page.getByText(words, { exact: true }).last().waitFor();
const byPasskey = (page: Page) => page.getByRole("button", { name: text("auth.passkey") });
const isHome = (url: URL) => url.pathname === "/";

test("a passkey is added, logs in without a name or a password, is renamed, and the device says so", async () => {
  await newPlayer("key_owner");
  const { page, authenticator, errors } = await device();
  await logIn(page, "key_owner");
  await add(page);
  expect(await authenticator.credentials()).toHaveLength(1);
  await logOut(page);
  await byPasskey(page).click();
  await page.waitForURL(isHome);
  await page.goto("/pages-sub/settings/devices");
  await page.getByText(text("account.devices.byPasskey")).waitFor();
  await page.goto(PASSKEYS);
  await page
    .getByRole("main")
    .getByRole("button", { name: text("passkeys.kind.device") })
    .click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel(text("passkeys.name")).fill("Pixel 9");
  await sheet.getByRole("button", { name: text("passkeys.save") }).click();
  await page.getByRole("main").getByText("Pixel 9").waitFor();
  expect(errors).toEqual([]);
});

test("the list at the username offers it too, without a tap on any button", async () => {
  await newPlayer("auto_filled");
  const { page } = await device({ list: true });
  await logIn(page, "auto_filled");
  await add(page);
  await logOut(page);
  // The authenticator takes the only passkey of the list by itself.
  await page.waitForURL(isHome);
});

test("of two devices each logs in by its own; one that is removed by the other's passkey is refused", async () => {
  await newPlayer("two_devices");
  const [phone, tablet] = [await device(), await device()];
  for (const { page } of [phone, tablet]) {
    await logIn(page, "two_devices");
    await add(page);
  }
  await tablet.page.reload();
  const rows = tablet.page.getByRole("main").getByRole("button", { name: text("passkeys.kind.device") });
  await expect.poll(() => rows.count()).toBe(2);
  // Newest first: the phone's is the second.
  await rows.nth(1).click();
  await tablet.page
    .getByRole("dialog")
    .getByRole("button", { name: text("passkeys.remove") })
    .click();
  const sheet = tablet.page.getByRole("dialog", { name: text("passkeys.removeAsk") });
  await sheet.getByRole("button", { name: text("passkeys.usePasskey") }).click();
  await told(tablet.page, text("passkeys.removed"));
  await expect.poll(() => rows.count()).toBe(1);
  await logOut(phone.page);
  await byPasskey(phone.page).click();
  await told(phone.page, text("codes.PASSKEY_REFUSED"));
  expect(new URL(phone.page.url()).pathname).toBe(LOGIN);
  // The password still lets in.
  await logIn(phone.page, "two_devices");
});

test("a user whom the device does not verify is not let in, and a cancelled request says so in place", async () => {
  await newPlayer("not_verified");
  const { page, authenticator } = await device();
  await logIn(page, "not_verified");
  await add(page);
  await authenticator.verify(false);
  await logOut(page);
  await byPasskey(page).click();
  await told(page, text("passkeys.cancelled"));
  expect(new URL(page.url()).pathname).toBe(LOGIN);
});

test("a copy is found by its counter: it is blocked, and the page says what to do", async () => {
  await newPlayer("copied_key");
  const { page, authenticator } = await device();
  await logIn(page, "copied_key");
  await add(page);
  await logOut(page);
  await open.setTime(START + 10_000);
  await byPasskey(page).click();
  await page.waitForURL(isHome);
  await logOut(page);
  await open.setTime(START + 20_000);
  await authenticator.setBack(0);
  await byPasskey(page).click();
  await told(page, text("codes.PASSKEY_REFUSED"));
  await logIn(page, "copied_key");
  await page.goto(PASSKEYS);
  await page.getByText(text("passkeys.suspended")).first().waitFor();
  await open.setTime(START);
});

test("a forgotten withdrawal password is set anew by a passkey, three days after that was added", async () => {
  await newPlayer("forgot_pin");
  const { page } = await device();
  await logIn(page, "forgot_pin");
  await add(page);
  await page.goto("/pages-sub/settings/withdraw_pwd");
  await page.getByRole("button", { name: text("passkeys.trans.forgot") }).click();
  await page.getByText(text("passkeys.trans.none", { days: 3 })).waitFor();
  await open.setTime(START + 3 * DAY_MS + 60_000);
  await page.goto("/pages-sub/settings/withdraw_pwd");
  await page.getByRole("button", { name: text("passkeys.trans.forgot") }).click();
  await page.getByLabel(text("account.newTransPassword"), { exact: true }).fill("204060");
  await page.getByLabel(text("account.newTransPasswordAgain"), { exact: true }).fill("204060");
  await page.getByRole("button", { name: text("passkeys.trans.submit") }).click();
  await told(page, text("account.transPasswordChanged"));
  await open.setTime(START);
});

test("a passkey is offered once after a login by password, and never again", async () => {
  await newPlayer("is_offered");
  const { page } = await device();
  await logIn(page, "is_offered");
  const offer = page.getByRole("complementary", { name: text("passkeys.offer") });
  await offer.getByRole("button", { name: text("passkeys.offerNo") }).click();
  await offer.waitFor({ state: "detached" });
  await logOut(page);
  await logIn(page, "is_offered");
  await page.getByRole("main").getByText(text("app.home.games")).waitFor();
  expect(await offer.count()).toBe(0);
});

test("at another address than that of passkeys the login has no button, and the page leads to the right one", async () => {
  await newPlayer("other_address");
  const { context, page } = await openPhone(browser, { baseURL: open.url, still: true });
  contexts.push(context);
  await logIn(page, "other_address");
  await page.goto(PASSKEYS);
  const link = page.getByRole("link", { name: text("passkeys.open", { address: at }) });
  expect(await link.getAttribute("href")).toBe(`${at}${PASSKEYS}`);
  await logOut(page);
  await page.getByRole("button", { name: text("auth.login"), exact: true }).waitFor();
  expect(await byPasskey(page).count()).toBe(0);
});
