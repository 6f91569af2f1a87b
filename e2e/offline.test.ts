import { cpSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestServer } from "@lotus/server/testing/http-server";
import { openPages, type Pages } from "@lotus/server/pages";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { errorsOf } from "./testing/page-errors.ts";

const DIST = resolve(import.meta.dirname, "../apps/player/dist");

/** Serves the app's pages and files with the server's headers, but no calls. */
let pages: Pages;
/** The running build, whose later parts are still there until its page is reloaded. */
let running: Pages | undefined;
let server: ReturnType<typeof buildTestServer>["fastify"];
let base: string;
let browser: Browser;
let phone: { context: BrowserContext; page: Page };
let nextBuild: string;

beforeAll(async () => {
  pages = openPages(DIST);
  server = buildTestServer({ pages: { ...pages, find } }).fastify;
  base = await server.listen({ host: "127.0.0.1", port: 0 });
  nextBuild = nextBuildOf(DIST);
  browser = await sharedBrowser();
  phone = await openPhone(browser, { baseURL: base, locale: "en-US", still: true, loadsAhead: true });
  await phone.context.addInitScript(`localStorage.getItem("lotus.settings") ??
    localStorage.setItem("lotus.settings", '{"state":{"locale":"en-US","theme":"light"},"version":1}')`);
});
afterAll(async () => {
  await closeWindows(browser);
  await server?.close();
  if (nextBuild !== undefined) rmSync(nextBuild, { recursive: true, force: true });
});

/** A part that the running page loads later is its own. */
function find(path: string): ReturnType<Pages["find"]> {
  const isPart = path.startsWith("/assets/") && !path.includes("NextBuild");
  return (isPart ? (running ?? pages) : pages).find(path);
}

/**
 * The same app as from another build: every script has another name, as the name of each depends on what it asks for. The
 * browser has the scripts of the running build stored under their names.
 */
function nextBuildOf(dist: string): string {
  const folder = mkdtempSync(join(tmpdir(), "lotus-next-build-"));
  cpSync(dist, folder, { recursive: true, filter: (path) => !/\.(?:br|gz)$/u.test(path) });
  const entry = /data-app="[^"]*\/assets\/(index-[\w-]+\.js)"/u.exec(
    readFileSync(join(folder, "index.html"), "utf8"),
  )?.[1];
  if (entry === undefined) throw new Error("the build has no first script");
  const names = new Map(
    globSync("*.js", { cwd: join(folder, "assets") }).map((name) => [
      name,
      name === entry ? "index-NextBuild.js" : name.replace(/\.js$/u, "-NextBuild.js"),
    ]),
  );
  for (const file of globSync("{index.html,sw.js,assets/*.js}", { cwd: folder })) {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    writeFileSync(
      path,
      text.replaceAll(/[\w-]+\.js\b/gu, (name) => names.get(name) ?? name),
    );
  }
  // Its worker caches another shell.
  const worker = join(folder, "sw.js");
  writeFileSync(worker, readFileSync(worker, "utf8").replace(/"version":"\w+"/u, '"version":"next"'));
  for (const [name, renamed] of names)
    renameSync(join(folder, "assets", name), join(folder, "assets", renamed));
  return folder;
}

/** The paths cached by the worker. */
const cached = (page: Page): Promise<string[]> =>
  page.evaluate(`caches.keys()
    .then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))
    .then((all) => all.flat().map(({ url }) => new URL(url).pathname))`);

test("the worker caches the shell and the active catalogue, and nothing of /api", async () => {
  const worker = await fetch(`${base}/sw.js`);
  expect(worker.headers.get("cache-control")).toBe("no-cache");
  const { page } = phone;
  const errors = errorsOf(page);
  await page.goto("/pages/auth/login");
  await page.getByRole("button", { name: "Log in" }).waitFor();
  await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
  await expect.poll(() => cached(page)).toContainEqual(expect.stringMatching(/words-en-US-/u));
  const paths = await cached(page);
  expect(paths).toContain("/");
  expect(paths.filter((path) => path.startsWith("/api"))).toEqual([]);
  expect(paths.filter((path) => path.includes("words-"))).toHaveLength(1);
  // Without calls the server replies "no such call"; the page reports no other error, in particular no violated policy.
  expect(errors.filter((line) => !/status of 404/u.test(line))).toEqual([]);
});

test("without a network the app opens from its shell, shows that it is offline, and reloads at a tap", async () => {
  const { page, context } = phone;
  // A stored session, so that the app considers the player logged in.
  await page.evaluate(`localStorage.setItem("lotus.session", JSON.stringify({ version: 1, state: {
    accessToken: "t", jwtToken: "j", username: "minh_anh88", remember: false, deviceId: "d" } }))`);
  await context.setOffline(true);
  await page.goto("/pages-sub/record/recharge");
  await page.getByText("You are offline").first().waitFor();
  const failure = page.getByRole("button", { name: /This page did not load/u });
  await failure.waitFor();
  await failure.locator("[data-pond]").waitFor();
  // The shell is shown: a tab page has its bar.
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main navigation" }).waitFor();
  await page.goto("/pages-sub/record/recharge");
  await failure.waitFor();
  await context.setOffline(false);
  await failure.click();
  await page.getByRole("heading", { name: "Recharges" }).waitFor();
});

test("a new version is offered, applied when the player accepts, and never automatically", async () => {
  const { page } = phone;
  const script = (of = page) => of.evaluate<string>("document.querySelector('script[data-app]').dataset.app");
  await page.goto("/pages-sub/settings/about");
  const check = page.getByRole("button", { name: "Check for a new version" });
  await check.click();
  await page.getByRole("status").getByText("This is the newest version").waitFor();
  const before = await script();
  await page.evaluate("window.stillHere = true");
  running = pages;
  pages = openPages(nextBuild);
  await check.click();
  const offer = page.getByRole("status").filter({ hasText: "A new version is there" });
  await offer.waitFor();
  expect(await page.evaluate("window.stillHere")).toBe(true);
  expect(await script()).toBe(before);
  running = undefined;
  await Promise.all([page.waitForEvent("load"), offer.getByRole("button", { name: "Reload" }).click()]);
  await check.waitFor();
  expect(await script()).toContain("index-NextBuild.js");
  expect(await offer.count()).toBe(0);
  // The new build's worker waits beside the old one, and takes its place once no page of the app is open: soon after the
  // last one was closed, so that one opened at once may still be the old worker's.
  await expect.poll(() => cached(page)).toContain("/assets/index-NextBuild.js");
  await page.close();
  const opened = async () => {
    const next = await phone.context.newPage();
    await next.goto("/pages-sub/settings/about");
    expect(await script(next)).toContain("index-NextBuild.js");
    const paths = await cached(next);
    await next.close();
    return paths;
  };
  await expect
    .poll(async () => (await opened()).filter((path) => path.includes("words-en-US-")))
    .toHaveLength(1);
  expect((await opened()).filter((path) => path.includes("/index-"))).toContain("/assets/index-NextBuild.js");
});
