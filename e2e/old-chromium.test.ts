import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readArea } from "@lotus/locales/node";
import { openChromiumDriver } from "./browsers/chromium-driver.ts";
import { testsIn } from "./browsers/missing.ts";
import { findOldChromium, openOldChromium } from "./browsers/old-chromium.ts";
import { picture, playerJourney } from "./browsers/player-journey.ts";
import { openPhone } from "./testing/browser.ts";
import { openDeskWindow, signInAs } from "./testing/desk-window.ts";
import { brokenBooks, openTestServer, type TestServer } from "./testing/open-server.ts";
import { errorsOf } from "./testing/page-errors.ts";
import { ServerClient } from "./testing/server-client.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
/** Words of the page for browsers that cannot run the app; no catalogue of the app has them. */
const WORDS = readArea("vi-VN", "browser");
const REQUIRED = "REQUIRE_OLD_CHROMIUM";

for (const major of [109, 119] as const) {
  testsIn(`a player in Chromium ${major}`, REQUIRED, findOldChromium(major), (found) => {
    playerJourney((window) => openChromiumDriver(found, window));
  });
}

testsIn("an operator in Chromium 111", REQUIRED, findOldChromium(111), (found) => {
  let open: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    [open, browser] = await Promise.all([openTestServer(START), openOldChromium(found)]);
  });
  afterAll(async () => {
    await browser?.close();
    await open?.close();
  });

  test("signs in, and opens a player from the list", async () => {
    const client = new ServerClient(open.url);
    await client.newPlayer("desk_guest1", "500.00");
    client.close();
    const { page } = await openDeskWindow(browser, open);
    const errors = errorsOf(page);
    await signInAs(page, open, "admin");
    await page.getByRole("menuitem", { name: "Players" }).click();
    await page.getByRole("row").filter({ hasText: "desk_guest1" }).first().click();
    await page.getByRole("heading", { level: 1, name: /desk_guest1/u }).waitFor();
    await page.getByText("500.00").first().waitFor();
    await picture("chromium-111", "desk", (path) => page.screenshot({ path }));
    expect(errors).toEqual([]);
    expect(await brokenBooks(open)).toEqual([]);
  });
});

testsIn("an older browser, Chromium 92,", REQUIRED, findOldChromium(92), (found) => {
  let open: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    [open, browser] = await Promise.all([openTestServer(START), openOldChromium(found)]);
  });
  afterAll(async () => {
    await browser?.close();
    await open?.close();
  });

  test("is told why the app does not start and what helps, without a button that loads the same again", async () => {
    const { page } = await openPhone(browser, { baseURL: open.url });
    const errors = errorsOf(page);
    // By scripts alone: the locators of Playwright need a newer browser.
    const read = (script: string): Promise<unknown> => page.evaluate(script);
    for (const address of [`${open.url}/pages-sub/game/index?code=K3`, open.opsUrl]) {
      await page.goto(address);
      await expect.poll(() => read("document.querySelector('h1')?.textContent")).toBe(WORDS["browser.old"]);
      expect(await read("document.querySelector('input').value")).toBe(new URL(address).origin);
      const buttons = "[...document.querySelectorAll('button, a')].map((each) => each.textContent)";
      expect(await read(buttons)).toEqual([WORDS["browser.copy"]]);
      const isSafe = await read(
        "document.body.innerText.includes(" + JSON.stringify(WORDS["browser.safe"]) + ")",
      );
      expect(isSafe).toBe(address.startsWith(open.url));
      await picture("chromium-92", address.startsWith(open.url) ? "player" : "desk", (path) =>
        page.screenshot({ path }),
      );
    }
    expect(errors).toEqual([]);
  });
});
