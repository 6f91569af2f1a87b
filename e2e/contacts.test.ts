import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Mail } from "@lotus/server/mail";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { ServerClient } from "./testing/server-client.ts";
import { logIn } from "./testing/log-in.ts";
import { openTestServer, type TestServer } from "./testing/open-server.ts";
import { errorsOf } from "./testing/page-errors.ts";
import { pattern, text } from "./testing/text.ts";

const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "reader_1";
const EMAIL = "reader@mail.example";
const NEW_PASSWORD = "sen-no-thang-muoi-1";

let open: TestServer;
let browser: Browser;
let page: Page;
let errors: string[];
const mails: Mail[] = [];
beforeAll(async () => {
  const mailer = {
    send: (mail: Mail) => void mails.push(mail),
    idle: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
  [open, browser] = await Promise.all([openTestServer(START, {}, { mailer }), sharedBrowser()]);
  const client = new ServerClient(open.url);
  await client.newPlayer(NAME, "50.00");
  client.close();
  ({ page } = await openPhone(browser, { baseURL: open.url, still: true }));
  errors = errorsOf(page);
  await logIn(page, NAME);
});
afterAll(async () => {
  await closeWindows(browser);
  await open.close();
});

/** The path of the link in a mail; the test server has another port than its configured URL. */
function linkIn(mail: Mail | undefined): string {
  const link = new URL(/http\S+/u.exec(mail?.text ?? "")?.[0] ?? "");
  return link.pathname + link.search;
}

test("binding a phone number and an e-mail raises the account to the highest security level", async () => {
  await page.goto("/pages-sub/settings/phone");
  await page.getByLabel(text("app.page.phone"), { exact: true }).fill("0912 345 678");
  await page.getByLabel(text("app.page.withdrawalPassword")).fill("402815");
  await page.getByRole("button", { name: text("account.bindPhone") }).click();
  await page.getByText(text("account.phoneBound")).first().waitFor();
  await page.goto("/pages-sub/settings/email");
  await page.getByLabel("Email", { exact: true }).fill(EMAIL);
  await page.getByLabel(text("app.page.withdrawalPassword")).fill("402815");
  await page.getByRole("button", { name: text("account.sendLink") }).click();
  await page.getByText(pattern("account.linkSent", { email: EMAIL })).waitFor();
  expect(mails).toMatchObject([
    { to: EMAIL, subject: text("mails.confirmEmail.subject", { title: "Lotus" }) },
  ]);
  await page.goto(linkIn(mails[0]));
  await page.getByRole("button", { name: text("account.confirm.confirm") }).click();
  await page.getByText(text("account.confirm.done")).waitFor();
  await page.goto("/pages-sub/profile/index");
  for (const text of ["+84******678", "r***@mail.example", "Cao"])
    await page.getByText(text).first().waitFor();
  expect(errors.splice(0)).toEqual([]);
});

test("a session ended from another device is reported and leads to the login", async () => {
  const other = await openPhone(browser, { baseURL: open.url, still: true });
  await logIn(other.page, NAME);
  await page.goto("/pages-sub/settings/devices");
  await page.getByText(text("account.devices.this")).waitFor();
  await page.getByRole("button", { name: text("account.devices.endOthers") }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: text("app.mine.logOut") })
    .click();
  await page.getByText(text("account.devices.alone")).waitFor();
  await other.page.waitForURL((url) => url.pathname === "/pages/auth/login");
  await other.context.close();
  expect(errors.splice(0)).toEqual([]);
});

test("a forgotten password is replaced with a code, and the old one no longer works", async () => {
  mails.length = 0;
  const forgetful = await openPhone(browser, { baseURL: open.url, still: true });
  const there = forgetful.page;
  await there.goto("/pages/auth/login");
  await there.getByText(text("auth.forgot")).click();
  // The page before has a field of the same name.
  await there.getByRole("button", { name: text("account.forgot.send") }).waitFor();
  await there.getByLabel(text("auth.username")).fill(NAME);
  await there.getByLabel("Email", { exact: true }).fill(EMAIL.toUpperCase());
  await there.getByRole("button", { name: text("account.forgot.send") }).click();
  await there.getByText(pattern("account.forgot.sent")).waitFor();
  await there
    .getByLabel(text("account.forgot.code"))
    .fill(/^[\d ]{14}$/mu.exec(mails[0]?.text ?? "")?.[0] ?? "");
  await there.getByLabel(text("account.newPassword"), { exact: true }).fill(NEW_PASSWORD);
  await there.getByLabel(text("account.newPasswordAgain")).fill(NEW_PASSWORD);
  await there.getByRole("button", { name: text("account.forgot.reset") }).click();
  await there.waitForURL((url) => url.pathname === "/pages/auth/login");
  await there.getByLabel(text("auth.password"), { exact: true }).fill(NEW_PASSWORD);
  await there.getByRole("button", { name: text("auth.login"), exact: true }).click();
  await there.waitForURL((url) => url.pathname === "/");
  // All sessions have ended, including the one that was still open.
  await page.waitForURL((url) => url.pathname === "/pages/auth/login");
  await forgetful.context.close();
});
