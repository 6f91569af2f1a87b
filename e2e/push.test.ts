import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPushService, type PushService } from "@lotus/server/testing/push-service";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { logIn } from "./testing/log-in.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { errorsOf } from "./testing/page-errors.ts";
import { ServerClient } from "./testing/server-client.ts";
import { text } from "./testing/text.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);

let service: PushService;
let open: TestServer;
let browser: Browser;
let client: ServerClient;
let context: BrowserContext;
let page: Page;
let errors: string[];

beforeAll(async () => {
  service = await openPushService();
  [open, browser] = await Promise.all([
    openTestServer(START, {}, { pushTransport: service.transport, manualPush: true }),
    sharedBrowser(),
  ]);
  client = new ServerClient(open.url);
  ({ context, page } = await openPhone(browser, { baseURL: open.url, still: true, loadsAhead: true }));
  errors = errorsOf(page);
  // This browser has neither notifications nor a push service: it subscribes at the stand-in.
  const { endpoint, p256dh, auth } = service.subscribe();
  await context.addInitScript(`{
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
    let kept = null;
    const subscription = (options) => ({
      endpoint: "${endpoint}",
      options: { applicationServerKey: Uint8Array.from(atob(options.applicationServerKey.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)).buffer },
      toJSON: () => ({ endpoint: "${endpoint}", keys: { p256dh: "${p256dh}", auth: "${auth}" } }),
      unsubscribe: async () => ((kept = null), true),
    });
    PushManager.prototype.getSubscription = async () => kept;
    PushManager.prototype.subscribe = async (options) => (kept = subscription(options));
  }`);
});
afterAll(async () => {
  await closeWindows(browser);
  client.close();
  await open.close();
  await service.close();
});

/** The id by which the browser's tools know the worker. */
async function registrationOf(tools: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    tools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await tools.send("ServiceWorker.enable");
  return found;
}

test("switched on in the settings, a result reaches the closed app as a notification without sums", async () => {
  const token = await client.newPlayer("pushed_phone", "1000.00");
  await logIn(page, "pushed_phone");
  await page.goto("/pages-sub/settings/news");
  await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
  const on = page.getByRole("switch", { name: text("news.push.on") });
  expect(await on.isChecked()).toBe(false);
  await on.click();
  await page.getByRole("switch", { name: text("news.push.kind.results") }).waitFor();
  expect(await page.getByRole("switch", { name: text("news.push.amounts") }).isChecked()).toBe(false);
  // Fast games are not ticked at first.
  const games = page
    .locator("h2", { hasText: text("news.push.games") })
    .locator("xpath=following-sibling::*[1]");
  expect(await games.getByRole("switch", { checked: true }).count()).toBe(1);
  const k3 = games.getByRole("switch").nth(3);
  await k3.click();
  await expect.poll(() => games.getByRole("switch", { checked: true }).count()).toBe(2);

  const tools = await context.newCDPSession(page);
  const registrationId = await registrationOf(tools);
  const bets = [{ option_id: "HZ.HZ", amount: "2.00", groups: [{ code: "sum", items: ["3"] }] }];
  const placed = await client.post("/api/lottery/order/K3", { prize_no: "202611210601", bets }, token);
  expect(placed).toMatchObject({ code: 0 });
  const [worker] = context.serviceWorkers();
  // Without notifications of the browser, the worker's are noted.
  await worker?.evaluate(
    "self.registration.showNotification = async (title, { body }) => void (self.shown = { title, body })",
  );
  // The app is closed: no page of it is open.
  await page.goto("about:blank");
  await open.setTime(START - 2_000 + 60_000 + 20);
  expect(await open.app.push.send()).toBe(1);
  const [{ title, body, tag, url, lang } = { title: "", body: "", tag: "", url: "", lang: "" }] =
    service.pushed;
  const data = JSON.stringify({ title, body, tag, url, lang });
  await tools.send("ServiceWorker.deliverPushMessage", { origin: open.url, registrationId, data });
  await expect.poll(() => worker?.evaluate("self.shown")).toEqual({ title, body });
  expect(title).toMatch(/0601$/u);
  expect(body).not.toMatch(/[,.]\d\d/u);
  expect(errors).toEqual([]);
});

test("switched off, nothing is pushed any more", async () => {
  await page.goto("/pages-sub/settings/news");
  const on = page.getByRole("switch", { name: text("news.push.on") });
  await on.click();
  await page.getByRole("switch", { name: text("news.push.amounts") }).waitFor({ state: "hidden" });
  await page.reload();
  await on.waitFor();
  expect(await on.isChecked()).toBe(false);
  expect(errors).toEqual([]);
});
