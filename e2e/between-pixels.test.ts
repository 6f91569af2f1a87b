import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fitBoards } from "./testing/board-fit.ts";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { openGame } from "./testing/game-screen.ts";
import { storeSession } from "./testing/log-in.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { ServerClient } from "./testing/server-client.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "pixel_1";
/** One of each family. */
const GAMES = ["FFC", "K3", "PK10", "LHC"] as const;
const THEMES = ["light", "dark"] as const;

let open: TestServer;
let browser: Browser;
beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START), sharedBrowser()]);
  const client = new ServerClient(open.url);
  await client.newPlayer(NAME, "100.00");
  client.close();
});
afterAll(async () => {
  await closeWindows(browser);
  await open.close();
});

test.each([2.625, 1.5])(
  "with %s pixels to one of CSS nothing shows of a tick before its cell is picked, on every board and in both themes",
  async (ratio) => {
    const { page } = await openPhone(browser, {
      baseURL: open.url,
      still: true,
      width: 412,
      height: 915,
      ratio,
    });
    await storeSession(page, NAME);
    const seen: string[] = [];
    const looked = new Set<string>();
    const nothing = new Map<string, Buffer>();
    for (const code of GAMES) {
      await openGame(page, code);
      for (const theme of THEMES)
        if (!nothing.has(theme)) nothing.set(theme, await ticksAlone(page, theme, "hidden"));
      await fitBoards(page, async (board) => {
        const places = await placesOfTicks(page);
        if (places.every((place) => looked.has(place))) return;
        for (const place of places) looked.add(place);
        for (const theme of THEMES)
          if (nothing.get(theme)?.equals(await ticksAlone(page, theme)) !== true)
            seen.push(`${board}, ${theme}`);
      });
    }
    expect(seen).toEqual([]);
    expect(looked.size).toBeGreaterThan(10);
    await page.getByRole("tabpanel").locator("[data-cell]").first().tap();
    for (const theme of THEMES) expect(nothing.get(theme)?.equals(await ticksAlone(page, theme))).toBe(false);
  },
);

/** What is drawn by an image in a cell. */
const TICKS = `[...document.querySelectorAll("[role=tabpanel] [data-cell] *")]
  .filter((each) => getComputedStyle(each).backgroundImage.startsWith("url("))`;

/** Where between two pixels the ticks in the window begin, which says how they are rounded. */
async function placesOfTicks(page: Page): Promise<readonly string[]> {
  // The script's result.
  return (await page.evaluate(`${TICKS}
    .map((tick) => tick.getBoundingClientRect())
    .filter(({ bottom }) => bottom < innerHeight)
    .map(({ x, y }) => [x, y].map((each) => ((each * devicePixelRatio) % 1).toFixed(2)).join(" "))`)) as string[];
}

/** A picture of the open page with nothing but its ticks, or without them. */
async function ticksAlone(page: Page, theme: string, ticks = "visible"): Promise<Buffer> {
  await page.evaluate(`(async () => {
    document.documentElement.dataset.theme = "${theme}";
    document.body.style.visibility = "hidden";
    const ticks = ${TICKS};
    for (const tick of ticks) tick.style.visibility = "${ticks}";
    for (const url of new Set(ticks.map((tick) => getComputedStyle(tick).backgroundImage.slice(5, -2))))
      await Object.assign(new Image(), { src: url }).decode();
  })()`);
  const picture = await page.screenshot();
  await page.evaluate(`{
    document.body.style.visibility = "";
    for (const tick of ${TICKS}) tick.style.visibility = "";
  }`);
  return picture;
}
