import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { openGame, showOption } from "./testing/game-screen.ts";
import { storeSession } from "./testing/log-in.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { placeBet } from "./testing/place-bet.ts";
import { ServerClient } from "./testing/server-client.ts";
import { text } from "./testing/text.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "viewer_1";

let open: TestServer;
let browser: Browser;
beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START), sharedBrowser()]);
  const client = new ServerClient(open.url);
  await client.newPlayer(NAME, "100.00");
  client.close();
  await open.setTime(START + 60_000);
});
afterAll(async () => {
  await closeWindows(browser);
  await open.close();
});

async function openAs(size: { width: number; height: number }): Promise<Page> {
  const { page } = await openPhone(browser, { baseURL: open.url, still: true, ...size });
  await storeSession(page, NAME);
  return page;
}

/** Toasts stay, so that a slow machine sees them too. */
const LASTING_TOASTS = `{
  const own = setTimeout;
  window.setTimeout = (act, ms, ...rest) => own(act, ms === 1500 ? 60_000 : ms, ...rest);
}`;

/** Cells and parts of the title bar that the toast covers, by what they say. */
async function coveredByToast(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const toast = document.querySelector("[popover][data-icon]").getBoundingClientRect();
    const seen = [...document.querySelectorAll("main [data-cell], main header :is(button, h1)")].filter((each) => each.checkVisibility());
    if (!seen.some((each) => each.dataset.cell) || !seen.some((each) => !each.dataset.cell)) return "nothing is seen";
    return seen.filter((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      return left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top;
    }).map((each) => each.textContent);
  })()`);
}

test("what is said after a tap covers neither title nor balance nor cells on a laptop", async () => {
  const page = await openAs({ width: 1440, height: 900 });
  await page.addInitScript(LASTING_TOASTS);
  await openGame(page, "FFC");
  await page.getByRole("button", { name: text("play.random.label", { count: 1 }) }).tap();
  await page.locator("[popover][data-icon]").waitFor();
  expect(await coveredByToast(page)).toEqual([]);
  await page.close();
});

test("what is said after a bet covers no cell, and stands in front of a dialog that opens after it", async () => {
  const page = await openAs({ width: 390, height: 844 });
  await page.addInitScript(LASTING_TOASTS);
  await openGame(page, "FFC");
  await placeBet(page);
  const toast = page.locator("[popover][data-icon]");
  const { x, y, width, height } = (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  expect(await coveredByToast(page)).toEqual([]);
  // Opaque, so that nothing of the dialog's shade is seen through it.
  await toast.evaluate((box) => {
    box.style.background = "rgb(0 0 255)";
  });
  const clip = { x: x + 4, y: y + height / 2, width: width - 8, height: 4 };
  const before = await page.screenshot({ clip });
  await page.getByRole("button", { name: text("play.game.menu") }).tap();
  await page.getByRole("dialog").waitFor();
  expect((await page.screenshot({ clip })).equals(before)).toBe(true);
  await page.close();
});

/** Notes how far each dialog is scrolled as it opens, and in each frame while its panel moves. */
const NOTED_SCROLLS = `{
  window.scrolls = [];
  const own = HTMLDialogElement.prototype.showModal;
  HTMLDialogElement.prototype.showModal = function () {
    own.call(this);
    queueMicrotask(() => {
      const note = () => {
        window.scrolls.push(this.scrollTop);
        if (this.getAnimations({ subtree: true }).length > 0) requestAnimationFrame(note);
        else this.dataset.stands = "";
      };
      note();
    });
  };
}`;

test("a sheet rises from the edge: no frame of it is scrolled", async () => {
  const page = await openAs({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.addInitScript(NOTED_SCROLLS);
  await openGame(page, "FFC");
  for (const name of ["play.game.menu", "play.game.find", "slips.mine"] as const) {
    await page.getByRole("button", { name: text(name) }).tap();
    await page.locator("dialog[data-stands]").waitFor();
    const scrolls = (await page.evaluate("scrolls.splice(0)")) as number[];
    expect(scrolls.length, name).toBeGreaterThan(1);
    expect(Math.max(...scrolls), name).toBe(0);
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
  }
  await page.close();
});

test("a phone on its side shows the last result and the countdown however far its board is scrolled", async () => {
  const page = await openAs({ width: 844, height: 390 });
  await openGame(page, "FFC");
  await page.getByRole("tabpanel").locator("[data-cell]").last().scrollIntoViewIfNeeded();
  await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight)`);
  const inView = (selector: string) =>
    page.evaluate(`(() => {
      const shown = document.querySelector(${JSON.stringify(selector)});
      const { left, top, width, height } = shown.getBoundingClientRect();
      return [top + 2, top + height / 2].every((y) => shown.closest("section").contains(document.elementFromPoint(left + width / 2, y)));
    })()`);
  expect(await page.evaluate("scrollY")).toBeGreaterThan(0);
  expect([
    await inView("section [data-phase] [role=timer]"),
    await inView("section:has([data-phase]) [role=img]"),
  ]).toEqual([true, true]);
  await page.close();
});

test("circles of a row of ten stand apart and begin below their label, on a phone and a laptop", async () => {
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    const page = await openAs(size);
    const { rules } = await openGame(page, "FFC");
    const mode = rules.find(({ childrens: [first] }) => first?.groups[0]?.kind === "digit");
    const option = mode?.childrens[0];
    if (mode === undefined || option === undefined) throw new Error("no board has a row of ten");
    await showOption(page, mode, option);
    await page.locator("[data-cells=ten]").first().waitFor();
    const found = await page.evaluate(`(() => {
      const row = document.querySelector("section:has(> fieldset > [data-cells=ten])");
      const circles = [...row.querySelectorAll("[data-cell] > :first-child")].map((each) => each.getBoundingClientRect());
      const gaps = circles.slice(1).map(({ left }, at) => left - circles[at].right);
      const label = document.getElementById(row.getAttribute("aria-labelledby")).getBoundingClientRect();
      return { count: circles.length, gap: Math.min(...gaps), off: Math.abs(circles[0].left - label.left) };
    })()`);
    expect(found).toMatchObject({ count: 10 });
    const { gap, off } = found as { gap: number; off: number };
    expect(gap).toBeGreaterThan(1.5);
    expect(off).toBeLessThan(1);
    await page.close();
  }
});

test("signs of Latin text are as narrow as its letters, and names of several words have single gaps", async () => {
  const page = await openAs({ width: 390, height: 844 });
  await openGame(page, "FFC");
  const widths = await page.evaluate(`(() => {
    const widthOf = (sign) => {
      const span = document.body.appendChild(document.createElement("span"));
      span.textContent = sign.repeat(10);
      span.style.cssText = "position: absolute; font-size: 100px";
      const { width } = span.getBoundingClientRect();
      span.remove();
      return width / 1000;
    };
    return ["’", "·", "“", "•", "×"].map((sign) => [sign, widthOf(sign)]);
  })()`);
  // The page's own answer has no type.
  for (const [sign, width] of widths as [string, number][]) expect(width, sign).toBeLessThan(0.7);
  await page.getByRole("button", { name: text("play.game.find") }).tap();
  const gap = page
    .getByRole("dialog")
    .locator("[data-cell] b", { hasText: /^\p{L}+ \p{L}+/u })
    .first();
  await gap.waitFor();
  expect(
    await gap.evaluate((name) => name.ownerDocument.defaultView?.getComputedStyle(name).wordSpacing),
  ).toBe("0px");
  await page.close();
});
