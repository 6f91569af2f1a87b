import { readSpreadsheet } from "@lotus/contract/testing/read-spreadsheet";
import { readFile } from "node:fs/promises";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addressOf, arrive } from "./testing/address-bar.ts";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { ServerClient } from "./testing/server-client.ts";
import { storeSession } from "./testing/log-in.ts";
import { brokenBooks, openTestServer, type TestServer } from "./testing/open-server.ts";
import { errorsOf } from "./testing/page-errors.ts";
import { openSlip, slipSheet } from "./testing/place-bet.ts";
import { pattern, text } from "./testing/text.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "reader_1";
const WALLET = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
/** More bets than fit on a page of the list. */
const BETS = 26;

let open: TestServer;
let browser: Browser;
let client: ServerClient;
let context: BrowserContext;
let page: Page;
let errors: string[];
let token: string;

beforeAll(async () => {
  // The player bets on every sum of a draw, which by default would not count as turnover.
  const settings = { TURNOVER_PERCENT: "0", TURNOVER_MAX_COVERAGE_PERCENT: "100" };
  [open, browser] = await Promise.all([openTestServer(START, settings), sharedBrowser()]);
  client = new ServerClient(open.url);
  token = await client.newPlayer(NAME, "1000.00");
  const bet = async (game: string, prize: string, bets: readonly object[]) =>
    expect(await client.post(`/api/lottery/order/${game}`, { prize_no: prize, bets }, token)).toMatchObject({
      code: 0,
    });
  // Every sum at once wins for sure; a single sum many times fills more than one page.
  const every = Array.from({ length: 16 }, (_, index) => String(index + 3));
  const onSum = (items: readonly string[]) => ({
    option_id: "HZ.HZ",
    amount: "2.00",
    groups: [{ code: "sum", items }],
  });
  await bet("K3", "202611210601", [onSum(every)]);
  await bet(
    "K3",
    "202611210601",
    Array.from({ length: BETS - 1 }, () => onSum(["10"])),
  );
  await open.setTime(Date.UTC(2026, 10, 21, 3, 10, 5));
  ({ context, page } = await openPhone(browser, { baseURL: open.url, still: true }));
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  errors = errorsOf(page);
  await storeSession(page, NAME);
});
afterAll(async () => {
  await closeWindows(browser);
  client.close();
  expect(await brokenBooks(open)).toEqual([]);
  await open.close();
});
beforeEach(() => {
  expect(errors.splice(0)).toEqual([]);
});

const sheet = (name: string) => page.getByRole("dialog", { name });
const rows = (name: RegExp) => page.getByRole("main").getByRole("button", { name });
const figure = (where: Locator | Page, name: string) =>
  where
    .locator("dl > div")
    .filter({ has: page.getByRole("term").filter({ hasText: new RegExp(`^${name}$`, "u") }) })
    .first()
    .getByRole("definition");

/** Clicks a copy button; returns the content of the clipboard. */
async function copied(where: Locator | Page, name: string): Promise<unknown> {
  await where.getByRole("button", { name, exact: true }).click();
  await page.getByText(text("app.copied")).first().waitFor();
  return await page.evaluate("navigator.clipboard.readText()");
}

async function choose(chip: string, item: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: chip, exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: item, exact: true }).click();
}

test("bets: an endless list with sums, filters by game and status, and a detail", async () => {
  await page.goto("/pages-sub/record/betting");
  // 26 lines: one of 16 bets, 25 of one.
  await figure(page, text("play.records.stake")).getByText("82,00").waitFor();
  await rows(pattern("game.name.K3")).first().waitFor();
  const count = () => rows(pattern("game.name.K3")).count();
  expect(await count()).toBe(20);
  await page
    .getByText(text("money.records.more"))
    .or(page.getByText(text("money.records.end")))
    .scrollIntoViewIfNeeded();
  await page.getByText(text("money.records.end")).waitFor();
  expect(await count()).toBe(BETS);

  await choose(text("play.records.status"), text("play.status.won"));
  // While the filtered list loads there are no rows.
  await expect.poll(async () => [0, BETS].includes(await count())).toBe(false);
  await rows(pattern("game.name.K3")).last().click();
  const detail = sheet(text("play.detail.title"));
  const orderNo = await copied(detail, text("play.detail.copy"));
  expect(orderNo).toMatch(/^\w{8,}$/u);
  await detail.getByText(String(orderNo)).waitFor();
  await detail.getByRole("button", { name: text("app.close") }).click();

  await choose(text("play.records.allGames"), pattern("game.name.PK10"));
  await page.getByText(text("play.records.empty")).waitFor();
  await page.getByRole("button", { name: text("play.game.choose") }).click();
  await arrive(page, "/pages/tabbar/center");
});

test("a bet of the records is on the slip of its game again, after a reload too, and back leads to the records", async () => {
  await page.goto("/pages-sub/record/betting");
  await rows(pattern("game.name.K3")).first().click();
  await sheet(text("play.detail.title"))
    .getByRole("button", { name: text("play.detail.again") })
    .click();
  await arrive(page, "/pages-sub/game/index");
  const lookAtSlip = async (): Promise<void> => {
    const slip = slipSheet(page);
    await slip.getByText("10", { exact: true }).first().waitFor();
    await slip
      .getByRole("button", { name: text("play.slip.stakeOf", { amount: "2" }), pressed: true })
      .waitFor();
    await page.goBack();
    await slip.waitFor({ state: "hidden" });
  };
  // It is shown at once, and after a reload as any other slip.
  await lookAtSlip();
  await page.reload();
  await openSlip(page);
  await lookAtSlip();
  await page.goBack();
  await arrive(page, "/pages-sub/record/betting");
});

test("recharges: days, status, what was passed and when", async () => {
  await page.goto("/pages-sub/record/recharge");
  await figure(page, text("money.records.recharged")).getByText("1.000,00").waitFor();
  await page.getByRole("radio", { name: text("report.7d") }).click();
  await rows(pattern("channel.demo")).click();
  const detail = sheet(text("money.records.rechargeDetail"));
  await detail.getByText(text("money.status.passed")).waitFor();
  expect(await copied(detail, text("money.fact.copyOrderNo"))).toMatch(/^\w{8,}$/u);
  await page.keyboard.press("Escape");
  await choose(text("play.records.status"), text("play.status.cancelled"));
  await page.getByText(text("money.records.emptyFiltered")).waitFor();
  await page
    .getByRole("button", { name: text("money.records.clear") })
    .last()
    .click();
  await rows(pattern("channel.demo")).waitFor();
});

test("transactions: every movement with the balance after it, by type", async () => {
  await page.goto("/pages-sub/record/transaction");
  await figure(page, text("money.records.in")).getByText("+1.").waitFor();
  await choose(text("money.records.type"), text("app.page.recharge"));
  await expect.poll(() => rows(pattern("play.balance")).count()).toBe(1);
  await rows(pattern("app.page.recharge")).last().click();
  const detail = sheet(text("money.records.transactionDetail"));
  await figure(detail, text("money.fact.balanceAfter")).getByText("1.000,00").waitFor();
  expect(await copied(detail, text("money.fact.copyOrderNo"))).toMatch(/^\w{8,}$/u);
});

test("a withdrawal is followed in its records while it waits", async () => {
  const bound = await client.post<{ id: string }>(
    "/api/user/bindDigitWall",
    { network: "tron", address: WALLET, address_confirmation: WALLET, trans_password: "402815" },
    token,
  );
  const order = { type: "withdrawal", amount: "60.00", addr_id: bound.data.id, trans_password: "402815" };
  expect(await client.post("/api/user/makeOrder", order, token)).toMatchObject({ code: 0 });
  await page.goto("/pages-sub/record/withdrawal");
  await rows(/60,00/u).click();
  const detail = sheet(text("withdraw.records.detail"));
  await detail.getByText(text("withdraw.step.waiting")).waitFor();
  expect(await copied(detail, text("money.fact.copyOrderNo"))).toMatch(/^\w{8,}$/u);
});

test("the report: its days, shares by game, its computation, and a file with the same figures", async () => {
  await page.goto("/pages-sub/report/index");
  await figure(page, text("report.betCost")).getByText("82,00").waitFor();
  const profit = await page
    .locator("p")
    .filter({ hasText: text("report.onBets", { amount: "82,00" }) })
    .innerText();
  await page
    .getByRole("row", { name: pattern("game.name.K3") })
    .getByText("100,0%")
    .waitFor();
  await page.getByRole("button", { name: text("report.how") }).click();
  await sheet(text("report.how")).getByText(text("report.howTotal")).waitFor();
  await page.keyboard.press("Escape");

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: text("records.save") }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe("report-2026-11-15-2026-11-21.xlsx");
  const lines = readSpreadsheet(await readFile(await download.path()));
  expect(lines).toHaveLength(8);
  expect(lines[0]?.[0]).toBe(text("report.day"));
  // The day as spreadsheets count it.
  expect(lines.at(-1)?.[0]).toEqual({ day: 46_347 });
  expect(lines.at(-1)?.[lines[0]?.indexOf(`${text("report.betCost")} (K)`) ?? -1]).toEqual({ amount: 82 });
  expect(profit).toMatch(/[\d.,]+/u);

  await page.getByRole("button", { name: text("report.yesterday") }).click();
  await page.getByText(text("report.empty")).waitFor();
  await page.getByRole("button", { name: text("report.see30d") }).click();
  await figure(page, text("report.betCost")).getByText("82,00").waitFor();

  await page.getByRole("button", { name: text("days.custom") }).click();
  await page.getByLabel(text("days.from")).fill("2026-11-21");
  await page.getByLabel(text("days.to")).fill("2026-11-20");
  await page.getByRole("button", { name: text("days.show") }).click();
  await page.getByText(text("days.dayOrder")).waitFor();
  await page.getByLabel(text("days.to")).fill("2026-11-21");
  await page.getByRole("button", { name: text("days.show") }).click();
  await page.getByRole("button", { name: /21\/11/u, pressed: true }).waitFor();
  await figure(page, text("app.page.recharge")).getByText("+1.000,00").waitFor();
});

test("messages: unread counts update everywhere at once, and opening a message marks it as read", async () => {
  await page.goto("/pages/tabbar/mine");
  const bar = page.getByRole("navigation", { name: text("app.tabs") });
  const unread = async () =>
    Number(new RegExp(text("app.unread", { count: "(\\d+)" }), "u").exec(await bar.innerText())?.[1] ?? "0");
  await page.getByText(/^ID \d/u).waitFor();
  const before = await unread();
  // Updated by live events, without a reload.
  const other = "0x52908400098527886E0F7030069857D2E4169EE7";
  await client.post(
    "/api/user/bindDigitWall",
    { network: "ethereum", address: other, address_confirmation: other, trans_password: "402815" },
    token,
  );
  await expect.poll(unread).toBe(before + 1);
  await page.getByRole("link", { name: pattern("app.page.messages") }).click();
  await page.getByRole("tab", { name: pattern("mail.message") }).click();
  await page
    .getByRole("button", {
      name: new RegExp(`${text("mail.unread")}.*${text("messages.addressAdded.title")}`, "u"),
    })
    .first()
    .click();
  await sheet(text("messages.addressAdded.title")).getByText(text("messages.addressAdded.body")).waitFor();
  await page.keyboard.press("Escape");
  await page.goBack();
  await expect.poll(unread).toBe(before);

  await page.goto("/pages-sub/message/index?tab=message");
  const all = page.getByRole("button", { name: text("mail.markAll") });
  await all.click();
  await page.getByRole("tab", { name: text("mail.message"), exact: true }).waitFor();
  expect(await page.getByText(text("mail.unread")).count()).toBe(0);
  await page.getByRole("tab", { name: pattern("mail.notice") }).click();
  await page.getByText(text("mail.none.notice")).waitFor();
});

test("an invite link adds a player to the team", async () => {
  await page.goto("/pages-sub/agent/index");
  await page.getByText(text("agent.noTeam", { level: "1" })).waitFor();
  const link = String(await copied(page, text("agent.copyLink")));
  const code = String(await copied(page, text("agent.copyCode")));
  expect(link).toBe(`${open.url}/pages/auth/register?invite=${code}`);

  const friend = await openPhone(browser, { baseURL: open.url, still: true });
  const there = friend.page;
  await there.goto(link);
  expect(await there.getByLabel(text("auth.inviteCode")).inputValue()).toBe(code);
  await there.getByText(text("auth.inviteFromLink")).waitFor();
  await there.getByLabel(text("auth.username")).fill("friend_1");
  await there.getByLabel(text("auth.password"), { exact: true }).fill("lua-chin-vang-8");
  await there.getByLabel(text("auth.passwordAgain")).fill("lua-chin-vang-8");
  await there.getByLabel(pattern("app.page.withdrawalPassword")).fill("402815");
  await there.getByLabel(text("auth.birthDate")).fill("1990-12-31");
  await there.getByRole("checkbox").check();
  await there.getByRole("button", { name: text("auth.register") }).click();
  await there
    .getByText(text("auth.welcome", { username: "friend_1" }))
    .first()
    .waitFor();
  await friend.context.close();

  // The server counts the turnover of settled bets every fifteen seconds.
  await open.app.coverage.judge();
  await open.app.agents.book();
  await page.getByRole("button", { name: text("app.reload") }).click();
  await page.getByText("Tham gia").waitFor();
  await page.getByRole("radio", { name: text("agent.levelCount", { level: "1", players: "1" }) }).waitFor();
  await page.getByRole("tab", { name: text("report.how") }).click();
  await page.getByText(text("agent.rates")).waitFor();
  await page.getByRole("tab", { name: text("report.byDay") }).click();
  await rows(pattern("agent.estimate")).click();
  await figure(page.getByRole("dialog"), text("agent.ownTurnover")).getByText("82,00").waitFor();
  expect(addressOf(page)).toBe("/pages-sub/agent/index");
});

test("a bet is found by its number among all days, and its movements by the same one", async () => {
  await page.goto("/pages-sub/record/betting");
  await rows(pattern("game.name.K3")).first().click();
  const detail = sheet(text("play.detail.title"));
  const orderNo = String(await copied(detail, text("play.detail.copy")));
  await detail.getByRole("button", { name: text("app.close") }).click();

  const find = async (number: string): Promise<void> => {
    await page.getByRole("button", { name: text("records.find") }).click();
    await page.getByRole("search").getByRole("textbox").fill(number);
    await page.keyboard.press("Enter");
  };
  await find(` ${orderNo.toLowerCase()} `);
  await expect.poll(() => rows(pattern("game.name.K3")).count()).toBe(1);
  await page
    .getByRole("button", { name: text("records.findStop") })
    .first()
    .click();
  await expect.poll(() => rows(pattern("game.name.K3")).count()).toBeGreaterThan(1);

  await page.goto("/pages-sub/record/transaction");
  await find(orderNo);
  await rows(pattern("money.type.bet")).first().click();
  const movement = sheet(text("money.records.transactionDetail"));
  await movement.getByText(orderNo).waitFor();
  await page.keyboard.press("Escape");
  await movement.waitFor({ state: "hidden" });
  await page.getByRole("search").getByRole("textbox").fill("B2026010100000000001");
  await page.keyboard.press("Enter");
  await page.getByText(text("records.notFound")).waitFor();
});

test("several open bets are cancelled together, after one question with their number and sum", async () => {
  await open.setTime(Date.UTC(2026, 10, 21, 3, 20, 2));
  const onTen = { option_id: "HZ.HZ", amount: "3.00", groups: [{ code: "sum", items: ["10"] }] };
  const bets = [onTen, onTen];
  const bet = async (game: string, prize: string) =>
    expect(await client.post(`/api/lottery/order/${game}`, { prize_no: prize, bets }, token)).toMatchObject({
      code: 0,
    });
  await bet("K3", "202611210621");
  await page.goto("/pages-sub/record/betting");
  await page.getByRole("button", { name: text("records.several.open") }).click();
  const several = sheet(text("records.several.title"));
  await several.getByRole("checkbox", { name: text("records.several.all") }).click();
  await several
    .getByRole("button", { name: text("records.several.submit", { count: 2, sum: "6,00" }) })
    .click();
  const question = page.getByRole("alertdialog");
  await question.getByText(text("records.several.askWords", { sum: "6,00" })).waitFor();
  await question.getByRole("button", { name: text("play.detail.cancel") }).click();
  await several.getByText(text("records.several.count.cancelled", { count: 2 })).waitFor();
  await several
    .getByRole("button", { name: text("app.close") })
    .last()
    .click();
  await expect.poll(() => rows(pattern("play.status.cancelled")).count()).toBe(2);
});
