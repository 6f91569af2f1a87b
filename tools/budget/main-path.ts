import { readFileSync } from "node:fs";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { slipBar } from "../../e2e/testing/game-screen.ts";
import { confirmSlip, openSlip, pickCell } from "../../e2e/testing/place-bet.ts";
import { text } from "../../e2e/testing/text.ts";
import { DEMO_PLAYERS } from "@lotus/server/demo";
import type { Figure } from "./bars.ts";
import { touch } from "./touch.ts";
import { interactionFigures, REPORTED_FROM_MS, type TimedEvent } from "./interactions.ts";

/** A phone is so many times slower than this machine. */
const SLOWDOWN = 6;
const MAX_MS = 100;
const WITHIN_MS = 20_000;
const PICKS = 12;
// Runs in the page, whose globals the tools' types do not have.
const NOTE_EVENTS = readFileSync(new URL("./note-events.js", import.meta.url), "utf8");

/**
 * How long a slow phone takes from a tap or key to the next paint, over the whole main path of a player: login, home, a game,
 * a bet, its record, report, recharge, withdrawal, settings. The context is logged out.
 */
export async function mainPathFigures(context: BrowserContext): Promise<Figure[]> {
  const page = await context.newPage();
  page.setDefaultTimeout(WITHIN_MS);
  await page.addInitScript(`(${NOTE_EVENTS})(${REPORTED_FROM_MS})`);
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  try {
    await logInByHand(page);
    await bet(page);
    await readRecords(page);
    await money(page);
    await settings(page);
    await settled(page);
    const { events, count } = await page.evaluate<{ events: TimedEvent[]; count: number }>(
      "({ events: window.timedEvents, count: performance.interactionCount })",
    );
    const bare = await bareTaps(context, count);
    return interactionFigures(events, { count, slowdown: SLOWDOWN, most: MAX_MS, bare });
  } finally {
    await page.close();
  }
}

/** As many taps on a button of a page without a script: what the browser itself takes. */
async function bareTaps(context: BrowserContext, taps: number): Promise<readonly TimedEvent[]> {
  const page = await context.newPage();
  try {
    await page.setContent("<button>bare</button>");
    await page.evaluate(`(${NOTE_EVENTS})(${REPORTED_FROM_MS})`);
    const cdp = await context.newCDPSession(page);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
    for (let tap = 0; tap < taps; tap += 1) {
      await touch(page.getByRole("button"));
      await settled(page);
    }
    return await page.evaluate<TimedEvent[]>("window.timedEvents");
  } finally {
    await page.close();
  }
}

async function logInByHand(page: Page): Promise<void> {
  const [player] = DEMO_PLAYERS;
  if (player === undefined) throw new Error("the demo has no player");
  await page.goto("/pages/auth/login");
  await type(page.getByLabel(text("auth.username")), player.username);
  await type(page.getByLabel(text("auth.password"), { exact: true }), player.password);
  await touch(page.getByRole("button", { name: text("auth.login"), exact: true }));
  await page.waitForURL((url) => url.pathname === "/");
  await settled(page);
}

async function bet(page: Page): Promise<void> {
  const game = `main a[href="/pages-sub/game/index?code=${await longestOnSale(page)}"]`;
  await touch(page.locator(game).first());
  await slipBar(page).waitFor();
  await settled(page);
  await touch(page.getByRole("tab").nth(1));
  await settled(page);
  await touch(page.getByRole("tab").first());
  await settled(page);
  for (let at = 0; at < PICKS; at += 1) await pickCell(page, at, touch);
  // All but one are taken back.
  for (let at = PICKS - 1; at > 0; at -= 1) await pickCell(page, at, touch);
  await settled(page);
  await openSlip(page, touch);
  await settled(page);
  await confirmSlip(page, touch);
  await settled(page);
  await back(page);
}

/** The game on the home page whose period is on sale for longest: the slip takes a while on a slow phone. */
async function longestOnSale(page: Page): Promise<string> {
  return page.evaluate<string>(`fetch("/api/lottery/games")
    .then((reply) => reply.json())
    .then(({ data }) => data.list
      .filter(({ gameCode, on, current }) => on && current?.openAt <= data.serverTime && gameCode !== "LHC")
      .toSorted((a, b) => b.current.closeAt - a.current.closeAt)[0].gameCode)`);
}

async function readRecords(page: Page): Promise<void> {
  await tab(page, text("app.tab.mine"));
  await open(page, "/pages-sub/record/betting");
  await touch(page.locator("main section button:visible").first());
  await settled(page);
  await touch(
    page
      .getByRole("dialog")
      .getByRole("button", { name: text("app.close"), exact: true })
      .first(),
  );
  await settled(page);
  await touch(page.locator("main [role=radio]:visible, main label:has(input[type=radio]):visible").nth(1));
  await back(page);
  await open(page, "/pages-sub/report/index");
  await touch(
    page
      .getByRole("group", { name: text("days.range") })
      .getByRole("button")
      .first(),
  );
  await back(page);
}

async function money(page: Page): Promise<void> {
  await tab(page, text("app.tab.lobby"));
  await tab(page, text("app.tab.home"));
  await touch(page.getByRole("main").getByRole("button", { name: text("app.page.recharge"), exact: true }));
  await type(page.getByRole("textbox").first(), "100");
  await back(page);
  await touch(page.getByRole("main").getByRole("button", { name: text("app.page.withdraw"), exact: true }));
  await back(page);
}

async function settings(page: Page): Promise<void> {
  await tab(page, text("app.tab.mine"));
  await open(page, "/pages-sub/settings/index");
  await touch(page.getByRole("button", { name: text("app.page.appearance") }));
  await settled(page);
  await touch(choice(page, text("app.theme.dark")));
  await touch(choice(page, text("app.theme.light")));
  await back(page);
  await touch(page.getByRole("button", { name: text("app.page.language") }));
  await settled(page);
  await touch(choice(page, "English"));
  await settled(page);
  await touch(choice(page, "Tiếng Việt"));
  await settled(page);
}

/** A row of a list that one is chosen from. */
const choice = (page: Page, name: string): Locator => page.locator("label", { hasText: name }).first();

async function type(field: Locator, words: string): Promise<void> {
  await touch(field);
  await field.pressSequentially(words, { delay: 30 });
}

async function tab(page: Page, name: string): Promise<void> {
  await touch(page.getByRole("navigation").getByRole("link", { name }));
  await settled(page);
}

async function open(page: Page, path: string): Promise<void> {
  await touch(page.locator(`main a[href^="${path}"]`).first());
  await page.waitForURL((url) => url.pathname === path);
  await settled(page);
}

async function back(page: Page): Promise<void> {
  await settled(page);
  await touch(page.getByRole("button", { name: text("app.back"), exact: true }).first());
  await settled(page);
}

/** Until the page has nothing left to do, as whoever looks at it before the next tap. */
async function settled(page: Page): Promise<void> {
  await page.evaluate("new Promise((done) => requestIdleCallback(done, { timeout: 2000 }))");
}
