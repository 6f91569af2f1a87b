import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeWindows, openPhone, sharedBrowser } from "./testing/browser.ts";
import { act, rowOf } from "./testing/desk-steps.ts";
import { logIn } from "./testing/log-in.ts";
import { brokenBooks, openTestServer, type TestServer } from "./testing/open-server.ts";
import { errorsOf } from "./testing/page-errors.ts";
import { ServerClient } from "./testing/server-client.ts";
import { openStaffRoom, type StaffRoom } from "./testing/staff.ts";
import { pattern, text } from "./testing/text.ts";
import { askToWithdraw, bindCard } from "./testing/withdraw.ts";

/** 21 November 2026, 10:00:02 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 2);
const NAME = "bao_khach";
const SETTINGS = {
  RECHARGE_BANK_NAME: "A Bank",
  RECHARGE_BANK_ACCOUNT: "0011001234567",
  RECHARGE_BANK_PAYEE: "LOTUS",
  RECHARGE_BANK_BIN: "970436",
  WITHDRAWAL_FOUR_EYES_ABOVE: "500.00",
  TURNOVER_PERCENT: "0",
};

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
  await logIn(phone, NAME);
  staff = await openStaffRoom(browser, open);
});
afterAll(async () => {
  await closeWindows(browser);
  client.close();
  staff.desk.close();
  await open.close();
});

const balance = async () => (await client.get<string>("/api/balance", player)).data;

async function newestWithdrawal(): Promise<string> {
  const reply = await client.get<{ list: { orderNo: string }[] }>(
    "/api/user/orderList?type=withdrawal&range=7d",
    player,
  );
  return reply.data.list[0]?.orderNo ?? "";
}

/** The newest message with a title in the open message centre. */
const messageOf = (title: string) => phone.getByRole("button").filter({ hasText: title }).first();

test("a large withdrawal needs two people, each step is shown live, and the audit log names both", async () => {
  const { desk } = staff;
  const [hand, cashier, admin] = await Promise.all([
    staff.at("cashier"),
    staff.at("payer"),
    staff.at("admin"),
  ]);
  const body = { type: "recharge", amount: "100.00", channel_id: "bank" };
  const { data: recharge } = await client.post<{ orderNo: string }>("/api/user/makeOrder", body, player);
  expect(await desk.post(`/desk/api/recharges/${recharge.orderNo}/pass`, {}, hand.token)).toMatchObject({
    code: 0,
  });
  await bindCard(phone, "0123456789");
  await askToWithdraw(phone, "600");
  await phone.evaluate("window.neverReloaded = true");
  expect(await balance()).toBe("500.00");
  const orderNo = await newestWithdrawal();

  // An operator who passed this player's recharge may not pass the withdrawal, and sees why.
  await hand.page.goto("/#/withdrawals");
  const pass = rowOf(hand.page, orderNo).getByRole("button", { name: "Pass" });
  expect(await pass.getAttribute("aria-disabled")).toBe("true");
  await pass.hover();
  await hand.page.getByRole("tooltip").getByText("another person has to pass this").waitFor();

  await cashier.page.goto("/#/withdrawals");
  await rowOf(cashier.page, orderNo).getByRole("button", { name: "Pass" }).click();
  await cashier.page.getByText(/Two people are needed/u).waitFor();
  await act(cashier.page, "Pass");
  await rowOf(cashier.page, orderNo).getByText("Pending review", { exact: true }).waitFor();
  await rowOf(cashier.page, orderNo).getByText("1 of 2 passed", { exact: true }).waitFor();
  const again = rowOf(cashier.page, orderNo).getByRole("button", { name: "Pass" });
  expect(await again.getAttribute("aria-disabled")).toBe("true");
  await again.hover();
  await cashier.page.getByRole("tooltip").getByText("a second person is needed").waitFor();
  const self = await desk.post(`/desk/api/withdrawals/${orderNo}/pass`, {}, cashier.token);
  expect(self.msg).toBe("A second person must do this: you were the first");
  // Nothing has left: the player still waits, the money is still held.
  await phone.getByText(text("withdraw.asked", { amount: "600,00", unit: "K" })).waitFor();

  await admin.page.goto("/#/withdrawals");
  await rowOf(admin.page, orderNo).getByRole("button", { name: "Confirm 600.00" }).click();
  await act(admin.page, "Confirm 600.00 K");
  await phone.getByText(text("withdraw.step.passed")).waitFor();
  expect(await phone.evaluate("window.neverReloaded")).toBe(true);
  expect(await balance()).toBe("500.00");
  await phone.goto("/pages-sub/message/index?tab=message");
  await messageOf(text("messages.withdrawalPassed.title")).filter({ hasText: "600,00" }).waitFor();

  await admin.page.goto("/#/audit");
  const entries = rowOf(admin.page, orderNo);
  await entries.nth(1).waitFor();
  const [second, first] = await entries.allTextContents();
  expect(await entries.count()).toBe(2);
  expect(first).toContain("hoa_cashier");
  expect(second).toContain("admin");
  expect(await brokenBooks(open)).toEqual([]);
});

test("after it addresses are locked in the app and by the server until support unlocks them", async () => {
  const LOCKED = text("withdraw.locked");
  for (const path of ["withdraw_addr", "bank_card", "wallet"]) {
    await phone.goto(`/pages-sub/settings/${path}`);
    await phone.getByText(LOCKED).waitFor();
    await phone.getByText(text("withdraw.lockedWords")).waitFor();
    expect(await phone.getByRole("textbox").count()).toBe(0);
  }
  const card = { real_name: "NGUYEN VAN AN", bank_name: "BIDV", card_no: "9876543210" };
  const body = { ...card, card_no_confirmation: card.card_no, trans_password: "402815" };
  const refused = await client.post("/api/user/bindBankCard", body, player);
  expect(refused.msg).toMatch(/addresses are locked/iu);

  const support = await staff.at("support");
  await support.page.goto("/#/players");
  await rowOf(support.page, NAME).first().click();
  await support.page.getByRole("button", { name: "Unlock addresses" }).click();
  const dialog = support.page.getByRole("dialog");
  expect(await dialog.getByRole("button", { name: "Unlock addresses" }).isDisabled()).toBe(true);
  await act(support.page, "Unlock addresses", "asked on the phone, proved to be the player");
  await support.page.getByText("May be changed").waitFor();

  await phone.goto("/pages-sub/message/index?tab=message");
  await messageOf(text("messages.addressesUnlocked.title")).waitFor();
  await bindCard(phone, "9876543210");
  // A change of addresses holds withdrawals for a day, and the app says so.
  await phone.goto("/pages-sub/withdraw/index");
  await phone.getByText(pattern("withdraw.held")).first().waitFor();
  expect(await brokenBooks(open)).toEqual([]);
});

test("no window reported an error or a policy violation", () => {
  expect([phoneErrors, staff.errors]).toEqual([[], []]);
});
