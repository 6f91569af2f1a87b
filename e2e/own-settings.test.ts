import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addressOf, arrive, LOGIN } from "./testing/address-bar.ts";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { ServerClient } from "./testing/server-client.ts";
import { storeSession } from "./testing/log-in.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { errorsOf } from "./testing/page-errors.ts";
import { text } from "./testing/text.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "owner_1";
const PASSWORD = "lua-chin-vang-8";
const NEXT_PASSWORD = "sen-no-thang-muoi-1";
const MINE = "/pages/tabbar/mine";
const SETTINGS = "/pages-sub/settings";
const WALLET = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

let open: TestServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let errors: string[];

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START), sharedBrowser()]);
  const client = new ServerClient(open.url);
  await client.newPlayer(NAME, "100.00");
  client.close();
  ({ context, page } = await openPhone(browser, { baseURL: open.url, still: true }));
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  errors = errorsOf(page);
  await storeSession(page, NAME);
});
afterAll(async () => {
  await closeWindows(browser);
  await open.close();
});
beforeEach(() => {
  expect(errors.splice(0)).toEqual([]);
});

/** The settings page, and from it the page of an entry. */
async function openSetting(name: string): Promise<void> {
  await page.goto(`${SETTINGS}/index`);
  await page.getByRole("main").getByRole("button", { name }).click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
}

test("a newly chosen profile picture is saved on the account", async () => {
  await page.goto(MINE);
  const picture = page.getByRole("main").getByRole("button", { name: text("app.page.profile") });
  const before = await picture.innerHTML();
  await picture.click();
  await page.getByRole("radio", { name: text("game.item.dragon") }).check({ force: true });
  await page.getByRole("button", { name: text("app.mine.copyId") }).click();
  const id = String(await page.evaluate("navigator.clipboard.readText()"));
  await page.getByRole("button", { name: text("app.back") }).click();
  await page.getByText(`ID ${id}`).waitFor();
  const after = await picture.innerHTML();
  expect(after).not.toBe(before);
  await page.reload();
  await page.getByText(`ID ${id}`).waitFor();
  expect(await picture.innerHTML()).toBe(after);
});

test("a change of language applies at once in every window, and to the server's texts", async () => {
  const other = await context.newPage();
  await other.goto(MINE);
  await other.getByText(NAME).first().waitFor();
  await openSetting(text("app.page.language"));
  await page.getByText("English", { exact: true }).click();
  await page.getByRole("heading", { name: "Language" }).waitFor();
  await other.getByRole("button", { name: "Log out" }).waitFor();
  await other.close();
  await page.goto("/pages/tabbar/center");
  await page.getByText("Dice 1 min").first().waitFor();
  await page.goto(`${SETTINGS}/language`);
  await page.getByText("Tiếng Việt", { exact: true }).click();
  await page.getByRole("heading", { name: text("app.page.language") }).waitFor();
});

test("the dark theme applies at once in every window, and before the first paint of the next start", async () => {
  const other = await context.newPage();
  await other.goto(MINE);
  const theme = (where: Page) => where.evaluate("document.documentElement.dataset.theme ?? ''");
  const ground = (where: Page) =>
    where.evaluate("getComputedStyle(document.documentElement).backgroundColor");
  const light = await ground(page);
  await openSetting(text("app.page.appearance"));
  await page.getByText(text("app.theme.dark"), { exact: true }).click();
  await expect.poll(() => theme(page)).toBe("dark");
  await expect.poll(() => theme(other)).toBe("dark");
  expect(await ground(page)).not.toBe(light);
  await other.close();
  await page.goto(`${SETTINGS}/appearance`, { waitUntil: "domcontentloaded" });
  expect(await theme(page)).toBe("dark");
  await page.getByText(text("app.theme.system"), { exact: true }).click();
  await expect.poll(() => theme(page)).toBe("");
});

test("sound is switched on and stays on; the version and the log's key are shown", async () => {
  await openSetting(text("app.page.sound"));
  const sound = page.getByRole("switch", { name: text("device.sound") });
  expect(await sound.isChecked()).toBe(false);
  await sound.check();
  await page.reload();
  await sound.waitFor();
  expect(await sound.isChecked()).toBe(true);
  await openSetting(text("app.page.about"));
  await page.getByText(text("app.settings.version", { version: "2.1.0" })).waitFor();
  await page.getByRole("button", { name: text("device.fair.copy") }).click();
  await expect
    .poll(() => page.evaluate("navigator.clipboard.readText()"))
    .toMatch(/^\S+\+[0-9a-f]{8}\+\S+$/u);
  await page.getByRole("link", { name: text("app.page.privacy") }).click();
  await page.getByRole("heading", { name: text("rules.privacy.what.title") }).waitFor();
});

test("the withdrawal password: a wrong one is reported at its field, a new one works", async () => {
  await openSetting(text("app.page.withdrawalPassword"));
  const [now, next, again] = [
    page.getByLabel(text("account.currentTransPassword")),
    page.getByLabel(text("account.newTransPassword"), { exact: true }),
    page.getByLabel(text("account.newTransPasswordAgain")),
  ];
  await now.fill("111222");
  await next.fill("739146");
  await again.fill("739146");
  const submit = page.getByRole("button", { name: text("account.changeTransPassword") });
  await submit.click();
  await expect.poll(() => now.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => now.and(page.locator(":focus")).count()).toBe(1);
  await now.fill("402815");
  await submit.click();
  await page.getByText(text("account.transPasswordChanged")).first().waitFor();
  await arrive(page, `${SETTINGS}/index`);
});

test("a wallet: its checksum is checked while typing, and it is listed as a withdrawal address", async () => {
  await openSetting(text("app.page.wallet"));
  const address = page.getByLabel(text("withdraw.wallet.address"), { exact: true });
  await address.fill(`${WALLET.slice(0, -1)}x`);
  await page.getByLabel(text("withdraw.wallet.addressAgain")).fill(WALLET);
  await page.getByLabel(text("app.page.withdrawalPassword")).fill("739146");
  await page.getByRole("button", { name: text("withdraw.wallet.bind") }).click();
  await expect.poll(() => address.getAttribute("aria-invalid")).toBe("true");
  await address.fill(WALLET);
  await page.getByRole("button", { name: text("withdraw.wallet.bind") }).click();
  await page.getByText(text("withdraw.bound")).first().waitFor();
  await arrive(page, `${SETTINGS}/index`);
  await page.getByRole("button", { name: text("app.page.withdrawalAddresses") }).click();
  await page.getByText("USDT (TRON)").waitFor();
  // Masked: the full value is nowhere on the page.
  expect(await page.getByText(WALLET).count()).toBe(0);
});

test("a new login password ends the session, and the old one no longer works", async () => {
  await openSetting(text("app.page.loginPassword"));
  await page.getByLabel(text("account.currentPassword")).fill(PASSWORD);
  await page.getByLabel(text("account.newPassword"), { exact: true }).fill(NEXT_PASSWORD);
  await page.getByLabel(text("account.newPasswordAgain")).fill(NEXT_PASSWORD);
  await page.getByRole("button", { name: text("account.changePassword") }).click();
  await arrive(page, LOGIN);
  await page.getByText(text("account.passwordChanged")).first().waitFor();
  const password = page.getByLabel(text("auth.password"), { exact: true });
  expect(await page.getByLabel(text("auth.username")).inputValue()).toBe(NAME);
  await password.fill(PASSWORD);
  await page.getByRole("button", { name: text("auth.login"), exact: true }).click();
  await page.getByText(text("codes.WRONG_CREDENTIALS")).waitFor();
});

test("a remembered password fills the form after logging out, and is stored nowhere as plain text", async () => {
  const password = page.getByLabel(text("auth.password"), { exact: true });
  await password.fill(NEXT_PASSWORD);
  await page.getByRole("checkbox", { name: text("auth.remember") }).check();
  await page.getByRole("button", { name: text("auth.login"), exact: true }).click();
  await arrive(page, "/");
  const stores = `JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])`;
  expect(await page.evaluate(stores)).not.toContain(NEXT_PASSWORD);
  await page.goto(MINE);
  await page.getByRole("button", { name: text("app.mine.logOut") }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: text("app.mine.logOut") })
    .click();
  await arrive(page, LOGIN);
  await expect.poll(() => password.inputValue()).toBe(NEXT_PASSWORD);
  await page.getByRole("button", { name: text("auth.showPassword") }).click();
  expect(await password.getAttribute("type")).toBe("text");
  await page.getByRole("button", { name: text("auth.login"), exact: true }).click();
  await arrive(page, "/");

  await page.goto(`${SETTINGS}/index`);
  await page.getByRole("button", { name: text("auth.forgetDevice") }).click();
  await page.getByText(text("auth.forgotten")).first().waitFor();
  expect(await page.getByRole("button", { name: text("auth.forgetDevice") }).count()).toBe(0);
  expect(addressOf(page)).toBe(`${SETTINGS}/index`);
});
