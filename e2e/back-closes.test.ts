import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOUSE_SETTINGS, openAccounts, START, type Accounts } from "./screens/accounts.ts";
import { OPEN_DIALOG } from "./screens/screen-state.ts";
import { SCREEN_STATES } from "./screens/screen-states.ts";
import { openScreenState, phonesOf, type Phones } from "./screens/showing.ts";
import { addressOf } from "./testing/address-bar.ts";
import { openBrowser } from "./testing/browser.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { collectErrors } from "./testing/page-errors.ts";

/** Screens of the games and what leads to them. */
const GAME_AREA = /^(?:game|practice|trends|roads|results|guide|verify|lobby|home|records-chase)/u;
const OVERLAYS = SCREEN_STATES.filter(
  ({ name, kind, landmark }) => kind === "part" && GAME_AREA.test(name) && landmark.startsWith(OPEN_DIALOG),
);
const PHONE = { locale: "vi-VN", theme: "light", width: 375, height: 812 } as const;

let open: TestServer;
let browser: Browser;
let accounts: Accounts;
let phones: Phones;
const errors: string[] = [];

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START, HOUSE_SETTINGS), openBrowser()]);
  accounts = await openAccounts(open);
  phones = phonesOf(browser, accounts, (page) => collectErrors(page, errors));
});
afterAll(async () => {
  accounts.close();
  await browser.close();
  await open.close();
});

const opened = (page: Page) => page.locator(OPEN_DIALOG).filter({ visible: true });

/** Whether "back" closed the uppermost overlay; one that must be answered stays. */
async function goBack(page: Page, count: number): Promise<boolean> {
  await page.evaluate("history.back()");
  await page.waitForFunction(`document.querySelectorAll("${OPEN_DIALOG}").length < ${count}`, undefined, {
    timeout: 5000,
  });
  return true;
}

describe('"back" closes what lies above the page, one after the other, and stays on the page', () => {
  test.each(OVERLAYS)("$name", async (screenState) => {
    const page = await phones.of(screenState.viewer);
    await openScreenState(page, screenState, PHONE);
    const address = addressOf(page);
    let count = await opened(page).count();
    expect(count).toBeGreaterThan(0);
    while (count > 0) {
      await goBack(page, count);
      expect(addressOf(page)).toBe(address);
      expect(await opened(page).count()).toBe(count - 1);
      count -= 1;
    }
    expect(await page.locator("main").first().isVisible()).toBe(true);
    expect(errors.splice(0)).toEqual([]);
  });
});
