import { existsSync } from "node:fs";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TIMEOUT_MS } from "./testing/browser.ts";
import { brokenBooks, openTestServer, type TestServer } from "./testing/open-server.ts";
import { text } from "./testing/text.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const firefox = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((path) => existsSync(path));
/** If Firefox was installed for this test, the test must not be skipped. */
const isRequired = process.env["REQUIRE_FIREFOX"] === "1";

let open: TestServer;
let browser: Browser;
let page: Page;
const errors: string[] = [];

/** Interactive elements by role and name. */
const one = (role: string, name: string) => page.locator(`::-p-aria([name="${name}"][role="${role}"])`);
const press = (name: string) => one("button", name).click();
const field = (name: string) => page.locator(`input[name="${name}"]`);
const read = (text: string) => page.locator(`::-p-text(${text})`).wait();
const reach = (path: string) => page.waitForFunction(`location.pathname === "${path}"`);
const show = (path: string) => page.goto(open.url + path, { waitUntil: "domcontentloaded" });

describe.skipIf(firefox === undefined && !isRequired)(
  firefox === undefined ? "no Firefox here" : "in Firefox",
  () => {
    beforeAll(async () => {
      expect(firefox, "Firefox is required and not there").toBeDefined();
      [open, browser] = await Promise.all([
        openTestServer(START),
        puppeteer.launch({
          browser: "firefox",
          executablePath: firefox ?? "",
          headless: true,
          extraPrefsFirefox: { "intl.accept_languages": "vi-VN", "ui.prefersReducedMotion": 1 },
        }),
      ]);
      page = await browser.newPage();
      page.setDefaultTimeout(TIMEOUT_MS);
      await page.setViewport({ width: 375, height: 812 });
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error" || /content security policy/iu.test(message.text()))
          errors.push(message.text());
      });
    });
    afterAll(async () => {
      await browser?.close();
      await open?.close();
    });

    test("register and recharge", async () => {
      await show("/pages/auth/register");
      await field("username").fill("cao_lua_1");
      await field("password").fill("lua-chin-vang-8");
      await field("password_confirmation").fill("lua-chin-vang-8");
      await field("trans_password").fill("402815");
      await field("birth_date").fill("1990-12-31");
      await page.locator("input[type=checkbox]").click();
      await press(text("auth.register"));
      await read(text("protection.offer.title"));
      await press(text("protection.offer.later"));
      await reach("/");
      await press(text("app.page.recharge"));
      await reach("/pages-sub/recharge/index");
      await one("textbox", text("money.recharge.amount")).fill("500");
      await press(text("money.recharge.submit", { amount: "500,00", unit: "K" }));
      await read(text("money.recharge.done", { amount: "500,00", unit: "K" }));
    });

    test("bet on K3, and the result appears automatically", async () => {
      await show("/pages-sub/game/index?code=K3");
      await page.locator("[role=tabpanel] button[aria-pressed]").click();
      await press(text("play.slip.bet"));
      await press(text("play.slip.confirm", { count: "1", unit: "2,00", total: "2,00" }));
      await read("Đã đặt 1 dòng");
      await open.setTime(Date.UTC(2026, 10, 21, 3, 1, 0) + 20);
      // Polled, because the observer of waitForSelector misses the strip in a window that is never painted.
      await expect.poll(async () => (await page.$("[role=status] button")) !== null).toBe(true);
      await page.click("[role=status] button");
      await press("Xong");
    });

    test("the bet is in the records, and the draw is proved valid", async () => {
      await show("/pages-sub/record/betting");
      await read(text("game.name.K3"));
      await page.locator("::-p-text(cược 2,00)").click();
      await read(text("play.detail.title"));
      await press(text("play.verify"));
      await read(text("verify.unwatched"));
      expect(await page.evaluate("location.search")).toBe("?code=K3&prize=202611210601");
    });

    test("the page reported no error, and the books are right", async () => {
      expect(errors).toEqual([]);
      expect(await brokenBooks(open)).toEqual([]);
    });
  },
);
