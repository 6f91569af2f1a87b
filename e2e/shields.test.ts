import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { openGame } from "./testing/game-screen.ts";
import { storeSession } from "./testing/log-in.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { errorsOf, layoutFaultsOf } from "./testing/page-errors.ts";
import { confirmSlip, openSlip } from "./testing/place-bet.ts";
import { ServerClient } from "./testing/server-client.ts";
import { pattern, text } from "./testing/text.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
/** The program by which anybody checks the evidence, on another machine. */
const VERIFY = fileURLToPath(new URL("../tools/verify/main.ts", import.meta.url));
const RECORDS = "/pages-sub/record/betting";

let open: TestServer;
let browser: Browser;
let client: ServerClient;
let context: BrowserContext;
let page: Page;
let errors: string[];
let token: string;
let minute = 0;
let players = 0;

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START), sharedBrowser()]);
  client = new ServerClient(open.url);
});
afterAll(async () => {
  await closeWindows(browser);
  client.close();
  await open.close();
});
beforeEach(async () => {
  players += 1;
  const name = `watcher_${players}`;
  token = await client.newPlayer(name, "1000.00");
  ({ context, page } = await openPhone(browser, { baseURL: open.url, still: true }));
  errors = errorsOf(page);
  await storeSession(page, name);
});
afterEach(async () => {
  await context.close();
  expect(errors).toEqual([]);
});

/** The game's next draw, and the payment of its bets. */
async function draw(): Promise<void> {
  minute += 1;
  await open.setTime(START - 2_000 + minute * 60_000 + 20);
}

const periodNo = () => `20261121${String(601 + minute).padStart(4, "0")}`;

/** Bets on one digit of the first place in this browser. */
async function placeBet(): Promise<void> {
  await openGame(page, "FFC");
  await page.getByRole("tab", { name: text("five-digits.mode.YX") }).tap();
  await page.locator('[data-cell="7"]').first().tap();
  await openSlip(page);
  await confirmSlip(page);
}

/** Every sum of three dice: one of them always wins. */
const EVERY_SUM = Array.from({ length: 16 }, (_, at) => String(at + 3));

/** Bets on sums of three dice without this browser, as on another phone. */
async function betElsewhere(items: readonly string[] = ["10"]): Promise<void> {
  const bets = [{ option_id: "HZ.HZ", amount: "2.00", groups: [{ code: "sum", items }] }];
  const placed = await client.post("/api/lottery/order/K3", { prize_no: periodNo(), bets }, token);
  expect(placed).toMatchObject({ code: 0 });
}

const main = () => page.getByRole("main");
const shield = (state: "waiting" | "unwitnessed" | "failed") =>
  main().getByText(text(`shield.word.${state}`), { exact: true });

/** Opens the details of the only bet. */
async function openDetail() {
  await main()
    .getByRole("button")
    .filter({ hasText: pattern("play.records.line") })
    .tap();
  return page.getByRole("dialog", { name: text("play.detail.title") });
}

/** Changes every receipt that the server answers. */
async function forgeReceipts(pattern: RegExp, forged: string): Promise<void> {
  await context.route("**/api/lottery/receipt/**", async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, body: (await reply.text()).replace(pattern, forged) });
  });
}

test("a bet is checked by itself once it is drawn, while its row is looked at", async () => {
  await placeBet();
  await page.goto(RECORDS);
  await shield("waiting").waitFor();
  await page.evaluate("window.isSamePage = true");
  await draw();
  await shield("unwitnessed").waitFor();
  expect(await page.evaluate("window.isSamePage")).toBe(true);

  // This server has no witnesses, and makes the random values itself: the phone says so.
  const detail = await openDetail();
  await detail.getByRole("heading", { name: text("verify.houseRun") }).waitFor();
  await detail.getByText(text("shield.words.nobody")).waitFor();
  await detail.getByText(text("shield.steps")).tap();
  const steps = detail.getByRole("listitem").filter({ hasText: `: ${text("verify.right")}` });
  await steps.nth(5).waitFor();
  expect(await steps.count()).toBe(6);
  expect(await layoutFaultsOf(page)).toEqual([]);
  await detail.getByRole("button", { name: text("play.verify") }).tap();
  await page.getByText(text("verify.unwatched")).waitFor();
});

test("a check goes on after a reload in the middle, and is still there after another", async () => {
  await betElsewhere();
  await page.goto(RECORDS);
  await shield("waiting").waitFor();
  await page.reload();
  await shield("waiting").waitFor();
  await draw();
  await shield("unwitnessed").waitFor();
  await page.reload();
  await shield("unwitnessed").waitFor();
});

test("a bet of the last visit is checked at the next one, wherever it begins", async () => {
  await placeBet();
  await page.close();
  await draw();
  page = await context.newPage();
  errors = errorsOf(page);
  const [receipt] = await Promise.all([page.waitForResponse("**/api/lottery/receipt/**"), page.goto("/")]);
  expect(receipt.status()).toBe(200);
  await page.goto(RECORDS);
  await shield("unwitnessed").waitFor();
});

test("a receipt is not forgotten by an app that is closed before its store has it", async () => {
  // A store that does not open, as on a phone that is busy: what the page writes there is lost with it.
  await page.addInitScript("IDBFactory.prototype.open = () => new EventTarget();");
  await page.reload();
  await placeBet();
  await page.close();
  await forgeReceipts(/"signature":"[^"]+"/u, '"signature":"AAAA"');
  await draw();
  page = await context.newPage();
  errors = errorsOf(page);
  await Promise.all([page.waitForResponse("**/api/lottery/receipt/**"), page.goto("/")]);
  await page.goto(RECORDS);
  // The device holds the server to what it signed, so that the changed answer does not matter.
  await shield("unwitnessed").waitFor();
});

test("a bet that the player cancels here is a refund, not a forgery, in another window too", async () => {
  await placeBet();
  const other = await context.newPage();
  await other.goto(RECORDS);
  await other.getByText(text("shield.word.waiting"), { exact: true }).waitFor();
  await page.goto(RECORDS);
  const detail = await openDetail();
  await detail.getByRole("button", { name: text("play.detail.cancel") }).tap();
  await page
    .getByRole("alertdialog", { name: text("play.detail.cancelAsk") })
    .getByRole("button", { name: text("play.detail.cancel") })
    .tap();
  await detail.getByText(text("play.status.cancelled"), { exact: true }).waitFor();
  await draw();
  // The next check waits for the time of the draw, which the test has skipped.
  await page.reload();
  await shield("unwitnessed").waitFor();
  await other.bringToFront();
  await other.getByText(text("shield.word.unwitnessed"), { exact: true }).waitFor();
});

test("a forged receipt turns the bet red for good, and the evidence convinces others", async () => {
  await betElsewhere();
  await forgeReceipts(/"betAmount":"[\d.]+"/u, '"betAmount":"0.02"');
  await draw();
  await page.goto(RECORDS);
  await shield("failed").waitFor();
  const detail = await openDetail();
  await detail.getByText(text("shield.fault.notInBatch")).first().waitFor();
  expect(await layoutFaultsOf(page)).toEqual([]);

  const saved = page.waitForEvent("download");
  await detail.getByRole("button", { name: text("shield.save") }).tap();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^receipt-.+\.json$/u);
  const verdict = spawnSync(process.execPath, [VERIFY, await download.path()], { encoding: "utf8" });
  expect(verdict.stdout).toContain("The order is not the one that was accepted");
  expect(verdict.status).toBe(1);

  // What was wrong once stays wrong, whatever the server answers later.
  await context.unroute("**/api/lottery/receipt/**");
  await page.reload();
  await shield("failed").waitFor();
});

test("a payout that is not the one by the rules turns the bet red, and both amounts are named", async () => {
  await betElsewhere(EVERY_SUM);
  await page.goto(RECORDS);
  await shield("waiting").waitFor();
  await forgeReceipts(/"payout":"[\d.]+"/u, '"payout":"0.01"');
  await draw();
  await shield("failed").waitFor();
  const detail = await openDetail();
  await detail
    .getByText(pattern("shield.fault.wrongPayout", { paid: "0,01" }))
    .first()
    .waitFor();
  await detail.getByText(text("shield.fault.notInPayouts")).first().waitFor();
});
