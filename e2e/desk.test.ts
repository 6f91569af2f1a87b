import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeViolations } from "./testing/axe.ts";
import { closeWindows, sharedBrowser } from "./testing/browser.ts";
import { codeOf, demoOperator, openDeskWindow, signInAs, signInWith } from "./testing/desk-window.ts";
import { ServerClient } from "./testing/server-client.ts";
import { tell } from "./testing/desk-steps.ts";
import { brokenBooks, openTestServer, type TestServer } from "./testing/open-server.ts";
import { spillOf, errorsOf } from "./testing/page-errors.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const PAGES = [
  "/",
  "/second",
  "/recharges",
  "/withdrawals",
  "/paymentNotices",
  "/players",
  "/agents",
  "/gifts",
  "/conversations",
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
let open: TestServer;
let browser: Browser;
let client: ServerClient;
let player: string;

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START), sharedBrowser()]);
  client = new ServerClient(open.url);
  player = await client.newPlayer("desk_guest1", "500.00");
});
afterAll(async () => {
  client.close();
  await closeWindows(browser);
  await open.close();
});

async function askForRecharge(amount: string): Promise<string> {
  const body = { type: "recharge", amount, channel_id: "bank" };
  const order = await client.post<{ orderNo: string }>("/api/user/makeOrder", body, player);
  if (order.code !== 0) throw new Error(order.msg);
  return order.data.orderNo;
}

async function balance(): Promise<string> {
  return (await client.get<string>("/api/balance", player)).data;
}

/**
 * Waits until a page has its title and is not loading; waiting for an idle network would not end because of the stream.
 */
async function settled(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).filter({ hasText: /\S/u }).waitFor();
  await page.locator(".MuiSkeleton-root, .MuiLinearProgress-root, .RaLoading-root").first().waitFor({
    state: "detached",
  });
  const content = page.locator(
    "main h2, main form, main table, main section, main fieldset, main [role=article], main .MuiCard-root",
  );
  await content.filter({ visible: true }).first().waitFor();
}

/** The row of a list with a text. */
function rowOf(page: Page, text: string) {
  return page.getByRole("row").filter({ hasText: text });
}

test("an operator signs in, passes a recharge once, cancels another, and finds both in the log", async () => {
  const [passed, cancelled] = [await askForRecharge("1250.00"), await askForRecharge("40.00")];
  const { context, page } = await openDeskWindow(browser, open);
  const errors = errorsOf(page);
  await signInAs(page, open, "admin");

  await page.getByRole("menuitem", { name: "Recharges" }).click();
  await rowOf(page, passed).getByRole("button", { name: "Pass" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1,250.00 K").waitFor();
  await dialog.getByRole("button", { name: "Pass" }).dblclick();
  await dialog.waitFor({ state: "detached" });
  await rowOf(page, passed).waitFor({ state: "detached" });
  expect(await balance()).toBe("1750.00");

  await rowOf(page, cancelled).getByRole("button", { name: "Cancel recharge" }).click();
  await tell(page, "We have not received the payment", "nothing came by <b>noon</b>");
  await dialog.getByRole("button", { name: "Cancel recharge" }).click();
  await rowOf(page, cancelled).waitFor({ state: "detached" });
  expect(await balance()).toBe("1750.00");

  await page.getByRole("menuitem", { name: "Audit log" }).click();
  await rowOf(page, passed).getByText("Pass", { exact: true }).waitFor();
  await rowOf(page, cancelled).getByText("nothing came by <b>noon</b>").waitFor();
  expect(await rowOf(page, passed).count()).toBe(1);

  // Another tab of this browser has the session, and one search leads from any page to the order.
  const tab = await context.newPage();
  await tab.goto("/");
  await tab.getByRole("heading", { name: "The books" }).waitFor();
  await tab.keyboard.press("Control+k");
  await tab.getByRole("searchbox").fill(passed);
  await tab.keyboard.press("Enter");
  await tab.waitForURL((url) => url.hash === `#/recharges/${passed}/show`);
  expect(await brokenBooks(open)).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

test("odds that would return more than 100 % are flagged while typing and cannot be published", async () => {
  const { context, page } = await openDeskWindow(browser, open);
  // A code is valid once, and the first test may have used that of the current 30 seconds.
  await signInWith(page, demoOperator(open, "admin"), Date.now() + 30_000);
  await page.goto("/#/games/K3/show");
  await page.getByRole("heading", { name: /Odds, version 1/u }).waitFor();
  const publish = page.getByRole("button", { name: "Publish odds" });
  const field = page.getByRole("textbox", { name: /^New odds/u }).first();
  const row = page.getByRole("row").filter({ has: field });
  // A sum of three: one chance in 216.
  await field.fill("216.01");
  await row.getByText(/100\.00 % · .*too much/u).waitFor();
  expect(await publish.getAttribute("aria-disabled")).toBe("true");
  await field.fill("200");
  await row.getByText("92.59 %").waitFor();
  expect(await publish.getAttribute("aria-disabled")).toBe("false");
  await publish.click();
  await page.getByLabel(/^Reason/u).fill("a kinder week");
  await page.getByRole("dialog").getByRole("button", { name: "Publish odds" }).click();
  await page.getByRole("heading", { name: /Odds, version 2/u }).waitFor();
  await context.close();
});

/** Pages with the same structure as another one: one check is enough. */
const ALIKE: ReadonlySet<string> = new Set(["/withdrawals", "/agents", "/periods", "/audit", "/exports"]);
/** What another theme and another width can break; the names and roles of a page are the same in all of them. */
const OF_LOOKS = ["color-contrast", "scrollable-region-focusable", "target-size"];

/** The page backgrounds of the two themes. */
const [DAY, NIGHT] = ["rgb(242, 245, 244)", "rgb(11, 16, 14)"];

function groundOf(page: Page): Promise<unknown> {
  return page.evaluate("getComputedStyle(document.body).backgroundColor");
}

/** Accessibility violations of a page, with element and reason. */
async function failuresOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  const violations = await axeViolations(page, rules === undefined ? {} : { rules });
  const spill = await spillOf(page);
  return [
    ...violations.map(
      ({ id, nodes }) => `${id} ${String(nodes[0]?.target)} ${nodes[0]?.failureSummary ?? ""}`,
    ),
    ...(spill === 0 ? [] : [`${spill} px too wide`]),
  ];
}

test.each([
  ["of money and players", PAGES.slice(0, 8)],
  ["of the server", PAGES.slice(8)],
])(
  "each page %s is accessible, light and dark, on a desktop and a tablet; the bar fits a phone, and no policy is violated",
  async (_, pages) => {
    await askForRecharge("77.00");
    await client.post("/api/service/write", { text: "Is anybody there?" }, player);
    const { context, page } = await openDeskWindow(browser, open);
    const errors = errorsOf(page);
    // A code is valid once; that of the next 30 seconds is already accepted.
    await signInWith(page, demoOperator(open, "cashier"), Date.now() + (pages[0] === "/" ? 0 : 30_000));
    const broken: string[] = [];
    for (const path of pages) {
      await page.goto(`/#${path}`);
      await settled(page).catch(async (error: unknown) => {
        const text = await page.locator("main").last().textContent();
        throw new Error(`${path} does not come to rest: ${text}`, { cause: error });
      });
      for (const failure of await failuresOf(page)) broken.push(`${path}: ${failure}`);
      if (ALIKE.has(path)) continue;
      await page.setViewportSize({ width: 834, height: 1112 });
      await page.emulateMedia({ colorScheme: "dark" });
      await expect.poll(() => groundOf(page)).toBe(NIGHT);
      for (const failure of await failuresOf(page, OF_LOOKS))
        broken.push(`${path} on a tablet by night: ${failure}`);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: "light" });
      await expect.poll(() => groundOf(page)).toBe(DAY);
    }
    expect(broken).toEqual([]);
    expect(await cutFromTheBar(page)).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  },
);

/** Elements that do not fit in the app bar of a phone. */
async function cutFromTheBar(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 360, height: 740 });
  const held = page.locator("header").locator("button, a, h1").filter({ visible: true });
  const cut: string[] = [];
  for (const one of await held.all()) {
    const box = await one.boundingBox();
    if (box === null || box.x < 0 || box.x + box.width > 360) cut.push(await one.innerHTML());
  }
  expect(await held.count()).toBeGreaterThan(5);
  expect(await spillOf(page)).toBe(0);
  return cut;
}

test("codes equal those of an authenticator", () => {
  // RFC 6238, appendix B, cut to six digits.
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  expect(codeOf(secret, 59_000)).toBe("287082");
  expect(codeOf(secret, 1_111_111_109_000)).toBe("081804");
});
