import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PAGES } from "@lotus/contract/pages";
import { axeViolations } from "./testing/axe.ts";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { openGame } from "./testing/game-screen.ts";
import { demoOperator } from "./testing/desk-window.ts";
import { logIn, storeSession } from "./testing/log-in.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { errorsOf } from "./testing/page-errors.ts";
import { ServerClient } from "./testing/server-client.ts";
import { tokenOf } from "./testing/staff.ts";
import { pattern, text } from "./testing/text.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const DAY_MS = 86_400_000;
const NAME = "careful_1";
const LIMITS = "/pages-sub/limits/index";

let open: TestServer;
let browser: Browser;
let client: ServerClient;
let context: BrowserContext;
let page: Page;
let errors: string[];
let token: string;
let card: string;
/** The withdrawal of who excluded themselves. */
let withdrawn: string;

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START, { TURNOVER_PERCENT: "0" }), sharedBrowser()]);
  client = new ServerClient(open.url);
  token = await client.newPlayer(NAME, "500.00");
  card = await bindCard();
  ({ context, page } = await openPhone(browser, { baseURL: open.url, still: true }));
  errors = errorsOf(page);
  await storeSession(page, NAME);
});
afterAll(async () => {
  await context.close();
  await closeWindows(browser);
  client.close();
  await open.close();
  expect(errors).toEqual([]);
});

const button = (name: string | RegExp) => page.getByRole("button", { name });
const region = (key: Parameters<typeof text>[0]) => page.getByRole("region", { name: text(key) });

/** Focuses by the keyboard: Tab until the element has it. */
async function tabTo(name: string | RegExp, within = page.locator("body")): Promise<void> {
  const wanted = within.getByRole("button", { name }).first();
  await wanted.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if ((await wanted.and(page.locator(":focus")).count()) === 1) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`no Tab reaches ${String(name)}`);
}

/** Types into the field of the open sheet, reached by Tab. */
async function typeLimit(amount: string): Promise<void> {
  const field = page.getByRole("textbox", { name: text("protection.edit.amount") });
  await field.waitFor();
  for (let presses = 0; (await field.and(page.locator(":focus")).count()) === 0; presses += 1) {
    if (presses > 5) throw new Error("no Tab reaches the amount");
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type(amount);
}

const order = (periodNo: string, amount: string) =>
  client.post(
    "/api/lottery/order/K3",
    { prize_no: periodNo, bets: [{ option_id: "HZ.HZ", amount, groups: [{ code: "sum", items: ["10"] }] }] },
    token,
  );
const FIRST = "202611210601";
/** A day and a minute later, when the raise and then the break have had their time. */
const LATER = START + DAY_MS + 60_000;
const SECOND = "202611220602";

/** Binds the card that is withdrawn to: its waiting time passes with the days of the journey. */
async function bindCard(): Promise<string> {
  const body = {
    real_name: "NGUYEN VAN AN",
    bank_name: "A Bank",
    card_no: "4111111111111111",
    card_no_confirmation: "4111111111111111",
    trans_password: "402815",
  };
  const bound = await client.post<{ id: string }>("/api/user/bindBankCard", body, token);
  if (bound.code !== 0) throw new Error(bound.msg);
  return bound.data.id;
}

async function cash(): Promise<number> {
  return Number((await client.post<{ balance: string }>("/api/user/getUserInfo", {}, token)).data.balance);
}

async function logInAgain(): Promise<void> {
  const body = { username: NAME, password: "lua-chin-vang-8" };
  token = (await client.post<{ token: string }>("/api/user/login", body)).data.token;
}

test("the offer of limits before a recharge opens the play limits at those of deposits", async () => {
  await page.goto("/pages-sub/recharge/index");
  await button(text("protection.offer.set")).tap();
  await page.waitForURL((url) => url.pathname === LIMITS);
  const heading = page.getByRole("heading", { name: text("protection.deposit.title"), exact: true });
  await expect.poll(() => heading.and(page.locator(":focus")).count()).toBe(1);
  // Below the bar, above everything else.
  expect((await heading.boundingBox())?.y).toBeLessThan(120);
  // Who scrolled on, left and comes back is where they were.
  await page.evaluate("scrollTo(0, scrollY + 400)");
  const left = await page.evaluate<number>("scrollY");
  await button(text("app.page.report")).click();
  await page.waitForURL((url) => url.pathname === "/pages-sub/report/index");
  await page.goBack();
  await region("protection.deposit.title").waitFor();
  await expect.poll(() => page.evaluate<number>("scrollY")).toBe(left);
});

test("a player sets a limit by the keyboard, meets it, and a raise waits", async () => {
  await page.goto(LIMITS);
  await tabTo(pattern("protection.window.day"), region("protection.stake.title"));
  await page.keyboard.press("Enter");
  await typeLimit("30");
  await page.keyboard.press("Enter");
  await region("protection.stake.title").getByText("30,00 K").first().waitFor();
  expect(await axeViolations(page)).toEqual([]);

  expect(await order(FIRST, "30.00")).toMatchObject({ code: 0 });
  expect(await order(FIRST, "1.00")).toMatchObject({ code: 3015 });
  await page.reload();
  await region("protection.stake.title").getByText(text("protection.reached")).waitFor();

  await tabTo(pattern("protection.window.day"), region("protection.stake.title"));
  await page.keyboard.press("Enter");
  await typeLimit("90");
  await button(text("protection.edit.ask")).waitFor();
  await page.keyboard.press("Enter");
  await region("protection.stake.title").getByText(pattern("protection.pendingTo")).waitFor();
  expect(await order(FIRST, "1.00")).toMatchObject({ code: 3015 });
});

test("a day later the raise is confirmed by the keyboard, and only then is more accepted", async () => {
  await open.setTime(LATER);
  await logInAgain();
  // What was staked a day ago has left the window; the limit itself is still the lower one.
  expect(await order(SECOND, "31.00")).toMatchObject({ code: 3015 });
  await page.reload();
  await tabTo(text("protection.confirm"), region("protection.stake.title"));
  await page.keyboard.press("Enter");
  // The amount stood there before, as what waits for the confirmation.
  await region("protection.stake.title")
    .getByRole("button", { name: text("protection.confirm") })
    .waitFor({ state: "detached" });
  await region("protection.stake.title").getByText("90,00 K").first().waitFor();
  expect(await order(SECOND, "31.00")).toMatchObject({ code: 0 });
  expect(await order(SECOND, "60.00")).toMatchObject({ code: 3015 });
  expect(await axeViolations(page)).toEqual([]);
});

test("two taps from the account begin a break, which closes the open game of another device at once", async () => {
  const other = await openPhone(browser, { baseURL: open.url, still: true });
  const otherErrors = errorsOf(other.page);
  await storeSession(other.page, NAME);
  await openGame(other.page, "FFC");

  await page.goto("/pages/tabbar/mine");
  await page.getByRole("link", { name: text("app.page.limits") }).tap();
  await button(text("protection.break.now")).tap();
  await page.getByText(text("protection.on.timeOut")).waitFor();

  await other.page.getByText(text("protection.on.timeOut")).waitFor();
  expect(await order(SECOND, "1.00")).toMatchObject({ code: 3014 });
  expect(await axeViolations(other.page)).toEqual([]);
  await other.context.close();
  expect(otherErrors).toEqual([]);
});

test("on a break the recharge says until when and who helps, and the withdrawal is open", async () => {
  await page.goto("/pages-sub/recharge/index");
  await page.getByText(text("protection.on.timeOut")).waitFor();
  await page.getByRole("heading", { name: text("protection.help.title") }).waitFor();
  await button(text("app.page.withdraw")).tap();
  await page.waitForURL((url) => url.pathname === "/pages-sub/withdraw/index");
  await page.getByLabel(text("withdraw.amount")).waitFor();
});

test("after the break play goes on, and an exclusion needs a second step", async () => {
  await open.setTime(LATER + DAY_MS + 60_000);
  await logInAgain();
  await page.goto("/pages/tabbar/mine");
  await page.goto(LIMITS);
  await button(text("protection.break.now")).waitFor();
  const half = new Intl.NumberFormat("vi-VN", { style: "unit", unit: "month", unitDisplay: "long" }).format(
    6,
  );
  await button(half).tap();
  const dialog = page.getByRole("alertdialog");
  await dialog.waitFor();
  expect(await dialog.getByRole("button", { name: text("protection.exclude.confirm") }).isDisabled()).toBe(
    true,
  );
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: text("protection.exclude.confirm") }).tap();
  await page.getByText(text("protection.on.excluded")).waitFor();
  expect(
    (await client.get<{ excludedUntil: number }>("/api/user/limits", token)).data.excludedUntil,
  ).toBeGreaterThan(START + 180 * DAY_MS);
});

test("who excluded themselves sees who helps, and withdraws what is left", async () => {
  await page.goto("/pages-sub/recharge/index");
  await page.getByText(text("protection.on.excluded")).waitFor();
  await page.getByRole("heading", { name: text("protection.help.title") }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const before = await cash();
  const withdrawal = { type: "withdrawal", amount: "100.00", addr_id: card, trans_password: "402815" };
  const asked = await client.post<{ orderNo: string }>("/api/user/makeOrder", withdrawal, token);
  expect(asked.code).toBe(0);
  withdrawn = asked.data.orderNo;
  expect(await cash()).toBe(before - 100);
  await page.goto("/pages-sub/withdraw/index");
  await page.getByLabel(text("withdraw.amount")).waitFor();
  expect(await axeViolations(page)).toEqual([]);
});

test("play limits are reached from the account, the report, the help and the settings", async () => {
  for (const path of ["/pages/tabbar/mine", "/pages-sub/report/index", "/pages-sub/settings/index"]) {
    await page.goto(path);
    await page
      .getByRole("link", { name: text("app.page.limits") })
      .or(button(text("app.page.limits")))
      .first()
      .click();
    await page.waitForURL((url) => url.pathname === LIMITS);
  }
  await page.goto("/pages/tabbar/service");
  await page.getByText(text("help.limits.title")).click();
  await button(text("app.page.limits")).click();
  await page.waitForURL((url) => url.pathname === LIMITS);
});

test("who excluded themselves saves a copy of their data, and closes the account once all is paid out", async () => {
  const desk = new ServerClient(open.opsUrl);
  try {
    const staff = await tokenOf(desk, demoOperator(open, "admin"));
    const pass = async (orderNo: string) =>
      expect(await desk.post(`/desk/api/withdrawals/${orderNo}/pass`, {}, staff)).toMatchObject({ code: 0 });
    await pass(withdrawn);
    await page.goto("/pages-sub/settings/my_data");
    await page.getByLabel(text("privacy.password")).fill("402815");
    await button(text("privacy.copy.ask")).tap();
    await page.getByText(text("privacy.ready.title")).waitFor({ timeout: 60_000 });
    await page.getByLabel(text("privacy.password")).fill("402815");
    const downloading = page.waitForEvent("download");
    await button(text("privacy.download")).tap();
    expect((await downloading).suggestedFilename()).toBe("my-data.zip");

    const rest = {
      type: "withdrawal",
      amount: (await cash()).toFixed(2),
      addr_id: card,
      trans_password: "402815",
    };
    const last = await client.post<{ orderNo: string }>("/api/user/makeOrder", rest, token);
    expect(last.code).toBe(0);
    await pass(last.data.orderNo);
    await page.goto("/pages-sub/settings/my_data");
    await button(text("app.page.closeAccount")).tap();
    await page.getByLabel(text("account.currentTransPassword")).fill("402815");
    await page.getByRole("checkbox").check();
    await button(text("app.page.closeAccount")).tap();
    await page.waitForURL((url) => url.pathname === "/pages/auth/login");
    const login = { username: NAME, password: "lua-chin-vang-8" };
    expect((await client.post("/api/user/login", login)).code).toBe(1002);
  } finally {
    desk.close();
  }
});

// Thirty pages, one after the other.
test("de: every page begins a break of 24 hours by one tap", async () => {
  const german = await openTestServer(START, { RULE_PACK: "de" });
  const there = new ServerClient(german.url);
  const phone = await openPhone(browser, { baseURL: german.url, still: true });
  try {
    const registered = await there.post<{ token: string }>("/api/user/register", {
      username: "one_tap_1",
      password: "lua-chin-vang-8",
      password_confirmation: "lua-chin-vang-8",
      register_device: 1,
      trans_password: "402815",
      birth_date: "1990-12-31",
    });
    expect(registered.code).toBe(0);
    await logIn(phone.page, "one_tap_1");
    await phone.page.getByRole("button", { name: text("protection.net.seen") }).click();
    const tap = phone.page.getByRole("button", { name: text("protection.break.now"), exact: true });
    for (const { path } of Object.values(PAGES).filter((page) => "login" in page && page.login)) {
      await phone.page.goto(path);
      // The play limits have the same button in their card.
      await expect
        .poll(() => tap.filter({ visible: true }).count(), { message: path, timeout: 20_000 })
        .toBeGreaterThan(path === LIMITS ? 1 : 0);
    }
    await phone.page.goto("/pages-sub/record/betting");
    await tap.click();
    await phone.page.getByText(pattern("protection.on.until")).first().waitFor();
    const { data } = await there.get<{ timeOutUntil: number }>("/api/user/limits", registered.data.token);
    expect(data.timeOutUntil).toBe(START + DAY_MS);
  } finally {
    await phone.context.close();
    there.close();
    await german.close();
  }
});
