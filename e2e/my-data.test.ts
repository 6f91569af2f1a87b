import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeViolations } from "./testing/axe.ts";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { storeSession } from "./testing/log-in.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { errorsOf } from "./testing/page-errors.ts";
import { ServerClient } from "./testing/server-client.ts";
import { text } from "./testing/text.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "reads_it_all";
const PIN = "402815";
const MY_DATA = "/pages-sub/settings/my_data";

let open: TestServer;
let browser: Browser;
let client: ServerClient;
let context: BrowserContext;
let page: Page;
let errors: string[];
let token: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "lotus-my-data-"));
  [open, browser] = await Promise.all([openTestServer(START), sharedBrowser()]);
  client = new ServerClient(open.url);
  token = await client.newPlayer(NAME, "40.00");
  ({ context, page } = await openPhone(browser, { baseURL: open.url, still: true }));
  errors = errorsOf(page);
  await storeSession(page, NAME);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await context.close();
  await closeWindows(browser);
  client.close();
  await open.close();
  expect(errors).toEqual([]);
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const typePin = async (label: Parameters<typeof text>[0]) => {
  await page.getByLabel(text(label)).fill(PIN);
};

test("a player asks for everything, downloads it, and reads the page without the server", async () => {
  await client.post("/api/service/write", { text: "<b>is anybody there</b>" }, token);
  await page.goto("/pages-sub/settings/index");
  await page.getByText(text("app.page.myData")).tap();
  await page.getByRole("heading", { name: text("privacy.keep.title") }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await typePin("privacy.password");
  await button(text("privacy.copy.ask")).tap();
  await page.getByText(text("privacy.ready.title")).waitFor({ timeout: 60_000 });
  expect(await axeViolations(page)).toEqual([]);

  await typePin("privacy.password");
  const downloading = page.waitForEvent("download");
  await button(text("privacy.download")).tap();
  const file = join(folder, "my-data.zip");
  await (await downloading).saveAs(file);
  execFileSync("python3", ["-m", "zipfile", "-e", file, folder]);
  expect(JSON.parse(readFileSync(join(folder, "profile.json"), "utf8"))).toMatchObject([{ username: NAME }]);

  // Opened from a disk: nothing runs, nothing is fetched, and what was written is text.
  const reader = await browser.newPage({ viewport: { width: 375, height: 700 } });
  const fetched: string[] = [];
  reader.on("request", (request) => fetched.push(new URL(request.url()).protocol));
  await reader.goto(`file://${join(folder, "index.html")}`);
  await reader.getByText("<b>is anybody there</b>").waitFor();
  expect(await reader.locator("script, td b, img").count()).toBe(0);
  expect(await reader.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  expect(new Set(fetched)).toEqual(new Set(["file:"]));
  expect(await axeViolations(reader)).toEqual([]);
  await reader.close();
});

test("then the account is closed from there, and nothing of it opens any more", async () => {
  await page.goto(MY_DATA);
  await button(text("app.page.closeAccount")).tap();
  await typePin("account.currentTransPassword");
  await page.getByRole("checkbox").check();
  await button(text("app.page.closeAccount")).tap();
  await page.waitForURL((url) => url.pathname === "/pages/auth/login");
  expect((await client.get("/api/user/exportData", token)).code).toBe(402);
  const login = { username: NAME, password: "lua-chin-vang-8" };
  expect((await client.post("/api/user/login", login)).code).toBe(1002);
});
