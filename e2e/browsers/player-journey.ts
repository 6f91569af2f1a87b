import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { brokenBooks, openTestServer, type TestServer } from "../testing/open-server.ts";
import { text } from "../testing/text.ts";
import type { Driver, Window } from "./driver.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City, and the instant of the next draw of K3. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const DRAWN = Date.UTC(2026, 10, 21, 3, 1, 0) + 20;
const [NAME, PASSWORD] = ["cao_lua_1", "lua-chin-vang-8"];
/** Folder for pictures of the pages, with one folder in it for each browser. */
const PICTURES = process.env["LOTUS_PICTURES"];
const RATIO = Number(process.env["LOTUS_PICTURE_RATIO"] ?? "2");

/** Declares the tests of a player's main path, in the browser that `openDriver` opens. */
export function playerJourney(openDriver: (window: Window) => Promise<Driver>): void {
  let open: TestServer;
  let driver: Driver;

  beforeAll(async () => {
    open = await openTestServer(START);
    driver = await openDriver({ url: open.url, ratio: RATIO });
  });
  afterAll(async () => {
    await driver?.close();
    await open?.close();
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await show(driver, "failed");
  });

  test("registers and recharges", () => register(driver));
  test("logs out, and logs in again", () => logInAgain(driver));
  test("bets on K3, and the result appears by itself", () => bet(driver, open));
  test("finds the bet in the records, and the draw is proved", () => verify(driver));
  test("reported no error, and the books are right", async () => {
    expect(await driver.errors()).toEqual([]);
    expect(await brokenBooks(open)).toEqual([]);
  });
}

async function register(driver: Driver): Promise<void> {
  await driver.go("/pages/auth/register");
  await driver.fill("input[name=username]", NAME);
  await driver.fill("input[name=password]", PASSWORD);
  await driver.fill("input[name=password_confirmation]", PASSWORD);
  await driver.fill("input[name=trans_password]", "402815");
  await driver.fill("input[name=birth_date]", "1990-12-31");
  await driver.tap("input[type=checkbox]");
  await driver.press("button", text("auth.register"));
  await reads(driver, text("protection.offer.title"));
  await driver.press("button", text("protection.offer.later"));
  await reaches(driver, "/");
  await driver.press("button", text("app.page.recharge"));
  await reaches(driver, "/pages-sub/recharge/index");
  await driver.fill("input[inputmode=decimal]", "500");
  await driver.press("button", text("money.recharge.submit", { amount: "500,00", unit: "K" }));
  await reads(driver, text("money.recharge.done", { amount: "500,00", unit: "K" }));
}

async function logInAgain(driver: Driver): Promise<void> {
  await driver.go("/pages/tabbar/mine");
  await driver.press("button", text("app.mine.logOut"));
  // Not by its name: the button behind the dialog has the same.
  await driver.tap("[role=alertdialog] button:last-child");
  await reaches(driver, "/pages/auth/login");
  await driver.fill("input[name=username]", NAME);
  await driver.fill("input[name=password]", PASSWORD);
  await show(driver, "login");
  await driver.press("button", text("auth.login"));
  await reaches(driver, "/");
  await reads(driver, "500,00");
  await reads(driver, text("game.name.K3"));
  await show(driver, "home");
}

async function bet(driver: Driver, open: TestServer): Promise<void> {
  await driver.go("/pages-sub/game/index?code=K3");
  await driver.tap("[role=tabpanel] button[aria-pressed]");
  await reads(driver, text("play.slip.count", { count: 1, unit: "2,00" }));
  await show(driver, "board");
  await driver.press("button", text("play.slip.bet"));
  const confirm = text("play.slip.confirm", { count: "1", unit: "2,00", total: "2,00" });
  await reads(driver, confirm);
  await show(driver, "slip");
  await driver.press("button", confirm);
  await reads(driver, text("play.slip.placed", { count: 1, total: "2,00" }));
  await open.setTime(DRAWN);
  await driver.tap("[role=status] button");
  await reads(driver, text("play.result.ofStake", { stake: "2,00" }));
  await show(driver, "result");
  await driver.press("button", text("play.result.done"));
}

async function verify(driver: Driver): Promise<void> {
  await driver.go("/pages-sub/record/betting");
  await reads(driver, text("play.records.line", { game: text("game.name.K3"), no: "0601", stake: "2,00" }));
  await show(driver, "records");
  await driver.tap("button[data-row]");
  await reads(driver, text("play.detail.title"));
  await driver.press("button", text("play.verify"));
  await reads(driver, text("verify.unwatched"));
  expect(await driver.evaluate("location.search")).toBe("?code=K3&prize=202611210601");
  await show(driver, "verify");
}

async function reaches(driver: Driver, path: string): Promise<void> {
  await expect.poll(() => driver.evaluate("location.pathname")).toBe(path);
}

/** Waits until the page shows some words. Spaces may be of any kind, and capitals may come from the style sheet. */
async function reads(driver: Driver, words: string): Promise<void> {
  const plain = (shown: unknown): string => String(shown).replaceAll(/\s+/gu, " ").toLowerCase();
  await expect
    .poll(async () => plain(await driver.evaluate("document.body.innerText")))
    .toContain(plain(words));
}

/** Saves what the window shows, if pictures are wanted, after finite animations have ended. */
async function show(driver: Driver, page: string): Promise<void> {
  if (PICTURES === undefined) return;
  const isMoving = `document.fonts.status !== "loaded" || document.getAnimations().some((each) =>
    each.playState === "running" && each.effect.getComputedTiming().endTime !== Infinity)`;
  await expect.poll(() => driver.evaluate(isMoving)).toBe(false);
  await picture(driver.name, page, driver.picture);
}

/** Saves a picture of a page, if pictures are wanted: `LOTUS_PICTURES=<folder>`. */
export async function picture(
  browser: string,
  page: string,
  save: (file: string) => Promise<unknown>,
): Promise<void> {
  if (PICTURES === undefined) return;
  const folder = join(PICTURES, RATIO === 2 ? browser : `${browser}@${RATIO}`);
  mkdirSync(folder, { recursive: true });
  await save(join(folder, `${page}.png`));
}
