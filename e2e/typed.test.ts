import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { BetRecord } from "@lotus/contract";
import { closeWindows, openPhone, sharedBrowser, TIMEOUT_MS } from "./testing/browser.ts";
import { openGame, showOption, slipBar } from "./testing/game-screen.ts";
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
  const username = `typed_${players}`;
  token = await client.newPlayer(username, "1000.00");
  ({ context, page } = await openPhone(browser, { baseURL: open.url }));
  await storeSession(page, username);
});
afterEach(async () => {
  await context.close();
});

const slip = () => page.getByRole("dialog", { name: text("play.slip.title") });
const typing = () =>
  page.getByRole("dialog").filter({ has: page.getByRole("textbox", { name: text("typed.field") }) });
const field = () => typing().getByRole("textbox");

async function openTyping(game: string, optionId: string): Promise<void> {
  const tree = await openGame(page, game);
  const mode = tree.rules.find(({ childrens }) => childrens.some(({ id }) => id === optionId));
  const option = mode?.childrens.find(({ id }) => id === optionId);
  if (mode === undefined || option === undefined) throw new Error(`${game} has no option ${optionId}`);
  await showOption(page, mode, option);
  await page.getByRole("button", { name: text("slips.typed") }).tap();
  await field().waitFor(TIMEOUT);
}

async function betsIn(game: string): Promise<readonly BetRecord[]> {
  const reply = await client.get<{ list: BetRecord[] }>(
    `/api/lottery/orderList/${game}?range=3d&tz_offset=420`,
    token,
  );
  return reply.data.list;
}

async function pasteAndPut(list: string): Promise<void> {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(list)})`);
  await typing()
    .getByRole("button", { name: text("typed.paste") })
    .tap();
}

test("a pasted list: what was left out is seen and mended, and the bets in the records are the list", async () => {
  await openTyping("FFC", "HR.ZX");
  await pasteAndPut("5 of mine: 12,34,56\n12 7 99");
  // Four numbers, one of them twice; the heading and the 7 were left out.
  await typing()
    .getByText(text("typed.cost", { count: "4", unit: "2,00", total: "8,00" }))
    .waitFor(TIMEOUT);
  const left = typing().getByRole("region", { name: text("typed.left.title") });
  expect(await left.getByRole("button").count()).toBe(2);
  await left.getByRole("button", { name: text("typed.left.length", { got: "1", want: "2" }) }).tap();
  expect(
    await page.evaluate(`(() => {
    const { value, selectionStart, selectionEnd } = document.querySelector("dialog[open] textarea");
    return value.slice(selectionStart, selectionEnd);
  })()`),
  ).toBe("7");
  await page.keyboard.type("78");
  await typing()
    .getByText(text("typed.cost", { count: "5", unit: "2,00", total: "10,00" }))
    .waitFor(TIMEOUT);

  await typing()
    .getByRole("button", { name: text("typed.put") })
    .tap();
  await typing().waitFor({ state: "hidden" });
  await slipBar(page)
    .getByRole("button", { name: text("play.slip.bet") })
    .tap();
  await slip()
    .getByText(text("slips.list", { lines: 5, bets: 5 }))
    .waitFor(TIMEOUT);
  await slip()
    .getByRole("button", {
      name: text("play.slip.confirm", { count: "5", unit: "2,00", total: "10,00" }),
      exact: true,
    })
    .tap();
  await page
    .getByText(pattern("play.slip.placed", { count: 5 }))
    .first()
    .waitFor(TIMEOUT);

  const bets = await betsIn("FFC");
  expect(bets.map(({ betNumbers }) => betNumbers.replace("|", "")).toSorted()).toEqual([
    "12",
    "34",
    "56",
    "78",
    "99",
  ]);
  expect(bets.reduce((sum, { betCount }) => sum + betCount, 0)).toBe(5);
  await page.goto("/pages-sub/record/betting");
  const rows = page.getByRole("button", { name: pattern("game.name.FFC") });
  await rows.nth(4).waitFor(TIMEOUT);
  expect(await rows.count()).toBe(5);
});

test("a thousand numbers become few lines, and each of them is bet once", async () => {
  await openTyping("FFC", "SX.ZX");
  const list = Array.from({ length: 10_000 }, (_, at) => String(at).padStart(4, "0")).filter((each) =>
    /^[0-4][05].[13579]$/u.test(each),
  );
  await pasteAndPut(list.join(" "));
  await typing()
    .getByText(text("typed.lines", { count: 1 }))
    .waitFor(TIMEOUT);
  await typing()
    .getByRole("button", { name: text("typed.put") })
    .tap();
  await typing().waitFor({ state: "hidden" });
  await slipBar(page)
    .getByRole("button", { name: text("play.slip.bet") })
    .tap();
  await slip()
    .getByRole("button", {
      name: text("play.slip.confirm", { count: "500", unit: "2,00", total: "1.000,00" }),
      exact: true,
    })
    .tap();
  await page
    .getByText(pattern("play.slip.placed", { count: 1 }))
    .first()
    .waitFor(TIMEOUT);
  expect((await betsIn("FFC")).map(({ betCount, betNumbers }) => ({ betCount, betNumbers }))).toEqual([
    { betCount: 500, betNumbers: "01234|05|0123456789|13579" },
  ]);
  await page.goto("/pages-sub/record/betting");
  await page
    .getByRole("button", { name: pattern("game.name.FFC") })
    .first()
    .tap();
  const detail = page.getByRole("dialog", { name: text("play.detail.title") });
  await detail.getByText("500 × 2,00 = 1.000,00").waitFor(TIMEOUT);
});

test("what was typed is there again after a reload, on its board", async () => {
  await openTyping("LHC", "LM.SQZ");
  await field().fill("07-12-33; 01-02-03");
  await typing()
    .getByText(text("typed.cost", { count: "2", unit: "2,00", total: "4,00" }))
    .waitFor(TIMEOUT);
  await page.reload();
  await page.getByRole("button", { name: text("slips.typed") }).tap();
  expect(await field().inputValue()).toBe("07-12-33; 01-02-03");
  await page.keyboard.press("Escape");
  await openTyping("LHC", "TM.TMA");
  expect(await field().inputValue()).toBe("");
});
