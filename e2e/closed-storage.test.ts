import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BetRecord } from "@lotus/contract";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { logIn } from "./testing/log-in.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { confirmSlip, openSlip, pickCell } from "./testing/place-bet.ts";
import { ServerClient } from "./testing/server-client.ts";
import { text } from "./testing/text.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);

let open: TestServer;
let browser: Browser;
let client: ServerClient;

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START), sharedBrowser()]);
  client = new ServerClient(open.url);
});
afterAll(async () => {
  client.close();
  await closeWindows(browser);
  await open.close();
});

/** What a browser does that does not let a page store anything. */
const CLOSED = {
  // As where all data of sites are blocked.
  forbidden: `Object.defineProperty(window, "localStorage", {
    configurable: true,
    get() { throw new DOMException("denied", "SecurityError"); },
  });`,
  // As where it is switched off in Firefox.
  absent: `Object.defineProperty(window, "localStorage", { configurable: true, get: () => null });`,
  // As where other pages of the same address have used it up.
  full: `Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };`,
} as const;

test.each(["forbidden", "absent", "full"] as const)(
  "where the device's storage is %s, one logs in, bets, and practises as long as the page lasts",
  async (how) => {
    const name = `closed_${how}`;
    const token = await client.newPlayer(name, "100.00");
    const { context, page } = await openPhone(browser, { baseURL: open.url, still: true });
    await page.addInitScript(CLOSED[how]);
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await logIn(page, name);
    // A reload would end the session: it is nowhere but in the page.
    await page.getByRole("link", { name: text("app.tab.lobby") }).tap();
    await page.getByRole("button", { name: text("app.lobby.search") }).waitFor();
    await page
      .getByRole("link", { name: text("game.name.K3") })
      .filter({ visible: true })
      .first()
      .tap();
    await pickCell(page, 2);
    await openSlip(page);
    await confirmSlip(page);
    const { data } = await client.get<{ list: BetRecord[] }>(
      "/api/lottery/orderList/K3?range=3d&tz_offset=420",
      token,
    );
    expect(data.list).toHaveLength(1);
    await page.getByRole("button", { name: text("play.game.menu") }).tap();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: text("play.game.practice") })
      .tap();
    await page.getByText(text("practice.band")).waitFor();
    await pickCell(page, 0);
    await page.getByRole("button", { name: text("practice.over.play.slip.bet") }).tap();
    expect(errors).toEqual([]);
    await context.close();
  },
);
