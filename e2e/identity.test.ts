import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aPicture } from "@lotus/server/testing/documents";
import { axeViolations } from "./testing/axe.ts";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { demoOperator, openDeskWindow, signInWith } from "./testing/desk-window.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { errorsOf } from "./testing/page-errors.ts";
import { tell } from "./testing/desk-steps.ts";
import { pattern, text } from "./testing/text.ts";
import { askToWithdraw, bindCard } from "./testing/withdraw.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "lan_huong_7";
const NOTE = "The passport is cut off";
const WITHDRAW = "/pages-sub/withdraw/index";

let open: TestServer;
let browser: Browser;
let phone: Page;
let desk: Page;
let errors: string[];

beforeAll(async () => {
  [open, browser] = await Promise.all([
    openTestServer(START, { IDENTITY_NEEDED: "first-withdrawal", TURNOVER_PERCENT: "0" }),
    sharedBrowser(),
  ]);
  ({ page: phone } = await openPhone(browser, { baseURL: open.url, still: true }));
  errors = errorsOf(phone);
  ({ page: desk } = await openDeskWindow(browser, open));
  await signInWith(desk, demoOperator(open, "admin"));
});
afterAll(async () => {
  await closeWindows(browser);
  await open.close();
});

const button = (name: string | RegExp) => phone.getByRole("button", { name });

/** Fills in the form of a new account; `tooYoung` is tried first. */
async function register(page: Page, name: string, birthDate: string, tooYoung?: string): Promise<void> {
  await page.goto("/pages/auth/register");
  await page.getByLabel(text("auth.username")).fill(name);
  await page.getByLabel(text("auth.password"), { exact: true }).fill("lua-chin-vang-8");
  await page.getByLabel(text("auth.passwordAgain")).fill("lua-chin-vang-8");
  await page.getByLabel(pattern("app.page.withdrawalPassword")).fill("402815");
  await page.getByRole("checkbox").check();
  const send = async (date: string) => {
    await page.getByLabel(text("auth.birthDate")).fill(date);
    await page.getByRole("button", { name: text("auth.register") }).click();
  };
  if (tooYoung !== undefined) {
    await send(tooYoung);
    await page.getByText(text("codes.UNDER_AGE", { age: 18 })).waitFor();
  }
  await send(birthDate);
  await page.getByRole("button", { name: text("protection.offer.later") }).click();
  await page.waitForURL((url) => url.pathname === "/");
}

/** Takes a photo of the passport and sends it. */
async function sendPassport(): Promise<void> {
  const chooser = phone.waitForEvent("filechooser");
  await button(pattern("identity.kind.passport")).click();
  const buffer = Buffer.from(await aPicture(), "base64");
  await (await chooser).setFiles({ name: "passport.png", mimeType: "image/png", buffer });
  await button(pattern("identity.kind.passport"))
    .filter({ hasText: text("identity.added") })
    .waitFor();
  await button(text("identity.submit")).click();
  await phone.getByRole("heading", { name: text("identity.inReview.title") }).waitFor();
}

/** Opens what waits longest at the desk, looks at the document, and decides. */
async function decide(label: string, told?: string): Promise<void> {
  await desk.goto("/#/identities");
  await desk
    .getByRole("row")
    .filter({ hasText: NAME })
    .getByText(/waiting/iu)
    .first()
    .click();
  await desk.getByRole("button", { name: "Look at it" }).click();
  await desk.locator("img[src^='blob:']").waitFor();
  await desk.getByRole("button", { name: label, exact: true }).click();
  const dialog = desk.getByRole("dialog");
  if (told !== undefined) await tell(desk, told, NOTE);
  await dialog.getByRole("button", { name: label, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

test("who is old enough registers with the date of birth", async () => {
  await register(phone, NAME, "1990-12-31");
});

test("the first withdrawal leads to the identity check, where name and passport are sent", async () => {
  await phone.goto("/pages-sub/recharge/index");
  await phone.getByRole("textbox", { name: text("money.recharge.amount") }).fill("500");
  await button(text("money.recharge.submit", { amount: "500,00", unit: "K" })).click();
  await phone.getByText(text("money.recharge.done", { amount: "500,00", unit: "K" })).waitFor();
  await phone.goto(WITHDRAW);
  await button(text("withdraw.identity.action")).click();
  await phone.getByLabel(text("identity.name")).fill("NGUYEN THI LAN HUONG");
  expect(await axeViolations(phone)).toEqual([]);
  await button(text("identity.save")).click();
  await phone.getByText("1990-••-••").waitFor();
  await sendPassport();
});

test("a refusal is read with its reason, and other photos may be sent", async () => {
  await decide("Refuse", "A side or page of the document is missing");
  // The page that is open learns of it.
  await phone
    .getByText(text("identity.refused.words", { reason: text("reason.incompletePhotos") }))
    .waitFor();
  expect(await phone.locator("main").textContent()).not.toContain(NOTE);
  await sendPassport();
});

test("once the desk has verified the player, the withdrawal works", async () => {
  await decide("Verify");
  await phone.getByRole("heading", { name: text("identity.verified.title") }).waitFor();
  await bindCard(phone, "0123456789", "NGUYEN THI LAN HUONG");
  await askToWithdraw(phone, "200");
  expect(errors).toEqual([]);
});

test("who says that they are too young, and then another date, brings a document before any money", async () => {
  const { page } = await openPhone(browser, { baseURL: open.url, still: true });
  await register(page, "tre_con_9", "1990-12-31", "2015-05-05");
  await page.goto("/pages-sub/recharge/index");
  await page.getByRole("textbox", { name: text("money.recharge.amount") }).fill("500");
  const submit = text("money.recharge.submit", { amount: "500,00", unit: "K" });
  await page.getByRole("button", { name: submit }).click();
  await page.getByRole("heading", { name: text("protection.register.identity.title") }).waitFor();
});
