import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { BetRecord } from "@lotus/contract";
import { closeWindows, openPhone, sharedBrowser, TIMEOUT_MS } from "./testing/browser.ts";
import { openGame, slipBar } from "./testing/game-screen.ts";
import { ServerClient } from "./testing/server-client.ts";
import { storeSession } from "./testing/log-in.ts";
import { brokenBooks, openTestServer, type TestServer } from "./testing/open-server.ts";
import { pattern, text } from "./testing/text.ts";

/** 21 November 2026, 10:00 in Ho Chi Minh City; each test uses different minutes. */
const START = Date.UTC(2026, 10, 21, 3, 0, 0);
const MINUTE = 60_000;
const TIMEOUT = { timeout: TIMEOUT_MS };
let open: TestServer;
let browser: Browser;
let client: ServerClient;
let context: BrowserContext;
let page: Page;
let token: string;
let minute = START;
let players = 0;
/** Taps since the page of the player was opened. */
let taps = 0;

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START + 2000), sharedBrowser()]);
  client = new ServerClient(open.url);
});
afterAll(async () => {
  client.close();
  await closeWindows(browser);
  expect(await brokenBooks(open)).toEqual([]);
  await open.close();
});
beforeEach(async () => {
  minute += 5 * MINUTE;
  await open.setTime(minute + 2000);
  players += 1;
  token = await client.newPlayer(`again_${players}`, "100.00");
  ({ context, page } = await openPhone(browser, { baseURL: open.url, still: true }));
  await storeSession(page, `again_${players}`);
  taps = 0;
});
afterEach(async () => {
  await context.close();
});

const sheet = () => page.getByRole("dialog", { name: text("play.slip.title") });
const confirm = () =>
  sheet().getByRole("button", {
    name: text("play.slip.confirm", { count: "2", unit: "3,00", total: "6,00" }),
  });

/** A tap, counted. */
async function tap(what: ReturnType<Page["locator"]>): Promise<void> {
  taps += 1;
  await what.tap(TIMEOUT);
}

const LINES = ["2", "7"].map((item) => ({
  option_id: "YX.DWD",
  amount: "3.00",
  groups: [{ code: "place1", items: [item] }],
}));

/** Places a slip of two lines elsewhere, as another device would. */
async function placeElsewhere(): Promise<void> {
  const { data } = await client.get<{ prizeNo: string }>("/api/lottery/current/FFC", token);
  const body = { prize_no: data.prizeNo, bets: LINES };
  const { code } = await client.post("/api/lottery/order/FFC", body, token, `again-${players}-elsewhere`);
  expect(code).toBe(0);
}

async function orders(): Promise<readonly BetRecord[]> {
  const path = "/api/lottery/orderList/FFC?range=3d&tz_offset=420";
  return (await client.get<{ list: BetRecord[] }>(path, token)).data.list;
}

const placed = () =>
  page
    .getByText(pattern("play.slip.placed", { count: 2 }))
    // A sheet of a page that is hidden may hold it too.
    .filter({ visible: true })
    .first()
    .waitFor(TIMEOUT);

test("from the first page to a repeated bet: two taps, with period, lines and total seen before the second", async () => {
  await placeElsewhere();
  await page.goto("/");
  await tap(page.getByRole("button", { name: new RegExp(`^${text("play.detail.again")}`, "u") }));
  await confirm().waitFor(TIMEOUT);
  await sheet().getByText(pattern("play.draw.period")).first().waitFor(TIMEOUT);
  expect(await sheet().getByRole("listitem").count()).toBe(2);
  // Nothing is placed by being shown.
  expect(await orders()).toHaveLength(2);
  await tap(confirm());
  await placed();
  expect(taps).toBe(2);
  expect(await orders()).toHaveLength(4);
});

test("from the first page to a saved slip: three taps; back closes the slip and then the game", async () => {
  await placeElsewhere();
  const saved = { name: "Sunday", game_code: "FFC", lines: LINES };
  expect((await client.post("/api/lottery/saveSlip", saved, token)).code).toBe(0);
  await page.goto("/");
  const mine = page.getByRole("region", { name: text("slips.mine") });
  await tap(mine.getByRole("button", { name: text("slips.all") }));
  await tap(page.getByRole("dialog").getByRole("button", { name: /^Sunday/u }));
  await tap(confirm());
  await placed();
  expect(taps).toBe(3);
  expect(await orders()).toHaveLength(4);
  await page.goBack();
  await page.waitForURL((url) => url.pathname === "/", TIMEOUT);
});

test("back closes a slip that was brought, and keeps it; a reload does not bring it again or place it", async () => {
  await placeElsewhere();
  await page.goto("/");
  await page.getByRole("button", { name: new RegExp(`^${text("play.detail.again")}`, "u") }).tap();
  await confirm().waitFor(TIMEOUT);
  await page.goBack();
  await sheet().waitFor({ state: "hidden", ...TIMEOUT });
  await slipBar(page)
    .getByText(text("play.slip.count", { count: 2, unit: "3,00" }))
    .waitFor(TIMEOUT);
  await page.reload();
  await slipBar(page)
    .getByText(text("play.slip.count", { count: 2, unit: "3,00" }))
    .waitFor(TIMEOUT);
  expect(await sheet().count()).toBe(0);
  expect(await orders()).toHaveLength(2);
});

test("a shared slip fills an empty one, asks before it replaces one, and a damaged link says so", async () => {
  await openGame(page, "FFC");
  await page.getByRole("tabpanel").locator("button[aria-pressed]").nth(0).tap();
  await slipBar(page)
    .getByRole("button", { name: text("play.slip.bet") })
    .tap();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(`delete Navigator.prototype.share`);
  await sheet()
    .getByRole("button", { name: text("slips.share") })
    .tap();
  await page.getByText(text("app.copied")).first().waitFor(TIMEOUT);
  const link = await page.evaluate<string>("navigator.clipboard.readText()");
  expect(new URL(link).search).toMatch(/^\?code=FFC&slip=1\.[\w.*-]+$/u);

  // What is on the slip already is not replaced without asking.
  await page.goto(link);
  await page.getByRole("alertdialog", { name: text("slips.replaceAsk") }).waitFor(TIMEOUT);
  expect(new URL(page.url()).search).toBe("?code=FFC");
  await page.getByRole("button", { name: text("slips.keep") }).tap();

  const other = await openPhone(browser, { baseURL: open.url, still: true });
  await client.newPlayer(`friend_${players}`, "10.00");
  await storeSession(other.page, `friend_${players}`);
  await other.page.goto(link);
  await other.page
    .getByRole("dialog", { name: text("play.slip.title") })
    .getByRole("listitem")
    .first()
    .waitFor(TIMEOUT);
  await other.page.goto(link.slice(0, -1));
  await other.page.getByText(text("slips.linkDamaged")).first().waitFor(TIMEOUT);
  await other.context.close();
});
