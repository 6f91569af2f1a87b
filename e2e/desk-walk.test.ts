import { LOCALE_NAMES } from "@lotus/locales";
import { readFileSync } from "node:fs";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeViolations } from "./testing/axe.ts";
import { closeWindows, sharedBrowser } from "./testing/browser.ts";
import { demoOperator, openDeskWindow, signInWith } from "./testing/desk-window.ts";
import { brokenBooks, openTestServer, type TestServer } from "./testing/open-server.ts";
import { errorsOf } from "./testing/page-errors.ts";
import { rawTextsOf, type Catalogue } from "./testing/raw-text.ts";
import { ServerClient } from "./testing/server-client.ts";
import { tokenOf } from "./testing/staff.ts";
import { dialogFaultsOf, tabFaultsOf } from "./testing/tab-walk.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const REASON = { reason: "seen on the statement" };

let open: TestServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let errors: string[];
let paths: readonly string[];

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START), sharedBrowser()]);
  paths = await fillPages();
  ({ context, page } = await openDeskWindow(browser, open, { width: 1440, height: 900 }));
  errors = errorsOf(page);
  // A code is valid once; that of the next 30 seconds is already accepted.
  await signInWith(page, demoOperator(open, "admin"), Date.now() + 30_000);
});
afterAll(async () => {
  await closeWindows(browser);
  await open.close();
});

/** Puts something on every page that can have it; returns the pages' paths. */
async function fillPages(): Promise<readonly string[]> {
  const client = new ServerClient(open.url);
  const desk = new ServerClient(open.opsUrl);
  const anna = await client.newPlayer("anna_walks", "500.00");
  await client.newPlayer("minh_rests", "90.00");
  const admin = await tokenOf(desk, demoOperator(open, "admin"));
  const post = async <Data>(path: string, body: object): Promise<Data> => {
    const reply = await desk.post<Data>(`/desk/api/${path}`, body, admin);
    if (reply.code !== 0) throw new Error(`${path}: ${reply.msg}`);
    return reply.data;
  };
  const recharge = async (amount: string): Promise<string> => {
    const body = { type: "recharge", amount, channel_id: "bank" };
    return (await client.post<{ orderNo: string }>("/api/user/makeOrder", body, anna)).data.orderNo;
  };
  const [passed, cancelled, waiting] = [
    await recharge("100.00"),
    await recharge("40.00"),
    await recharge("77.00"),
  ];
  await post(`recharges/${passed}/pass`, {});
  await post(`recharges/${cancelled}/cancel`, REASON);
  await client.post("/api/service/write", { text: "Is anybody there?" }, anna);
  const idOf = async (name: string) =>
    (await desk.get<{ list: { id: string }[] }>(`/desk/api/players?q=${name}`, admin)).data.list[0]?.id ?? "";
  const [annaId, minhId] = [await idOf("anna_walks"), await idOf("minh_rests")];
  await post(`players/${minhId}/timeOut`, { ...REASON, days: 7 });
  await post(`players/${minhId}/limits`, { ...REASON, kind: "deposit", window: "day", amount: "50.00" });
  await post(`players/${annaId}/notes`, { text: "asked about a bonus" });
  await post(`players/${annaId}/gifts`, { ...REASON, amount: "5.00" });
  await post("notices", { texts: { "en-US": { title: "Maintenance", body: "Tonight" } }, until: null });
  await post("operators", { name: "thu_moi", role: "support", ...REASON });
  client.close();
  desk.close();
  return [
    "/",
    "/second",
    `/recharges?filter=${encodeURIComponent(JSON.stringify({ status: "pendingReview" }))}`,
    `/recharges?filter=${encodeURIComponent("{}")}`,
    `/recharges/${waiting}/show`,
    `/recharges/${passed}/show`,
    "/withdrawals",
    "/paymentNotices",
    "/identities",
    "/players",
    `/players/${annaId}/show`,
    `/players/${minhId}/show`,
    "/agents",
    `/agents/${annaId}/show`,
    "/gifts",
    "/conversations",
    `/conversations?open=${annaId}`,
    "/careCases",
    "/notices",
    "/banners",
    "/games",
    "/games/K3/show",
    "/periods",
    "/operators",
    "/audit",
    "/retention",
    "/exports",
    "/password",
  ];
}

/** Waits until a page has its title and is not loading; the stream never lets the network rest. */
async function settled(): Promise<void> {
  await page.getByRole("heading", { level: 1 }).filter({ hasText: /\S/u }).waitFor();
  await page
    .locator(".MuiSkeleton-root, .MuiLinearProgress-root, .RaLoading-root")
    .first()
    .waitFor({ state: "detached" });
}

/** The desk's texts in a language. */
function catalogueOf(locale: "en-US" | "vi-VN"): Catalogue {
  const file = new URL(`../apps/desk/src/i18n/${locale}.json`, import.meta.url);
  const texts: Catalogue = JSON.parse(readFileSync(file, "utf8"));
  return texts;
}

test.each([
  ["in English in a wide window", "en-US", 1440],
  ["in Vietnamese on a tablet", "vi-VN", 820],
] as const)(
  "%s every page is reached, read and worked by keyboard alone, and shows words only",
  async (_, locale, width) => {
    const catalogue = catalogueOf(locale);
    const people = ["audit.of.operator", "audit.of.player"].map((key) => catalogue[key]).join("|");
    // Nobody is called by a number.
    const words = { catalogue, numbered: new RegExp(`(?:${people}) \\d+$`, "u") };
    if (locale === "vi-VN") {
      await page.getByRole("button", { name: LOCALE_NAMES["en-US"] }).click();
      await page.getByRole("menuitem", { name: LOCALE_NAMES["vi-VN"] }).click();
    }
    await page.setViewportSize({ width, height: 1112 });
    const faults: string[] = [];
    const titles = new Set<string>();
    const note = (path: string, found: readonly string[]) => {
      for (const fault of found) faults.push(`${path}: ${fault}`);
    };
    for (const path of paths) {
      await page.goto(`/#${path}`);
      await settled();
      // What the last page's pointer or focus stood on has its hint.
      await page.mouse.move(0, 0);
      await page.evaluate("document.activeElement?.blur()");
      await page.getByRole("tooltip").first().waitFor({ state: "detached" });
      note(path, await rawTextsOf(page, "desk", words));
      note(
        path,
        (await axeViolations(page)).map(({ id, nodes }) => `${id} ${String(nodes[0]?.target)}`),
      );
      note(path, await tabFaultsOf(page));
      // The dialogs are the same at any width.
      if (width === 1440) note(path, await dialogFaultsOf(page));
      titles.add(await page.title());
      const tabs = path.startsWith("/players/") ? await page.getByRole("tab").all() : [];
      for (const tab of tabs) {
        await tab.click();
        await settled();
        note(`${path} ${await tab.textContent()}`, await rawTextsOf(page, "desk", words));
      }
    }
    expect(faults).toEqual([]);
    // Each tab of the browser says what it shows, and whose it is.
    expect(titles.size).toBe(paths.length);
    const desk = ` – ${catalogue["menu.desk"]?.replace("%{house}", "Lotus")}`;
    expect([...titles].filter((title) => !title.endsWith(desk))).toEqual([]);
  },
);

test("nothing of that was an error, and the books are right", async () => {
  expect(errors).toEqual([]);
  expect(await brokenBooks(open)).toEqual([]);
  await context.close();
});
