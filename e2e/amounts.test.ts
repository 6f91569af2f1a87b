import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { openGame, showOption, slipBar, tapPicks } from "./testing/game-screen.ts";
import { ServerClient } from "./testing/server-client.ts";
import { storeSession } from "./testing/log-in.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { layoutFaultsOf, restOf } from "./testing/page-errors.ts";
import { confirmSlip, openSlip, pickCell, slipSheet } from "./testing/place-bet.ts";
import { setSettings } from "./screens/appearance.ts";
import { text } from "./testing/text.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "rich_1";
/** The operator's own language, and one of long words. */
const LOCALES = ["vi-VN", "pt-BR"] as const;

let open: TestServer;
let browser: Browser;
let client: ServerClient;
let page: Page;

beforeAll(async () => {
  const settings = { RECHARGE_MAX: "5000000.00", BET_MAX: "200000.00", BET_MAX_PAYOUT: "5000000.00" };
  [open, browser] = await Promise.all([openTestServer(START, settings), sharedBrowser()]);
  client = new ServerClient(open.url);
  const token = await client.newPlayer(NAME, "1000000.00");
  const more = { type: "recharge", amount: "1000000.00", channel_id: "demo" };
  expect((await client.post("/api/user/makeOrder", more, token)).code).toBe(0);
  ({ page } = await openPhone(browser, { baseURL: open.url, width: 320, height: 640, still: true }));
  await storeSession(page, NAME);
});
afterAll(async () => {
  client.close();
  await closeWindows(browser);
  await open.close();
});

/** Layout faults of the open page in each language. */
async function faults(): Promise<string[]> {
  const found: string[] = [];
  for (const locale of LOCALES) {
    await setSettings(page, { locale });
    await expect
      .poll(() =>
        page.evaluate(
          `document.documentElement.lang === "${locale}" && !document.querySelector("[data-loading]")`,
        ),
      )
      .toBe(true);
    await restOf(page);
    for (const fault of await layoutFaultsOf(page)) found.push(`${locale}: ${fault}`);
  }
  await setSettings(page, { locale: "vi-VN" });
  return found;
}

test("on a phone of 320 pixels: the bar and the slip have room for a stake of 200.000,00 and a million", async () => {
  await openGame(page, "FFC");
  for (let at = 0; at < 5; at += 1) await pickCell(page, at);
  await openSlip(page);
  for (const key of "200000") await page.keyboard.press(key);
  await slipSheet(page).getByText("1.000.000,00").first().waitFor();
  expect(await faults()).toEqual([]);
  // The amount in full, not as it is typed.
  await slipSheet(page)
    .getByRole("button", { name: text("play.slip.minus") })
    .tap();
  await slipSheet(page)
    .getByRole("button", { name: text("play.slip.plus") })
    .tap();
  await slipSheet(page).getByText("200.000,00", { exact: true }).first().waitFor();
  expect(await faults()).toEqual([]);
  await page.keyboard.press("Escape");
  await slipBar(page).getByText("1.000.000,00").waitFor();
  expect(await faults()).toEqual([]);
  await openSlip(page);
  await confirmSlip(page);
});

test("on a phone of 320 pixels: beside a large amount the picks of a line break between rows, not within", async () => {
  const { rules } = await openGame(page, "FFC");
  const mode = rules.find(({ childrens }) => childrens.some(({ id }) => id === "WX.ZX"));
  const option = mode?.childrens.find(({ id }) => id === "WX.ZX");
  if (mode === undefined || option === undefined) throw new Error("FFC has no direct five");
  await showOption(page, mode, option);
  await tapPicks(
    page,
    option,
    option.groups.map(({ code, items }, at) => ({
      code,
      items: items.slice(at, at + (at < 3 ? 3 : 2)).map(({ id }) => id),
    })),
  );
  await openSlip(page);
  for (const key of "10000") await page.keyboard.press(key);
  await slipSheet(page).getByText("1.080.000,00").first().waitFor();
  const rows = slipSheet(page)
    .getByRole("listitem")
    .locator("b", { hasText: /^\d( \d)*$/u });
  expect(await rows.allInnerTexts()).toEqual(["0 1 2", "1 2 3", "2 3 4", "3 4", "4 5"]);
  // How many lines each of them takes.
  const lines = await page.evaluate(`[...document.querySelectorAll("dialog[open] li b")]
    .filter((row) => /^\\d( \\d)*$/u.test(row.innerText))
    .map((row) => {
      const range = document.createRange();
      range.selectNodeContents(row);
      return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size;
    })`);
  expect(lines).toEqual([1, 1, 1, 1, 1]);
  expect(await faults()).toEqual([]);
  await page.keyboard.press("Escape");
});

test.each([
  "/",
  "/pages/tabbar/center",
  "/pages/tabbar/mine",
  "/pages-sub/game/index?code=K3",
  "/pages-sub/record/betting",
  "/pages-sub/record/recharge",
  "/pages-sub/record/transaction",
  "/pages-sub/record/withdrawal",
  "/pages-sub/report/index",
  "/pages-sub/recharge/index",
  "/pages-sub/withdraw/index",
  "/pages-sub/agent/index",
  "/pages-sub/limits/index",
])("on a phone of 320 pixels %s has room for millions", async (path) => {
  await page.goto(path);
  await page.getByRole("main").waitFor();
  expect(await faults()).toEqual([]);
});

test("an amount is grouped as it is typed, the caret stays beside its digit, and what is pasted is read by the locale", async () => {
  await page.goto("/pages-sub/recharge/index");
  const field = page.getByLabel(text("money.recharge.amount"), { exact: true });
  await field.click();
  await page.keyboard.type("1234567");
  expect(await field.inputValue()).toBe("1.234.567");
  for (let at = 0; at < 4; at += 1) await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("9");
  expect(await field.inputValue()).toBe("12.349.567");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  expect(await field.inputValue()).toBe("123.567");
  await field.fill("");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate("navigator.clipboard.writeText('250.000')");
  await page.keyboard.press("Control+V");
  expect(await field.inputValue()).toBe("250.000");
  await page.getByText(/250\.000\.000\s₫/u).waitFor();
  expect(await faults()).toEqual([]);
});
