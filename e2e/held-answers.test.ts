import { PAGES } from "@lotus/contract/pages";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, replaceAnswers } from "./screens/replaced-answers.ts";
import { WIDEN_TEXT } from "./screens/wider-text.ts";
import { closeWindows, openPhone, sharedBrowser, TIMEOUT_MS } from "./testing/browser.ts";
import { storeSession } from "./testing/log-in.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { ServerClient } from "./testing/server-client.ts";
import { text } from "./testing/text.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "holder_1";
/** What Lighthouse calls good is 0.1; the house's own bar is this. */
const MAX_SHIFT = 0.02;
/** Paints in a row without a request after which a page has asked for everything. */
const QUIET_PAINTS = 6;

/** Pages of a player: those of a game with the one that has the longest name, records with all games. */
const PATHS = Object.values(PAGES)
  .filter(({ login }) => login)
  .map(({ path, query }) => `${path}${"code" in query && !path.includes("record") ? "?code=LHC" : ""}`);

let open: TestServer;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START), sharedBrowser()]);
  const client = new ServerClient(open.url);
  const token = await client.newPlayer(NAME, "1000.00");
  const { data } = await client.get<{ prizeNo: string }>("/api/lottery/current/FFC", token);
  const groups = [{ code: "place1", items: ["2"] }];
  const bets = [{ option_id: "YX.DWD", amount: "3.00", groups }];
  const placed = await client.post(
    "/api/lottery/order/FFC",
    { prize_no: data.prizeNo, bets },
    token,
    "held-answers",
  );
  expect(placed.code).toBe(0);
  client.close();
  // By now games of up to ten minutes have results.
  await open.setTime(START + 1_200_000);
  let page: Page;
  ({ context, page } = await openPhone(browser, { baseURL: open.url, still: true }));
  await storeSession(page, NAME);
  await page.close();
  await context.addInitScript(NOTE_SHIFTS);
});
afterAll(async () => {
  await closeWindows(browser);
  await open.close();
});

/** Runs in the page: notes how much moved without having been touched, and what. */
const NOTE_SHIFTS = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      window.shifts.push(value.toFixed(4) + " " + (sources[0]?.node?.textContent ?? "").slice(0, 60));
  }).observe({ type: "layout-shift", buffered: true });
`;

/** Opens a page whose answers are given one by one, each painted before the next, and returns what moved. */
async function shiftsOf(path: string, next: "first" | "last"): Promise<string[]> {
  /** Each gives its answer, and resolves once the page has it. */
  const held: (() => Promise<void>)[] = [];
  const page = await context.newPage();
  // Places that are reserved in a text's own width hold with fonts of any machine.
  if (next === "last") await page.addInitScript(WIDEN_TEXT);
  await replaceAnswers(page, isHeld, ({ url, reply }) => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    held.push(async () => {
      const { status, json } = await reply();
      await new Promise<void>((onGiven) => resolve({ status, json: afterLosses(url, json), onGiven }));
    });
    return promise;
  });
  try {
    await page.goto(path, { waitUntil: "load" });
    let quiet = 0;
    while (quiet < QUIET_PAINTS) {
      const give = next === "first" ? held.shift() : held.pop();
      if (give === undefined) quiet = (await isLoading(page)) ? 0 : quiet + 1;
      else {
        quiet = 0;
        await give();
      }
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    }
    return await page.evaluate("window.shifts");
  } finally {
    await page.close();
  }
}

/** The stream has no end that could be held. */
const isHeld = ({ pathname }: URL) => pathname.startsWith("/api/") && pathname !== "/api/stream";

/** Whether the page still waits, for its code or for answers. */
async function isLoading(page: Page): Promise<boolean> {
  const waiting = page.getByRole("status", { name: text("app.loading") });
  return (await page.getByRole("main").count()) === 0 || (await waiting.count()) > 0;
}

/** Changes the answer of the limits to a day of losses, after which pages offer more. */
function afterLosses(url: URL, json: unknown): unknown {
  if (!url.pathname.endsWith("/api/user/limits")) return json;
  // The server's tests check its replies against the contract.
  const { data, ...rest } = json as { data: { net: { day: string } } };
  return { ...rest, data: { ...data, net: { ...data.net, day: "-1500.00" } } };
}

describe.each(["first", "last"] as const)("what was asked %s is answered first", (next) => {
  test.each(PATHS)("nothing moves on %s", { timeout: TIMEOUT_MS }, async (path) => {
    const shifts = await shiftsOf(path, next);
    const sum = shifts.reduce((total, shift) => total + Number.parseFloat(shift), 0);
    expect(sum > MAX_SHIFT ? shifts : []).toEqual([]);
  });
});
