import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "./browser.ts";
import { codeOf, openDeskWindow, signInAs } from "./desk-window.ts";
import { HouseClient } from "./house-client.ts";
import { brokenBooks, openTestHouse, type TestHouse } from "./open-house.ts";
import { spillOf, troubleOf } from "./page-trouble.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const PAGES = [
  "/",
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
  "/exports",
  "/password",
];
let open: TestHouse;
let browser: Browser;
let client: HouseClient;
let player: string;

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestHouse(START), openBrowser()]);
  client = new HouseClient(open.url);
  player = await client.newPlayer("desk_guest1", "500.00");
});
afterAll(async () => {
  client.close();
  await browser.close();
  await open.close();
});

async function askForRecharge(amount: string): Promise<string> {
  const body = { type: "recharge", amount, channel_id: "bank" };
  const asked = await client.post<{ orderNo: string }>("/api/user/makeOrder", body, player);
  if (asked.code !== 0) throw new Error(asked.msg);
  return asked.data.orderNo;
}

async function balance(): Promise<string> {
  return (await client.get<string>("/api/balance", player)).data;
}

/** Waits until a page has its title and nothing on it is still being fetched: the stream keeps the network busy. */
async function settled(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).filter({ hasText: /\S/u }).waitFor();
  await page.locator(".MuiSkeleton-root, .MuiLinearProgress-root, .RaLoading-root").first().waitFor({
    state: "detached",
  });
  await page.locator("main h2, main form, main table, main section, main [role=article]").first().waitFor();
}

/** The row of a list that holds a text. */
function rowOf(page: Page, text: string) {
  return page.getByRole("row").filter({ hasText: text });
}

test("an operator signs in, passes a recharge once, cancels another, and finds both in the log", async () => {
  const [passed, cancelled] = [await askForRecharge("1250.00"), await askForRecharge("40.00")];
  const { context, page } = await openDeskWindow(browser, open);
  const trouble = troubleOf(page);
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
  await dialog.getByLabel(/^Reason/u).fill("nothing came by <b>noon</b>");
  await dialog.getByRole("button", { name: "Cancel recharge" }).click();
  await rowOf(page, cancelled).waitFor({ state: "detached" });
  expect(await balance()).toBe("1750.00");

  await page.getByRole("menuitem", { name: "Audit log" }).click();
  await rowOf(page, passed).getByText("Pass", { exact: true }).waitFor();
  await rowOf(page, cancelled).getByText("nothing came by <b>noon</b>").waitFor();
  expect(await rowOf(page, passed).count()).toBe(1);
  expect(await brokenBooks(open)).toEqual([]);
  expect(trouble).toEqual([]);
  await context.close();
});

test("odds that would return more than everything are seen while typing and cannot be published", async () => {
  const { context, page } = await openDeskWindow(browser, open);
  await signInAs(page, open, "admin");
  await page.goto("/#/games/K3/show");
  await page.getByRole("heading", { name: /Odds, version 1/u }).waitFor();
  const publish = page.getByRole("button", { name: "Publish odds" });
  const field = page.getByRole("textbox", { name: /^New odds/u }).first();
  const row = page.getByRole("row").filter({ has: field });
  // A sum of three: one chance in 216.
  await field.fill("216.01");
  await row.getByText(/100\.00 % · over 100 %/u).waitFor();
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

/** Pages that are built like another one: one look at them is enough. */
const ALIKE: ReadonlySet<string> = new Set(["/withdrawals", "/agents", "/periods", "/audit", "/exports"]);

test("every page is accessible in light and dark, on a screen and on a tablet, and breaks no policy", async () => {
  await askForRecharge("77.00");
  await client.post("/api/service/write", { text: "Is anybody there?" }, player);
  for (const look of [{}, { dark: true, width: 834, height: 1112 }] as const) {
    const { context, page } = await openDeskWindow(browser, open, look);
    const trouble = troubleOf(page);
    await signInAs(page, open, "cashier").catch(async () => signInAs(page, open, "cashier"));
    const dark = "dark" in look;
    const broken: string[] = [];
    for (const path of PAGES.filter((each) => !dark || !ALIKE.has(each))) {
      await page.goto(`/#${path}`);
      await settled(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      for (const { id, nodes } of violations)
        broken.push(`${path}: ${id} ${String(nodes[0]?.target)} ${nodes[0]?.failureSummary ?? ""}`);
      const spill = await spillOf(page);
      if (spill !== 0) broken.push(`${path}: ${spill} px too wide`);
    }
    expect(broken).toEqual([]);
    expect(trouble).toEqual([]);
    await context.close();
  }
});

test("a code is what an authenticator shows", () => {
  // RFC 6238, appendix B, cut to six digits.
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  expect(codeOf(secret, 59_000)).toBe("287082");
  expect(codeOf(secret, 1_111_111_109_000)).toBe("081804");
});
