import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { displayMoney } from "@lotus/money";
import { sql } from "@lotus/server/db/database";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { brokenBooks, openTestServer, type TestServer } from "./testing/open-server.ts";
import { pattern, text } from "./testing/text.ts";
import { askToWithdraw, bindCard } from "./testing/withdraw.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
let open: TestServer;
let browser: Browser;

beforeAll(async () => {
  // Bets on every sum of a draw do not count as turnover.
  [open, browser] = await Promise.all([openTestServer(START, { TURNOVER_PERCENT: "0" }), sharedBrowser()]);
});
afterAll(async () => {
  await closeWindows(browser);
  await open.close();
});

test("register, recharge, bet on two games, see the draws arrive, win, find it in the records, verify, withdraw", async () => {
  const { context, page } = await openPhone(browser, { baseURL: open.url, loadsAhead: true });
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/content security policy|trusted ?type/iu.test(message.text())) violations.push(message.text());
  });
  page.on("pageerror", (error) => violations.push(error.message));

  await register(page, "sen_hong_9");
  await recharge(page, "500");
  await betOnEverySum(page);
  await betOnFirstDigit(page);

  // One minute later both games have drawn: their results appear automatically beside the bets, one after the other.
  await open.setTime(Date.UTC(2026, 10, 21, 3, 1, 0) + 20);
  await page
    .getByRole("status")
    .getByRole("button", { name: / · Kỳ /u })
    .click();
  const toasts: (string | null)[] = [];
  for (const button of [text("play.result.next", { count: "1" }), "Xong"]) {
    // The slip's closing animation may still be running.
    const done = page.getByRole("button", { name: button });
    const dialog = page.getByRole("dialog").filter({ has: done });
    await dialog.waitFor();
    toasts.push(await dialog.getByRole("heading").first().textContent());
    await done.click();
  }
  await page.getByRole("dialog").first().waitFor({ state: "detached" });
  const names = [text("game.name.FFC"), text("game.name.K3")];
  expect(names.filter((name) => toasts.some((title) => title?.startsWith(name)))).toEqual(names);

  await page.goto("/pages-sub/record/betting");
  // One of all sums always wins, but may pay less than they cost together.
  await page
    .getByText(new RegExp(`^(?:${text("play.status.won")}|${text("play.status.belowStake")})$`, "u"))
    .first()
    .waitFor();
  // The page shows the balance of the ledger, to the cent.
  const [account] = await open.database.owner.query<{ balance: bigint }>(
    sql`SELECT balance FROM ledger_account WHERE kind = 'cash' ORDER BY player_id DESC LIMIT 1`,
  );
  await page.goto("/pages/tabbar/mine");
  await page
    .getByText(displayMoney(account?.balance ?? -1n, "vi-VN"))
    .filter({ visible: true })
    .first()
    .waitFor();

  await page.goto("/pages-sub/fairness/index?code=K3&prize=202611210601");
  await page.getByText(text("verify.unwatched")).waitFor();

  await page.route("**/api/lottery/proof/**", async (route) => {
    const reply = await route.fetch();
    const text = await reply.text();
    // One bit of the round, as it would be after a draw was swapped.
    const flipped = text.replace(
      /"signature":"(.)/u,
      (_whole, digit: string) => `"signature":"${(Number.parseInt(digit, 16) ^ 1).toString(16)}`,
    );
    await route.fulfill({ response: reply, body: flipped });
  });
  await page.reload();
  await page.getByText(text("verify.invalid")).waitFor();

  await withdraw(page);

  expect(violations).toEqual([]);
  expect(await brokenBooks(open)).toEqual([]);
  await context.close();
});

async function register(page: Page, username: string): Promise<void> {
  await page.goto("/pages/auth/register");
  await page.getByLabel(text("auth.username")).fill(username);
  await page.getByLabel(text("auth.password"), { exact: true }).fill("lua-chin-vang-8");
  await page.getByLabel(text("auth.passwordAgain")).fill("lua-chin-vang-8");
  await page.getByLabel(pattern("app.page.withdrawalPassword")).fill("402815");
  await page.getByLabel(text("auth.birthDate")).fill("1990-12-31");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: text("auth.register") }).click();
  // Limits are offered first of all.
  await page.getByRole("heading", { name: text("protection.offer.title") }).waitFor();
  await page.getByRole("button", { name: text("protection.offer.later") }).click();
  await page.waitForURL((url) => url.pathname === "/");
}

async function recharge(page: Page, amount: string): Promise<void> {
  await page
    .getByRole("button", { name: text("app.page.recharge") })
    .or(page.getByRole("link", { name: text("app.page.recharge") }))
    .first()
    .click();
  await page.waitForURL(/recharge/u);
  await page.getByRole("textbox").first().fill(amount);
  await page
    .getByRole("button", { name: pattern("app.mine.recharges") })
    .last()
    .click();
  await page.getByText(text("money.recharge.done", { amount: "500,00", unit: "K" })).waitFor();
}

async function betOnEverySum(page: Page): Promise<void> {
  await page.goto("/pages-sub/game/index?code=K3");
  for (let sum = 3; sum <= 18; sum += 1) await page.locator(`[data-cell="${sum}"]`).click();
  await confirm(page);
}

async function betOnFirstDigit(page: Page): Promise<void> {
  await page.goto("/pages-sub/game/index?code=FFC");
  await page.getByRole("tab", { name: text("five-digits.mode.YX") }).click();
  await page.locator('[data-cell="7"]').first().click();
  await confirm(page);
}

/** Withdraws to a card that is bound for it; the order waits for a review, and the money is set aside. */
async function withdraw(page: Page): Promise<void> {
  await page.goto("/pages-sub/withdraw/index");
  await page.getByText(text("withdraw.noAddress")).waitFor();
  await bindCard(page, "0123456789");
  await askToWithdraw(page, "300");
  await page
    .getByRole("button", { name: text("withdraw.seeRecords") })
    .first()
    .click();
  const order = page.getByRole("main").getByRole("button", { name: /300,00/u });
  await order.getByText(text("money.status.pendingReview")).waitFor();
  await page.goto("/pages-sub/message/index?tab=message");
  await page.getByText(text("messages.addressAdded.title")).first().waitFor();
}

async function confirm(page: Page): Promise<void> {
  await page.getByRole("button", { name: text("play.slip.bet") }).click();
  await page.getByRole("button", { name: pattern("play.slip.confirm") }).click();
  await page.getByText(pattern("play.slip.placed")).first().waitFor();
}
