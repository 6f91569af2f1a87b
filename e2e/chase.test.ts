import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { axeViolations } from "./testing/axe.ts";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { openGame } from "./testing/game-screen.ts";
import { storeSession } from "./testing/log-in.ts";
import { brokenBooks, openTestServer, type TestServer } from "./testing/open-server.ts";
import { openSlip, pickCell, slipSheet } from "./testing/place-bet.ts";
import { ServerClient } from "./testing/server-client.ts";
import { pattern, text } from "./testing/text.ts";

/** 21 November 2026, 10:00 in Ho Chi Minh City; each test uses different minutes. */
const START = Date.UTC(2026, 10, 21, 3, 0, 0);
const MINUTE = 60_000;
const RECORDS = "/pages-sub/record/chase?code=FFC";

let open: TestServer;
let browser: Browser;
let client: ServerClient;
let context: BrowserContext;
let page: Page;
let token: string;
let players = 0;
let now: number;

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START + 2000), sharedBrowser()]);
  client = new ServerClient(open.url);
});
afterAll(async () => {
  await closeWindows(browser);
  client.close();
  expect(await brokenBooks(open)).toEqual([]);
  await open.close();
});
beforeEach(async () => {
  players += 1;
  now = START + players * 10 * MINUTE + 2000;
  await open.setTime(now);
  const username = `chase_${players}`;
  token = await client.newPlayer(username, "100.00");
  ({ context, page } = await openPhone(browser, { baseURL: open.url, still: true }));
  await storeSession(page, username);
});
afterEach(() => context.close());

const nextPeriod = async () => {
  now += MINUTE;
  await open.setTime(now);
};
const planSheet = () => page.getByRole("dialog", { name: text("chase.title") });

/** Plans three draws of one bet that does not end with a win, from the board to the plan. */
async function planThree(): Promise<void> {
  await openGame(page, "FFC");
  await pickCell(page);
  await openSlip(page);
  await slipSheet(page)
    .getByRole("button", { name: text("chase.entry") })
    .press("Enter");
  await planSheet().waitFor();
  await planSheet()
    .getByRole("textbox", { name: text("chase.draws"), exact: true })
    .fill("3");
  // By the keyboard, as everything in it.
  await planSheet()
    .getByRole("switch", { name: text("chase.stopOnWin") })
    .press("Space");
}

async function begin(): Promise<void> {
  await planSheet()
    .getByRole("button", { name: pattern("chase.confirm") })
    .press("Enter");
  await planSheet().waitFor({ state: "hidden" });
}

const chase = async () => {
  const reply = await client.get<{
    list: { placed: number; state: string; held: string; chaseNo: string }[];
  }>("/api/lottery/chases/FFC", token);
  const [first] = reply.data.list;
  if (first === undefined) throw new Error("there is no chase");
  return first;
};
const placed = (count: number) =>
  expect.poll(async () => (await chase()).placed, { timeout: 20_000 }).toBe(count);
const balance = async () => (await client.get<string>("/api/balance", token)).data;

test("a chase is planned from the slip, placed draw by draw, and ended in another window", async () => {
  await planThree();
  expect((await axeViolations(page)).map(({ id }) => id)).toEqual([]);
  await begin();
  await placed(1);
  expect(await balance()).toBe("94.00");
  const strip = page.getByRole("button", { name: /1\/3/u });
  await strip.waitFor();

  await nextPeriod();
  await placed(2);
  // What is shown after a reload is what the server knows.
  await page.reload();
  await page.getByRole("button", { name: /2\/3/u }).click();
  const detail = page.getByRole("dialog", { name: text("chase.title") });
  await detail.getByRole("listitem").nth(2).getByText(text("chase.step.planned")).waitFor();
  expect((await axeViolations(page)).map(({ id }) => id)).toEqual([]);

  const other = await context.newPage();
  await other.goto(RECORDS);
  await other.getByRole("button", { name: pattern("chase.row") }).click();
  await other.getByRole("button", { name: text("chase.end") }).click();
  await other
    .getByRole("alertdialog")
    .getByRole("button", { name: text("chase.end") })
    .click();
  // The first window hears of it.
  await detail.getByText(text("chase.why.player")).waitFor();
  await detail.getByRole("listitem").nth(2).getByText(text("chase.step.returned")).waitFor();
  expect(await chase()).toMatchObject({ state: "ended", held: "0.00", placed: 2 });
});

test("a closed draw moves the plan only when the player says so, and what was sent is what was seen", async () => {
  await planThree();
  await open.setTime(now + 56_000);
  await planSheet()
    .getByRole("button", { name: pattern("chase.startWith") })
    .waitFor();
  expect(await client.get("/api/lottery/chases/FFC", token)).toMatchObject({ data: { list: [] } });
  await planSheet()
    .getByRole("button", { name: pattern("chase.startWith") })
    .press("Enter");
  await begin();
  expect((await chase()).held).not.toBe("0.00");
});
