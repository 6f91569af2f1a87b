import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { arrive, LOGIN } from "./testing/address-bar.ts";
import { openBrowser, openPhone } from "./testing/browser.ts";
import { openGame } from "./testing/game-screen.ts";
import { ServerClient } from "./testing/server-client.ts";
import { brokenBooks, openTestServer, type TestServer } from "./testing/open-server.ts";
import { errorsOf } from "./testing/page-errors.ts";
import { placeBet } from "./testing/place-bet.ts";
import { pattern, text } from "./testing/text.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "plain_1";
const PASSWORD = "lua-chin-vang-8";
/** A host name mapped in this browser only, as browsers treat the loopback address like HTTPS. */
const HOST = "lotus.test";

let open: TestServer;
let browser: Browser;
let client: ServerClient;
let page: Page;
let errors: string[];

beforeAll(async () => {
  [open, browser] = await Promise.all([
    openTestServer(START, { PLAYERS_HOSTS: HOST }),
    openBrowser([`--host-resolver-rules=MAP ${HOST} 127.0.0.1`, "--no-proxy-server"]),
  ]);
  client = new ServerClient(open.url);
  const url = new URL(open.url);
  ({ page } = await openPhone(browser, {
    baseURL: `http://${HOST}:${url.port}`,
    still: true,
    loadsAhead: true,
  }));
  errors = errorsOf(page);
});
afterAll(async () => {
  await browser.close();
  client.close();
  await open.close();
});

/** Content of the clipboard, read by pasting into a field. */
async function pasted(): Promise<string> {
  await page.goto("/pages/tabbar/service");
  const field = page.getByRole("searchbox", { name: text("service.search") });
  await field.focus();
  await page.keyboard.press("ControlOrMeta+V");
  return await field.inputValue();
}

test("a plain HTTP origin offers none of the APIs of a secure context", async () => {
  await page.goto("/pages/auth/register");
  const means = await page.evaluate(`[
    isSecureContext, crypto.subtle, crypto.randomUUID, navigator.locks, navigator.clipboard,
    navigator.serviceWorker, navigator.share,
  ].map((each) => each ?? null)`);
  expect(means).toEqual([false, null, null, null, null, null, null]);
});

test("register, log out, log in: the password is not remembered, and the page says why", async () => {
  await page.getByLabel(text("auth.username")).fill(NAME);
  await page.getByLabel(text("auth.password"), { exact: true }).fill(PASSWORD);
  await page.getByLabel(text("auth.passwordAgain")).fill(PASSWORD);
  await page.getByLabel(pattern("app.page.withdrawalPassword")).fill("402815");
  await page.getByLabel(text("auth.birthDate")).fill("1990-12-31");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: text("auth.register") }).click();
  await page.getByRole("heading", { name: text("protection.offer.title") }).waitFor();
  await page.getByRole("button", { name: text("protection.offer.later") }).click();
  await arrive(page, "/");
  await page.goto("/pages/tabbar/mine");
  await page.getByRole("button", { name: text("app.mine.logOut") }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: text("app.mine.logOut") })
    .click();
  await arrive(page, LOGIN);
  await page.getByText(text("auth.rememberUnsafe")).waitFor();
  expect(await page.getByRole("checkbox", { name: text("auth.remember") }).isDisabled()).toBe(true);
  await page.getByLabel(text("auth.password"), { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: text("auth.login"), exact: true }).click();
  await arrive(page, "/");
});

test("recharge, bet, and the result appears automatically", async () => {
  await page.goto("/pages-sub/recharge/index");
  await page.getByLabel(text("money.recharge.amount")).fill("100");
  await page
    .getByRole("button", { name: text("money.recharge.submit", { amount: "100,00", unit: "K" }) })
    .click();
  await page.getByText(text("money.recharge.done", { amount: "100,00", unit: "K" })).waitFor();
  await openGame(page, "K3");
  await placeBet(page);
  await open.setTime(Date.UTC(2026, 10, 21, 3, 1, 0) + 20);
  await page
    .getByRole("status")
    .getByRole("button", { name: / · Kỳ /u })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Xong" }).click();
});

test("an order number is copied, and a draw is verified", async () => {
  await page.goto("/pages-sub/record/betting");
  await page
    .getByRole("button", { name: pattern("game.name.K3") })
    .last()
    .click();
  const sheet = page.getByRole("dialog", { name: text("play.detail.title") });
  const orderNo = await sheet
    .getByRole("definition")
    .filter({ has: page.getByRole("button", { name: text("play.detail.copy") }) })
    .innerText();
  await sheet.getByRole("button", { name: text("play.detail.copy") }).click();
  await page.getByText(text("app.copied")).first().waitFor();
  expect(await pasted()).toBe(orderNo.trim());
  await page.goto("/pages-sub/fairness/index?code=K3&prize=202611210601");
  await page.getByText(text("verify.unwatched")).waitFor();
});

test("no window reported an error, and the books are right", async () => {
  // On an insecure origin the browser logs that one of the headers is ignored.
  expect(errors.filter((text) => !text.includes("Cross-Origin-Opener-Policy"))).toEqual([]);
  expect(await brokenBooks(open)).toEqual([]);
});
