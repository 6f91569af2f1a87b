import { createHmac } from "node:crypto";
import { LOCALE_NAMES } from "@lotus/locales";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUSE_SETTINGS, NOW, openAccounts, START } from "./screens/accounts.ts";
import { faultsOfSheet } from "./screens/sheets.ts";
import { closeWindows, sharedBrowser } from "./testing/browser.ts";
import { CUT_SCRIPT } from "./testing/cut-script.ts";
import { demoOperator, openDeskWindow, signInWith } from "./testing/desk-window.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";

const NOTICE_SECRET = "a secret between the server and its bank";
const DESKTOP = { width: 1440, height: 900 };
/** Those of the desk. */
const LANGUAGES = [LOCALE_NAMES["en-US"], LOCALE_NAMES["vi-VN"]];
const WIDTHS = [1440, 1200, 820] as const;
/** Lists with actions in their rows. */
const ACTING = new Set(["/recharges", "/withdrawals", "/gifts", "/paymentNotices"]);
/** Lists of what players did, and their names there, as long as any. */
const LISTS = /\/desk\/api\/(?:recharges|withdrawals|gifts|paymentNotices)\?/u;
const PLAYER = /("player":\{"id":"\d+","name":")[^"]+/gu;
const LONG_NAME = "$1nguyen_thi_thu_huong";
/** Pages that neither the menu nor a row leads to. */
const OTHERS = ["/password"];

let open: TestServer;
let browser: Browser;
let page: Page;
/** Every page of the desk: those of the menu, and for each list the page of its first row. */
const paths: string[] = [];

beforeAll(async () => {
  const settings = { ...HOUSE_SETTINGS, RECHARGE_BANK_NOTICE_SECRET: NOTICE_SECRET };
  [open, browser] = await Promise.all([openTestServer(START, settings), sharedBrowser()]);
  const accounts = await openAccounts(open);
  accounts.close();
  await sendUnmatched();
  ({ page } = await openDeskWindow(browser, open));
  await signInWith(page, demoOperator(open, "admin"), Date.now() + 30_000);
  const menu = page.getByRole("menuitem");
  const ofPlayer = page.locator("main a[href^='#/players/']");
  const listed = await menu.evaluateAll((items) => items.map((item) => item.getAttribute("href") ?? ""));
  for (const href of listed) {
    const path = href.replace("#", "");
    paths.push(path);
    await visit(path);
    const row = page.locator("main tbody tr td").first();
    if (!(await row.isVisible())) continue;
    await row.click();
    await settled();
    const shown = new URL(page.url()).hash.slice(1);
    // Of the players the one with most of everything.
    if (path === "/recharges") paths.push((await ofPlayer.first().getAttribute("href"))?.slice(1) ?? "");
    if (shown.endsWith("/show") && path !== "/players") paths.push(shown);
  }
  paths.push(...OTHERS);
});
afterAll(async () => {
  await closeWindows(browser);
  await open.close();
});

const TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";

/** Payments without an order: one for which there is none, and one with candidates, near in amount and name. */
async function sendUnmatched(): Promise<void> {
  await sendNotice("FT26325000001", "1250000.00", "NGUYEN THI THU HUONG CHUYEN TIEN");
  await sendNotice("FT26325000002", "245000.00", "MBVCB.6214.NGUYEN VAN AN CHUYEN TIEN");
}

async function sendNotice(id: string, amount: string, reference: string): Promise<void> {
  const body = JSON.stringify({ notice_id: id, amount, currency: "VND", reference });
  const timestamp = String(NOW);
  const signature = createHmac("sha256", NOTICE_SECRET).update(`${timestamp}.${body}`).digest("hex");
  const headers = {
    "content-type": "application/json",
    "x-notice-timestamp": timestamp,
    "x-notice-signature": signature,
  };
  const reply = await fetch(`${open.url}/api/notice/bank`, { method: "POST", headers, body });
  expect(await reply.json()).toMatchObject({ code: 0 });
}

/** Does something on a page, and on each of its tabs. */
async function onEveryTab(path: string, work: (where: string) => Promise<void>): Promise<void> {
  await visit(path);
  await work(path);
  for (const tab of (await page.getByRole("tab").all()).slice(1)) {
    await tab.click();
    await settled();
    await work(`${path} ${await tab.textContent()}`);
    await page.setViewportSize(DESKTOP);
  }
}

async function visit(path: string): Promise<void> {
  await page.goto(`/#${path}`);
  await settled();
}

async function isDialogOpen(): Promise<boolean> {
  const dialog = page.getByRole("dialog").last();
  return dialog.waitFor({ timeout: 2000 }).then(
    () => true,
    () => false,
  );
}

/** Waits until the page has its title, and what it reads. */
async function settled(): Promise<void> {
  await page.getByRole("heading", { level: 1 }).filter({ hasText: /\S/u }).waitFor();
  await page
    .locator(".MuiSkeleton-root, .MuiLinearProgress-root, .RaLoading-root")
    .first()
    .waitFor({ state: "detached" });
  await page
    .locator("main h2, main form, main table, main section, main fieldset, main .MuiCard-root")
    .filter({ visible: true })
    .first()
    .waitFor();
}

test("every dialog opens whole on phones, one on its side, a tablet and a laptop", async () => {
  const faults: string[] = [];
  const opened = new Set<string>();
  const look = async (name: string): Promise<void> => {
    const dialog = page.getByRole("dialog").last();
    await dialog.waitFor();
    faults.push(...(await faultsOfSheet(page)).map((fault) => `${name}: ${fault}`));
    await page.setViewportSize(DESKTOP);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  };
  await page.setViewportSize(DESKTOP);
  await visit("/");
  await page.keyboard.press("Control+k");
  await look("find");
  for (const path of paths) {
    await onEveryTab(path, async () => {
      const buttons = page
        .locator("main .MuiButton-root:not([aria-disabled=true])")
        .filter({ visible: true });
      for (const button of await buttons.all()) {
        const name = (await button.textContent()) ?? "";
        if (opened.has(name) || !(await button.isEnabled())) continue;
        opened.add(name);
        await button.click();
        if (await isDialogOpen()) await look(name);
        // A menu, or what is done at once.
        else await page.keyboard.press("Escape");
      }
    });
  }
  // What follows one of them: half of a code, shown once.
  await visit("/operators");
  await page.locator("main button:not([aria-disabled=true])", { hasText: "Reissue sign-in" }).first().click();
  const dialog = page.getByRole("dialog").last();
  await dialog.getByRole("textbox").last().fill("asked by telephone");
  await dialog.getByRole("button", { name: "Reissue sign-in", exact: true }).click();
  const kept = page.getByRole("button", { name: "I have kept it" });
  await kept.waitFor();
  faults.push(...(await faultsOfSheet(page)).map((fault) => `half: ${fault}`));
  await kept.click();
  expect(faults).toEqual([]);
  expect(opened.size).toBeGreaterThan(20);
});

test.each(LANGUAGES)(
  "in %s nothing is cut or out of sight on any page at 1440, 1200 and 820 pixels",
  async (language) => {
    await page.setViewportSize(DESKTOP);
    await page.getByRole("button", { name: new RegExp(`^(?:${LANGUAGES.join("|")})$`, "u") }).click();
    await page.getByRole("menuitem", { name: language, exact: true }).click();
    await page.locator(".MuiPopover-root").filter({ visible: true }).waitFor({ state: "detached" });
    const faults: string[] = [];
    const look = async (where: string): Promise<void> => {
      await page.evaluate(TWO_FRAMES);
      // The script's result.
      const found = (await page.evaluate(CUT_SCRIPT)) as string[];
      faults.push(...found.map((fault) => `${where}: ${fault}`));
    };
    await page.route(LISTS, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(PLAYER, LONG_NAME) });
    });
    for (const path of paths) {
      await onEveryTab(path, async (where) => {
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await look(`${where} ${width}`);
        }
        if (!ACTING.has(path)) return;
        await page.locator("header button").first().click();
        await look(`${where} ${WIDTHS[2]} with its menu`);
        await page.locator("header button").first().click();
      });
    }
    await page.unroute(LISTS);
    expect(faults).toEqual([]);
    await visit("/paymentNotices");
    expect(await page.locator("main li").count()).toBeGreaterThan(0);
  },
);

test("amounts of nine digits fit on the dashboard at 1440 and 820 pixels", async () => {
  const dashboard = "**/desk/api/dashboard*";
  await page.route(dashboard, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/"-?\d+\.\d\d"/gu, '"-987654321.55"');
    await route.fulfill({ response, body });
  });
  const faults: string[] = [];
  for (const width of [1440, 820]) {
    await page.setViewportSize({ width, height: 900 });
    await visit("/");
    await page.reload();
    await page
      .getByText(/987[.,]654[.,]321/u)
      .first()
      .waitFor();
    // The script's result.
    const found = (await page.evaluate(CUT_SCRIPT)) as string[];
    faults.push(...found.map((fault) => `${width}: ${fault}`));
  }
  await page.unroute(dashboard);
  expect(faults).toEqual([]);
});
