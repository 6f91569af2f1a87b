import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOUSE_SETTINGS, openAccounts, START, type Accounts } from "./screens/accounts.ts";
import { OPEN_DIALOG } from "./screens/screen-state.ts";
import { SCREEN_STATES } from "./screens/screen-states.ts";
import { openScreenState, phonesOf, type Phones } from "./screens/showing.ts";
import { addressOf } from "./testing/address-bar.ts";
import { closeWindows, sharedBrowser } from "./testing/browser.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { collectErrors } from "./testing/page-errors.ts";

/** Screens of the games and what leads to them. */
const GAME_AREA = /^(?:game|practice|trends|roads|results|guide|verify|lobby|home|records-chase)/u;
/** A check of reality has to be answered. */
const STAYS = new Set(["game-k3.pause"]);
/** A question in place of the dialog that it is asked in. */
const REPLACES = new Set(["game-ffc.remove"]);
/** It asks again at once, after a fraction of a minute. */
const AGAIN = new Set(["game-k3.idle"]);
const OVERLAYS = SCREEN_STATES.filter(
  ({ name, kind, landmark }) =>
    kind === "part" && GAME_AREA.test(name) && landmark.startsWith(OPEN_DIALOG) && !AGAIN.has(name),
);
const PHONE = { locale: "vi-VN", theme: "light", width: 375, height: 812 } as const;

let open: TestServer;
let browser: Browser;
let accounts: Accounts;
let phones: Phones;
const errors: string[] = [];

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START, HOUSE_SETTINGS), sharedBrowser()]);
  accounts = await openAccounts(open);
  phones = phonesOf(browser, accounts, (page) => collectErrors(page, errors));
});
afterAll(async () => {
  accounts.close();
  await closeWindows(browser);
  await open.close();
});

const opened = (page: Page) => page.locator(OPEN_DIALOG).filter({ visible: true });

describe('"back" closes what lies above the page, one after the other, and stays on the page', () => {
  test.each(OVERLAYS.filter(({ name }) => !STAYS.has(name)))("$name", async (screenState) => {
    const page = await phones.of(screenState.viewer);
    await openScreenState(page, screenState, PHONE);
    const address = addressOf(page);
    let count = await opened(page).count();
    expect(count).toBeGreaterThan(0);
    if (REPLACES.has(screenState.name)) {
      await page.evaluate("history.back()");
      await opened(page).and(page.getByRole("alertdialog")).waitFor({ state: "detached" });
      expect(await opened(page).count()).toBe(count);
    }
    while (count > 0) {
      count -= 1;
      await page.evaluate("history.back()");
      await expect.poll(() => opened(page).count(), { timeout: 5000 }).toBe(count);
      expect(addressOf(page)).toBe(address);
    }
    expect(await page.locator("main").first().isVisible()).toBe(true);
    expect(errors.splice(0)).toEqual([]);
  });
});

test.each(OVERLAYS.filter(({ name }) => STAYS.has(name)))(
  '$name has to be answered: "back" neither closes it nor leaves its page',
  async (screenState) => {
    const page = await phones.of(screenState.viewer);
    await openScreenState(page, screenState, PHONE);
    const address = addressOf(page);
    await page.evaluate("history.back()");
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    expect(await opened(page).count()).toBe(1);
    expect(addressOf(page)).toBe(address);
    expect(errors.splice(0)).toEqual([]);
  },
);
