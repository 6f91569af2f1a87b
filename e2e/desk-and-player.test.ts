import { createHmac } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { act, rowOf, tell } from "./testing/desk-steps.ts";
import { ServerClient } from "./testing/server-client.ts";
import { logIn, storeSession } from "./testing/log-in.ts";
import { brokenBooks, openTestServer, type TestServer } from "./testing/open-server.ts";
import { errorsOf } from "./testing/page-errors.ts";
import { openStaffRoom, type StaffRoom } from "./testing/staff.ts";
import { pattern, text } from "./testing/text.ts";
import { askToWithdraw, bindCard } from "./testing/withdraw.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "bao_khach";
const NOTICE_SECRET = "a secret between the server and its bank";
const SETTINGS = {
  RECHARGE_BANK_NAME: "A Bank",
  RECHARGE_BANK_ACCOUNT: "0011001234567",
  RECHARGE_BANK_PAYEE: "LOTUS",
  RECHARGE_BANK_BIN: "970436",
  RECHARGE_BANK_NOTICE_SECRET: NOTICE_SECRET,
  TURNOVER_PERCENT: "0",
};
const MINE = "/pages/tabbar/mine";
const SCRIPT = `<img src=x onerror="window.pwned=1">`;

let open: TestServer;
let browser: Browser;
let client: ServerClient;
let player: string;
let phone: Page;
let phoneErrors: string[];
let staff: StaffRoom;

beforeAll(async () => {
  [open, browser] = await Promise.all([openTestServer(START, SETTINGS), sharedBrowser()]);
  client = new ServerClient(open.url);
  player = await client.newPlayer(NAME, "1000.00");
  ({ page: phone } = await openPhone(browser, { baseURL: open.url, still: true }));
  phoneErrors = errorsOf(phone);
  await storeSession(phone, NAME);
  staff = await openStaffRoom(browser, open);
});
afterAll(async () => {
  await closeWindows(browser);
  client.close();
  staff.desk.close();
  await open.close();
});

interface MoneyReply {
  readonly orderNo: string;
  readonly payment?: { readonly amount: string; readonly currency: string; readonly reference: string };
}

/** Marks the open page; a reload removes the mark. */
async function mark(page: Page): Promise<void> {
  await page.evaluate("window.neverReloaded = true");
}

async function expectNoReload(page: Page): Promise<void> {
  expect(await page.evaluate("window.neverReloaded")).toBe(true);
}

async function balance(): Promise<string> {
  return (await client.get<string>("/api/balance", player)).data;
}

async function newestOrder(type: "recharge" | "withdrawal"): Promise<string> {
  const reply = await client.get<{ list: MoneyReply[] }>(`/api/user/orderList?type=${type}&range=7d`, player);
  return reply.data.list[0]?.orderNo ?? "";
}

/** A notice of a payment, signed by the bank. */
async function sendNotice(notice: string, secret = NOTICE_SECRET): Promise<unknown> {
  const timestamp = String(START + 1_000);
  const signature = createHmac("sha256", secret).update(`${timestamp}.${notice}`).digest("hex");
  const headers = {
    "content-type": "application/json",
    "x-notice-timestamp": timestamp,
    "x-notice-signature": signature,
  };
  const reply = await fetch(`${open.url}/api/notice/bank`, { method: "POST", headers, body: notice });
  return await reply.json();
}

/** The newest message in the player's message centre. */
async function newestMessage(title: string): Promise<string> {
  await phone.goto("/pages-sub/message/index?tab=message");
  await phone
    .getByRole("button", { name: new RegExp(title, "u") })
    .first()
    .click();
  const sheet = phone.getByRole("dialog");
  await sheet.getByRole("heading", { name: title }).waitFor();
  const text = await sheet.textContent();
  await sheet.getByRole("button").first().click();
  return text ?? "";
}

test("a bank transfer requested in the app is passed at the desk, and the money arrives without a reload", async () => {
  await phone.goto("/pages-sub/recharge/index");
  await phone.getByText(text("channel.bank")).click();
  await phone.getByLabel(text("money.recharge.amount")).fill("250");
  await phone
    .getByRole("button", { name: text("money.recharge.submit", { amount: "250,00", unit: "K" }) })
    .click();
  await phone.getByText(text("payment.title", { amount: "250,00", unit: "K" })).waitFor();
  await phone.getByRole("button", { name: text("payment.paid") }).click();
  await phone.getByText(text("payment.confirmed")).waitFor();
  await mark(phone);
  const orderNo = await newestOrder("recharge");

  const { page } = await staff.at("cashier");
  await page.goto("/#/recharges");
  await rowOf(page, orderNo).getByRole("button", { name: "Pass" }).click();
  await act(page, "Pass");

  await phone.getByText(text("money.recharge.done", { amount: "250,00", unit: "K" })).waitFor();
  await phone.getByText("1.250,00").filter({ visible: true }).first().waitFor();
  await expectNoReload(phone);
  expect(await balance()).toBe("1250.00");
  expect(await newestMessage(text("messages.rechargePassed.title"))).toContain("250,00");
  await phone.goto("/pages-sub/record/recharge");
  const row = phone.getByRole("button", { name: pattern("channel.bank") }).first();
  await row.getByText(text("money.status.passed")).waitFor();
});

test("a signed notice that comes twice credits once, and the desk shows it passed", async () => {
  const body = { type: "recharge", amount: "300.00", channel_id: "bank" };
  const { data: order } = await client.post<MoneyReply>("/api/user/makeOrder", body, player);
  await phone.goto(MINE);
  await phone.getByText("1.250,00").filter({ visible: true }).first().waitFor();
  await mark(phone);

  const notice = JSON.stringify({
    notice_id: "FT26325000001",
    amount: order.payment?.amount,
    currency: order.payment?.currency,
    reference: `CHUYEN KHOAN ${order.payment?.reference}`,
  });
  expect(await sendNotice(notice, "a secret that somebody has guessed")).toMatchObject({ data: null });
  expect(await balance()).toBe("1250.00");
  const passed = { code: 0, data: { result: "passed", orderNo: order.orderNo } };
  expect(await sendNotice(notice)).toMatchObject(passed);
  expect(await sendNotice(notice)).toMatchObject(passed);

  await phone.getByText("1.550,00").filter({ visible: true }).first().waitFor();
  await expectNoReload(phone);
  expect(await balance()).toBe("1550.00");
  const { page } = await staff.at("cashier");
  await page.goto(`/#/recharges/${order.orderNo}/show`);
  await page.getByText("Passed", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Pass", exact: true }).count()).toBe(0);
  expect(await brokenBooks(open)).toEqual([]);
});

test("a withdrawal that the desk cancels goes back, and the player reads why", async () => {
  await bindCard(phone, "0123456789");
  const note = `the bank refuses <b>this</b> card`;
  await askToWithdraw(phone, "450");
  const orderNo = await newestOrder("withdrawal");
  expect(await balance()).toBe("1100.00");
  await mark(phone);
  const { page } = await staff.at("cashier");
  await page.goto("/#/withdrawals");
  await rowOf(page, orderNo).getByRole("button", { name: "Cancel withdrawal" }).click();
  await tell(page, "This card or wallet cannot be paid", note);
  await act(page, "Cancel withdrawal");
  await phone.getByText(text("withdraw.step.cancelled")).waitFor();
  await expectNoReload(phone);
  expect(await balance()).toBe("1550.00");
  await phone.goto("/pages-sub/record/withdrawal");
  await phone
    .getByRole("button", { name: /450,00/u })
    .first()
    .click();
  const record = phone.getByRole("dialog");
  await record.getByText(text("reason.cannotBePaid")).waitFor();
  const message = await newestMessage(text("messages.withdrawalCancelled.title"));
  expect(message).toContain(text("reason.cannotBePaid"));
  expect(`${message} ${await record.textContent()}`).not.toContain("refuses");
  expect(await brokenBooks(open)).toEqual([]);
});

test("actions forbidden to a role are disabled with the reason, absent from the menu, and refused by the server", async () => {
  const body = { type: "recharge", amount: "40.00", channel_id: "bank" };
  const { data: order } = await client.post<MoneyReply>("/api/user/makeOrder", body, player);
  const { desk } = staff;
  const [support, cashier] = [await staff.at("support"), await staff.at("cashier")];
  await support.page.goto("/#/recharges");
  const pass = rowOf(support.page, order.orderNo).getByRole("button", { name: "Pass" });
  expect(await pass.getAttribute("aria-disabled")).toBe("true");
  await pass.hover();
  await support.page.getByRole("tooltip").getByText("Only for: Cashier, Admin").waitFor();
  await pass.click({ force: true });
  expect(await support.page.getByRole("dialog").count()).toBe(0);
  expect(await support.page.getByRole("menuitem", { name: "Operators" }).count()).toBe(0);
  const FORBIDDEN = "Your role may not do this";
  const tried = await desk.post(`/desk/api/recharges/${order.orderNo}/pass`, {}, support.token);
  expect(tried.msg).toBe(FORBIDDEN);

  await cashier.page.goto("/#/players");
  await rowOf(cashier.page, NAME).first().click();
  const unlock = cashier.page.getByRole("button", { name: "Unlock addresses" });
  await unlock.waitFor();
  expect(await unlock.getAttribute("aria-disabled")).toBe("true");
  await unlock.hover();
  await cashier.page.getByRole("tooltip").getByText("Only for: Support, Admin").waitFor();
  const id = /players\/(\d+)/u.exec(cashier.page.url())?.[1] ?? "";
  const reason = { reason: "a cashier tries" };
  for (const path of [
    `players/${id}/unlockAddresses`,
    `players/${id}/lock`,
    "money/stop",
    "operators/1/lock",
  ]) {
    expect([path, (await desk.post(`/desk/api/${path}`, reason, cashier.token)).msg]).toEqual([
      path,
      FORBIDDEN,
    ]);
  }
  expect(await balance()).toBe("1550.00");
});

test("less than asked, with a wrong letter in its reference: offered, matched, passed by another as it came, and said", async () => {
  const body = { type: "recharge", amount: "500.00", channel_id: "bank" };
  const { data: order } = await client.post<MoneyReply>("/api/user/makeOrder", body, player);
  const { currency, reference = "" } = order.payment ?? {};
  const wrong = reference.slice(0, -1) + (reference.endsWith("A") ? "C" : "A");
  const notice = {
    notice_id: "FT26325000002",
    amount: "450000",
    currency,
    reference: `MBVCB.42. ${wrong} CK`,
  };
  expect(await sendNotice(JSON.stringify(notice))).toMatchObject({ data: { result: "unmatched" } });
  const { page: cashier } = await staff.at("cashier");
  await cashier.goto("/#/paymentNotices");
  const offer = cashier.getByRole("listitem").filter({ hasText: order.orderNo });
  await offer.getByRole("button", { name: "Match" }).click();
  await cashier.getByRole("dialog").getByText("50,000 VND less than the 500,000 due").waitFor();
  await act(cashier, "Match", "one letter is wrong");
  await offer.waitFor({ state: "detached" });

  const { page: admin } = await staff.at("admin");
  await admin.goto(`/#/recharges/${order.orderNo}/show`);
  await admin.getByRole("button", { name: "Pass 450.00 K", exact: true }).click();
  await act(admin, "Pass 450.00 K");
  await admin.getByText("450.00 K came of 500.00 K asked").waitFor();
  expect(await balance()).toBe("2000.00");
  await phone.goto("/pages-sub/record/recharge");
  await phone
    .getByRole("button", { name: /450,00/u })
    .first()
    .click();
  await phone.getByText(text("payment.cameOf", { came: "450,00", asked: "500,00" })).waitFor();
  expect(await brokenBooks(open)).toEqual([]);
});

test("player and desk chat live, and markup is plain text on both sides", async () => {
  const question = `Khi nào tiền về? ${SCRIPT}`;
  const answered = `Trong 30 phút. ${SCRIPT} <script>window.pwned=1</script>`;
  const { page } = await staff.at("support");
  await page.goto("/#/conversations");
  await page.getByText("Nobody waits for an answer").waitFor();
  await phone.goto("/pages/tabbar/service");
  await phone.getByRole("tab", { name: text("service.view.chat") }).click();
  await phone.getByLabel(text("app.page.messages")).fill(question);
  await phone.getByRole("button", { name: text("service.send"), exact: true }).click();
  await phone.getByText(question).first().waitFor();
  await mark(phone);

  await page.getByText(NAME).first().click();
  const thread = page.getByRole("log");
  await thread.getByText(question).waitFor();
  await page.getByLabel("Answer").fill(answered);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await thread.getByText(answered).waitFor();
  await phone.getByText(answered).first().waitFor();
  await expectNoReload(phone);
  await phone.getByLabel(text("app.page.messages")).fill("Cảm ơn");
  await phone.getByRole("button", { name: text("service.send"), exact: true }).click();
  await thread.getByText("Cảm ơn").waitFor();
  for (const where of [page, phone]) {
    expect(await where.evaluate("window.pwned")).toBeUndefined();
    expect(await where.locator("img[src='x']").count()).toBe(0);
  }
});

/** Whether the page hears of the Enter that ends a composed word, as Safari tells of it. */
const HEARS_LATE_ENTER = `(() => {
  let heard = false;
  document.addEventListener("keydown", () => { heard = true; }, { once: true });
  const late = { key: "Enter", keyCode: 229, bubbles: true, cancelable: true };
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", late));
  return heard;
})()`;

test("in both apps no handler hears of a key that an input method used", async () => {
  const { page } = await staff.at("support");
  await page.goto("/#/conversations");
  await page.getByRole("menuitem").first().waitFor();
  await phone.goto("/pages/tabbar/service");
  await phone.getByRole("tab", { name: text("service.view.chat") }).waitFor();
  for (const where of [page, phone]) expect(await where.evaluate(HEARS_LATE_ENTER)).toBe(false);
});

test("sessions that the desk ends tell both phones who did it, and a phone signed out by the player says that", async () => {
  const [name, words] = ["two_phones", text("auth.ended.desk")];
  await client.newPlayer(name, "10.00");
  const phones = [];
  for (const path of ["/pages-sub/report/index", "/pages-sub/settings/devices"]) {
    const { context, page } = await openPhone(browser, { baseURL: open.url, still: true });
    await storeSession(page, name);
    await page.goto(path);
    phones.push({ context, page });
  }
  const support = await staff.at("support");
  await support.page.goto("/#/players");
  await rowOf(support.page, name).first().click();
  await support.page.getByRole("button", { name: "End all sessions" }).click();
  await act(support.page, "End all sessions", "asked by telephone");
  await Promise.all(phones.map(({ page }) => page.getByText(words).waitFor()));

  const [first, second] = phones;
  if (first === undefined || second === undefined) throw new Error("two phones were opened");
  await logIn(first.page, name);
  await logIn(second.page, name);
  await second.page.goto("/pages-sub/settings/devices");
  await second.page.getByRole("button", { name: text("account.devices.endOf", { name: "Chrome" }) }).click();
  await second.page
    .getByRole("alertdialog")
    .getByRole("button", { name: text("app.mine.logOut") })
    .click();
  await first.page.getByText(text("auth.ended.device")).waitFor();
  expect(await first.page.getByText(words).count()).toBe(0);
  for (const { context } of phones) await context.close();
});

test("no window reported an error or a policy violation", () => {
  expect([phoneErrors, staff.errors]).toEqual([[], []]);
});
