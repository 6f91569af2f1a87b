import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BetRecord, CallData, CALLS, DrawResult, RuleMode, RuleOption } from "@lotus/contract";
import {
  findOption,
  type Game,
  type GameCode,
  GAMES,
  lunarYearOf,
  modesOf,
  payoutOf,
  periodAt,
  readPicks,
  settle,
} from "@lotus/games";
import { displayMoney, formatMoney, type Money, parseOdds } from "@lotus/money";
import { sql } from "@lotus/server/db/database";
import { fitBoards } from "./testing/board-fit.ts";
import { openGame, showOption, slipBar, tapPicks } from "./testing/game-screen.ts";
import { closeWindows, openPhone, sharedBrowser, TIMEOUT_MS } from "./testing/browser.ts";
import { ServerClient } from "./testing/server-client.ts";
import { type CountedPicks, minPicks } from "./testing/min-picks.ts";
import { storeSession } from "./testing/log-in.ts";
import { brokenBooks, openTestServer, type TestServer } from "./testing/open-server.ts";
import { spillOf, errorsOf } from "./testing/page-errors.ts";
import { pattern, text } from "./testing/text.ts";

/** 21 November 2026, 14:00:02 in Ho Chi Minh City: every game sells, and all have drawn by 14:10. */
const START = Date.UTC(2026, 10, 21, 7, 0, 2);
const TIMEOUT = { timeout: TIMEOUT_MS };
/** After this time a page may consider a period of three minutes closed. */
const SALE_MS = 120_000;
const CASH = 5000_00n;
/** Default stake of one bet. */
const UNIT = 2_00n;
const PHONES = [
  { name: "320×568", username: "every_320", width: 320, height: 568, turn: 0 },
  { name: "430×932", username: "every_430", width: 430, height: 932, turn: 1 },
] as const;
type Phone = (typeof PHONES)[number];

interface Hand {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly token: string;
  /** Errors reported by the page since the last call. */
  readonly errors: string[];
  readonly placed: PlacedOrder[];
}

/** A line as it was tapped. */
interface TappedLine extends CountedPicks {
  readonly mode: RuleMode;
  readonly option: RuleOption;
}

/** A line that the server accepted. */
interface PlacedOrder extends TappedLine {
  readonly game: GameCode;
  readonly prizeNo: string;
  readonly order: CallData<(typeof CALLS)["order"]>["orders"][number];
}

let open: TestServer;
let browser: Browser;
let client: ServerClient;
const hands = new Map<string, Hand>();

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START), sharedBrowser()]);
  client = new ServerClient(open.url);
  for (const { name, username, width, height } of PHONES) {
    const token = await client.newPlayer(username, formatMoney(CASH));
    const { context, page } = await openPhone(browser, { baseURL: open.url, width, height, still: true });
    hands.set(name, { context, page, token, errors: errorsOf(page), placed: [] });
    await storeSession(page, username);
  }
});
afterAll(async () => {
  client.close();
  await closeWindows(browser);
  await open.close();
});

function handOf(phone: Phone): Hand {
  const hand = hands.get(phone.name);
  if (hand === undefined) throw new Error(`no phone ${phone.name}`);
  return hand;
}

describe.each(PHONES)("at $name a bet of every mode is placed on the board", (phone) => {
  test.each(GAMES)("$code", async (game) => {
    const hand = handOf(phone);
    const { page, errors, placed } = hand;
    const opened = performance.now();
    const tree = await openGame(page, game.code);
    expect(tree.rules.map(({ code }) => code)).toEqual(modesOf(game.code).map(({ code }) => code));
    const lines: TappedLine[] = [];
    for (const mode of tree.rules) {
      const option = optionFor(mode, game, phone);
      const where = `${phone.name} ${game.code}, mode ${mode.code} (${mode.name}), option ${option.id} (${option.name})`;
      lines.push(await naming(where, () => addLine(page, game.code, mode, option, phone.turn)));
    }
    expect(errors.splice(0)).toEqual([]);
    // The slip survives a reload, which also corrects the page's clock: it runs while that of the server is stopped.
    if (game.cycleMinutes === 1 || performance.now() - opened > SALE_MS) await page.reload();
    placed.push(...(await sendSlip(page, game.code, lines)));
    expect(errors.splice(0)).toEqual([]);
  });
});

describe("at 320×568 every board of a family fits", () => {
  test.each(GAMES.filter(({ family }, at) => GAMES.findIndex((game) => game.family === family) === at))(
    "$family",
    async ({ code }) => {
      const { page } = handOf(PHONES[0]);
      const { rules } = await openGame(page, code);
      expect(await fitBoards(page)).toEqual({ boards: rules.flatMap(boardsOf), faults: [] });
    },
  );
});

/** The boards of a mode as the page names them; a mode with one option shows no choice of options. */
function boardsOf({ name, childrens }: RuleMode): string[] {
  return childrens.length < 2 ? [name] : childrens.map((option) => `${name} · ${option.name}`);
}

/** Prefixes the message of an error with where it occurred. */
async function naming<Result>(where: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw new Error(`${where}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** Games of one family use different options of a mode, and so do the phones, so that more options are covered. */
function optionFor(mode: RuleMode, game: Game, phone: Phone): RuleOption {
  const sisters = GAMES.filter(({ family }) => family === game.family);
  const turn = phone.turn * sisters.length + sisters.indexOf(game);
  const option = mode.childrens[turn % mode.childrens.length];
  if (option === undefined) throw new Error(`mode ${mode.code} has no options`);
  return option;
}

/** Makes the minimum picks of an option and adds them to the slip. */
async function addLine(
  page: Page,
  game: GameCode,
  mode: RuleMode,
  option: RuleOption,
  turn: number,
): Promise<TappedLine> {
  await showOption(page, mode, option);
  const { groups, bets } = minPicks(game, option, turn * 7);
  await tapPicks(page, option, groups);
  const bar = slipBar(page);
  const words = `${bets} cược × ${displayMoney(UNIT, "vi-VN")}${displayMoney(UNIT * BigInt(bets), "vi-VN")}`;
  await expect.poll(() => bar.innerText().then(flat), TIMEOUT).toContain(flat(words));
  expect(await spillOf(page), "pixels too wide").toBeLessThanOrEqual(0);
  await bar.getByRole("button", { name: text("play.slip.add") }).tap();
  // Adding a line empties the board, so nothing more can be added.
  await bar.getByRole("button", { name: text("play.slip.add"), disabled: true }).waitFor();
  return { mode, option, groups, bets };
}

/** Text without its spaces, which are only layout. */
function flat(text: string): string {
  return text.replaceAll(/\s+/gu, "");
}

/** Sends all lines at once; returns the accepted orders. */
async function sendSlip(page: Page, game: GameCode, lines: readonly TappedLine[]): Promise<PlacedOrder[]> {
  const bets = lines.reduce((sum, line) => sum + line.bets, 0);
  const total = UNIT * BigInt(bets);
  await slipBar(page)
    .getByRole("button", { name: text("play.slip.bet") })
    .tap();
  const sheet = page.getByRole("dialog", { name: text("play.slip.title") });
  await expect.poll(() => sheet.getByRole("listitem").count(), TIMEOUT).toBe(lines.length);
  const [reply] = await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname === `/api/lottery/order/${game}`),
    sheet
      .getByRole("button", {
        name: pattern("play.slip.confirm", { count: bets, total: displayMoney(total, "vi-VN") }),
      })
      .tap(),
  ]);
  const { code, msg, data } = (await reply.json()) as {
    code: number;
    msg: string;
    data: CallData<(typeof CALLS)["order"]>;
  };
  expect([code, msg]).toEqual([0, expect.anything()]);
  const body = reply.request().postDataJSON() as { prize_no: string; bets: { groups: unknown }[] };
  expect(body.bets.map(({ groups }) => groups)).toEqual(lines.map(({ groups }) => groups));
  expect(data.orders.map(({ optionId, betCount }) => [optionId, betCount])).toEqual(
    lines.map(({ option, bets: count }) => [option.id, count]),
  );
  expect(data.total).toBe(formatMoney(total));
  await page
    .getByText(text("play.slip.placed", { count: lines.length, total: displayMoney(total, "vi-VN") }))
    .first()
    .waitFor();
  return lines.map((line, at) => {
    const order = data.orders[at];
    if (order === undefined) throw new Error(`no order for line ${at + 1}`);
    return { ...line, game, prizeNo: body.prize_no, order };
  });
}

describe("once every game has drawn", () => {
  const draws = new Map<string, DrawResult>();

  beforeAll(async () => {
    const instants = new Set(GAMES.map((game) => periodAt(game, START).drawAt));
    for (const instant of [...instants].toSorted((a, b) => a - b)) await open.setTime(instant + 20);
    for (const game of GAMES) {
      const { data } = await client.get<{ list: DrawResult[] }>(
        `/api/lottery/history/${game.code}?page_size=50`,
      );
      for (const draw of data.list) draws.set(`${game.code} ${draw.prizeNo}`, draw);
    }
  });

  test.each(PHONES)(
    "at $name every order is settled as the engine computes it, and the records show it",
    async (phone) => {
      const { page, token, errors, placed } = handOf(phone);
      const modes = GAMES.reduce((sum, game) => sum + modesOf(game.code).length, 0);
      expect(placed.length).toBe(modes);
      const ends = placed.map((order) => endOf(order, draws));
      const records = await settledRecords(token, placed.length);
      for (const [at, end] of ends.entries()) {
        const order = placed[at];
        const record = records.find(({ orderNo }) => orderNo === order?.order.orderNo);
        expect.soft(record, `${order?.game} ${order?.option.id}`).toMatchObject(end.record);
      }
      const count = (word: string) => ends.filter((end) => end.word === word).length;
      console.log(
        `${phone.name}: ${placed.length} orders, ${new Set(placed.map(({ option, game }) => `${game} ${option.id}`)).size} boards, ` +
          `${count(text("play.status.won"))} won, ${count(text("play.status.notWon"))} not won, ${count(text("play.status.returned"))} returned`,
      );
      await seeRecords(page, ends);
      const paid = ends.reduce((sum, end) => sum + end.back, 0n);
      const staked = placed.reduce((sum, { bets }) => sum + UNIT * BigInt(bets), 0n);
      expect(await ledgerBalance(phone.username)).toBe(CASH - staked + paid);
      await page.goto("/pages/tabbar/mine");
      await page
        .getByText(displayMoney(CASH - staked + paid, "vi-VN"))
        .filter({ visible: true })
        .first()
        .waitFor();
      expect(errors.splice(0)).toEqual([]);
    },
  );

  test("the books are right", async () => {
    expect(await brokenBooks(open)).toEqual([]);
  });
});

/** The expected end of an order: its record, the text of its row, and the payout. */
interface End {
  readonly record: Partial<BetRecord>;
  readonly row: readonly string[];
  readonly word: string;
  readonly back: Money;
}

function endOf(placed: PlacedOrder, draws: ReadonlyMap<string, DrawResult>): End {
  const { game, prizeNo, mode, option: rule, groups, bets, order } = placed;
  const draw = draws.get(`${game} ${prizeNo}`);
  const option = findOption(game, rule.id);
  const read = option === undefined ? undefined : readPicks(option, groups);
  const zone = GAMES.find(({ code }) => code === game)?.timeZone;
  if (draw === undefined || option === undefined || read?.ok !== true || zone === undefined)
    throw new Error(`${game} ${prizeNo} ${rule.id} has no draw`);
  const outcome = settle(option, read.picks, {
    numbers: draw.numbers,
    lunarYear: lunarYearOf(draw.drawAt, zone),
  });
  const payout = payoutOf(outcome, UNIT, oddsOf(order.odds));
  const refund = UNIT * BigInt(outcome.refunded);
  const word =
    payout > 0n
      ? text("play.status.won")
      : refund === UNIT * BigInt(bets)
        ? text("play.status.returned")
        : text("play.status.notWon");
  const back = payout + refund;
  return {
    record: {
      gameCode: game,
      optionId: rule.id,
      betCount: bets,
      status: payout > 0n ? "won" : "notWon",
      payout: formatMoney(payout),
      refund: formatMoney(refund),
      winningNumbers: draw.numbers,
    },
    row: [
      mode.name === rule.name ? mode.name : `${mode.name} · ${rule.name}`,
      `cược ${displayMoney(UNIT * BigInt(bets), "vi-VN")}`,
      `${back > 0n ? "+" : ""}${displayMoney(back, "vi-VN")}`,
      word,
    ],
    word,
    back,
  };
}

/** The odds fixed on an order, as the engine takes them. */
function oddsOf(fixed: Readonly<Record<string, string>>): Record<string, bigint> {
  return Object.fromEntries(
    Object.entries(fixed).map(([key, text]) => {
      const read = parseOdds(text);
      if (!read.ok) throw new Error(`odds ${key} are ${text}`);
      return [key, read.value];
    }),
  );
}

/** The player's orders, once all are settled. */
async function settledRecords(token: string, count: number): Promise<BetRecord[]> {
  let records: BetRecord[] = [];
  const open = async () => {
    const { data } = await client.get<{ list: BetRecord[] }>(
      "/api/lottery/orderList/ALL?range=today&page_size=100",
      token,
    );
    records = data.list;
    return records.filter(({ status }) => status === "won" || status === "notWon").length;
  };
  await expect.poll(open, TIMEOUT).toBe(count);
  return records;
}

/** Scrolls through the list of bets to its end: newest first, each as it ended. */
async function seeRecords(page: Page, ends: readonly End[]): Promise<void> {
  await page.goto("/pages-sub/record/betting");
  const rows = page.getByRole("button").filter({ hasText: "· cược " });
  await expect
    .poll(async () => {
      await page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)");
      return page.getByText(text("money.records.end")).isVisible();
    }, TIMEOUT)
    .toBe(true);
  const shown = (await rows.allInnerTexts()).map((row) => row.split("\n").map((line) => line.trim()));
  expect(shown.length).toBe(ends.length);
  expect(await spillOf(page), "pixels too wide").toBeLessThanOrEqual(0);
  for (const [at, end] of ends.toReversed().entries())
    for (const text of end.row) expect.soft(shown[at]?.join("\n"), `row ${at + 1}`).toContain(text);
}

async function ledgerBalance(username: string): Promise<Money> {
  const [account] = await open.database.owner.query<{ balance: bigint }>(
    sql`SELECT a.balance FROM ledger_account a JOIN player p ON p.id = a.player_id WHERE a.kind = 'cash' AND p.username = $1`,
    [username],
  );
  if (account === undefined) throw new Error(`${username} has no account`);
  return account.balance;
}
