import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeViolations } from "./testing/axe.ts";
import { closeWindows, sharedBrowser } from "./testing/browser.ts";
import {
  codeOf,
  demoOperator,
  openDeskWindow,
  signInWith,
  type OperatorKeys,
} from "./testing/desk-window.ts";
import { ServerClient } from "./testing/server-client.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { spillOf, errorsOf } from "./testing/page-errors.ts";
import { tokenOf } from "./testing/staff.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "lan.anh";
const PASSWORD = "thuyen-ve-ben-cu-mua-he";
const SCREENSHOTS = process.env["DESK_SCREENSHOTS"];

let open: TestServer;
let browser: Browser;
let second: OperatorKeys;
let client: ServerClient;
let desk: ServerClient;

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START), sharedBrowser()]);
  client = new ServerClient(open.url);
  desk = new ServerClient(open.opsUrl);
  const wanted = { name: "minh_admin", role: "admin", password: "sen-no-trong-ao-nha-toi" } as const;
  second = await open.app.desk.makeOperator(wanted);
});
afterAll(async () => {
  client.close();
  desk.close();
  await closeWindows(browser);
  await open.close();
});

/** Accessibility violations of a page, with element and reason. */
async function failuresOf(page: Page, name: string): Promise<string[]> {
  if (SCREENSHOTS !== undefined)
    await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true });
  const violations = await axeViolations(page);
  const spill = await spillOf(page);
  return [
    ...violations.map(
      ({ id, nodes }) => `${name}: ${id} ${String(nodes[0]?.target)} ${nodes[0]?.failureSummary}`,
    ),
    ...(spill === 0 ? [] : [`${name}: ${spill} px too wide`]),
  ];
}

/** Returns the half of a code shown in a dialog, and closes the dialog. */
async function halfIn(page: Page): Promise<string> {
  const dialog = page.getByRole("dialog").filter({ hasText: "half of the code" });
  const half = await dialog.getByText(/^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/u).textContent();
  await dialog.getByRole("button", { name: "I have kept it" }).click();
  return half ?? "";
}

test("two admins admit an operator, who enrols without anyone else seeing their credentials", async () => {
  const [first, other, own] = [
    await openDeskWindow(browser, open),
    await openDeskWindow(browser, open),
    await openDeskWindow(browser, open),
  ];
  const errors = [first, other, own].map(({ page }) => errorsOf(page));
  const broken: string[] = [];
  await signInWith(first.page, demoOperator(open, "admin"));
  // A code is valid once; that of the next 30 seconds is already accepted.
  const token = await tokenOf(desk, second);
  await signInWith(other.page, second, Date.now() + 30_000);

  // One admin requests it and is shown one half.
  await first.page.goto("/#/operators");
  await first.page.getByRole("button", { name: "New operator" }).click();
  const dialog = first.page.getByRole("dialog");
  await dialog.getByText(/Two people are needed/u).waitFor();
  await dialog.getByLabel("Name").fill(NAME);
  await dialog.getByRole("combobox", { name: "Role" }).click();
  await first.page.getByRole("option", { name: "Cashier" }).click();
  await dialog.getByLabel(/^Reason/u).fill("joins the desk today");
  await dialog.getByRole("button", { name: "New operator" }).click();
  await first.page.getByText("First half of the code for lan.anh").waitFor();
  broken.push(...(await failuresOf(first.page, "first-half")));
  const firstHalf = await halfIn(first.page);
  const row = (page: Page) => page.getByRole("row").filter({ hasText: NAME }).first();
  const unconfirmed = row(first.page).getByRole("button", { name: "Confirm" });
  expect(await unconfirmed.getAttribute("aria-disabled")).toBe("true");
  expect(await unconfirmed.getAttribute("title")).toBe("You asked for it; another admin is needed");
  broken.push(...(await failuresOf(first.page, "operators")));

  // Another sees in the menu that something waits, confirms it, and is shown the other half.
  await other.page
    .getByRole("menuitem", { name: /^Operators/u })
    .getByRole("img", { name: "1 waiting" })
    .waitFor();
  await other.page.goto("/#/operators");
  await row(other.page).getByRole("button", { name: "Confirm" }).click();
  await other.page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await other.page.getByText("Second half of the code for lan.anh").waitFor();
  const secondHalf = await halfIn(other.page);
  await other.page.getByText("Has yet to set up sign-in").waitFor();

  // With both halves the operator continues alone.
  const page = own.page;
  await page.goto("/");
  await page.getByRole("link", { name: /Set up your sign-in/u }).click();
  await page.getByLabel("Name").fill(NAME);
  await page.getByLabel("First half of the code").fill(secondHalf);
  await page.getByLabel("Second half of the code").fill(firstHalf);
  await page.getByLabel("New password", { exact: false }).first().fill(PASSWORD);
  await page.getByLabel("New password again").fill(PASSWORD);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText(/Name and codes do not fit/u).waitFor();
  await page.getByLabel("First half of the code").fill(firstHalf);
  await page.getByLabel("Second half of the code").fill(secondHalf.toLowerCase());
  broken.push(...(await failuresOf(page, "enrol-codes")));
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("img", { name: "QR code for your authenticator" }).waitFor();
  for (const [width, colorScheme] of [
    [1280, "light"],
    [375, "light"],
    [320, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    broken.push(...(await failuresOf(page, `enrol-qr-${width}-${colorScheme}`)));
  }
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/u).textContent()) ?? "";
  await page.getByLabel("Authentication code").fill("000000");
  await page.getByRole("button", { name: "Finish" }).click();
  await page.getByText(/not the code your authenticator shows/u).waitFor();
  await page.getByLabel("Authentication code").fill(codeOf(secret, Date.now()));
  await page.getByRole("button", { name: "Finish" }).click();
  await page.getByText(/You can sign in now/u).waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("link", { name: "To sign-in" }).click();
  const keys = { name: NAME, password: PASSWORD, totpSecret: secret };
  await signInWith(page, keys, Date.now() + 30_000);

  // The new operator counts as a separate person for players' money, but not beside those who admitted them.
  const player = await client.newPlayer("khach_moi", "100.00");
  const body = { type: "recharge", amount: "25000.00", channel_id: "bank" };
  const order = await client.post<{ orderNo: string }>("/api/user/makeOrder", body, player);
  await page.goto(`/#/recharges/${order.data.orderNo}/show`);
  await page.getByRole("button", { name: "Pass", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pass", exact: true }).click();
  await page.getByRole("button", { name: "Pass", exact: true, disabled: true }).waitFor();
  await other.page.goto(`/#/recharges/${order.data.orderNo}/show`);
  const pass = other.page.getByRole("button", { name: /^Confirm /u }).first();
  await pass.waitFor();
  await other.page.reload();
  await expect
    .poll(() => pass.getAttribute("title"))
    .toBe("One of you two changed the other's access: a third person is needed");
  const byHand = await desk.post(`/desk/api/recharges/${order.data.orderNo}/pass`, {}, token);
  expect(byHand.code).toBe(8015);

  expect(broken).toEqual([]);
  expect(errors.flat()).toEqual([]);
  for (const { context } of [first, other, own]) await context.close();
});

test("the enrolment page is in Vietnamese, on a phone", async () => {
  const { context, page } = await openDeskWindow(browser, open, { locale: "vi-VN", width: 320 });
  await page.goto("/#/enrol");
  await page.getByRole("heading", { name: "Thiết lập đăng nhập" }).waitFor();
  expect(await failuresOf(page, "enrol-vi-320")).toEqual([]);
  await context.close();
});

test("with a single admin the page says why nothing can be confirmed", async () => {
  const alone = await openTestServer(START);
  const { context, page } = await openDeskWindow(browser, alone);
  await signInWith(page, demoOperator(alone, "admin"));
  await page.goto("/#/operators");
  await page.getByText(/There is only one admin who can sign in/u).waitFor();
  expect(await failuresOf(page, "one-admin")).toEqual([]);
  await context.close();
  await alone.close();
});
