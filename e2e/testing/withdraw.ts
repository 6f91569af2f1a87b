import type { Page } from "playwright-core";
import { text } from "./text.ts";

/** The withdrawal password of `ServerClient.newPlayer`. */
const PASSWORD = "402815";

/** Binds a bank card in the app. */
export async function bindCard(phone: Page, number: string, holder = "NGUYỄN VĂN AN"): Promise<void> {
  await phone.goto("/pages-sub/settings/bank_card");
  await phone.getByLabel(text("withdraw.card.realName")).fill(holder);
  await phone.getByRole("button", { name: new RegExp(`^${text("withdraw.card.bank")}`, "u") }).click();
  await phone.getByRole("searchbox").fill("ngoai thuong");
  const banks = phone.getByRole("dialog", { name: text("withdraw.card.bank") });
  await banks.getByRole("button", { name: /^Vietcombank/u }).click();
  await banks.waitFor({ state: "hidden" });
  await phone.getByLabel(text("withdraw.card.number")).fill(number);
  await phone.getByLabel(text("withdraw.card.numberAgain")).fill(number);
  await phone.getByLabel(text("app.page.withdrawalPassword")).fill(PASSWORD);
  await phone.getByRole("button", { name: text("withdraw.card.bind") }).click();
  await phone.getByText(text("withdraw.bound")).first().waitFor();
}

/** Requests a withdrawal of a whole amount in the app; ends on the confirmation page. */
export async function askToWithdraw(phone: Page, amount: string): Promise<void> {
  const words = { amount: `${amount},00`, unit: "K" };
  await phone.goto("/pages-sub/withdraw/index");
  await phone.getByLabel(text("withdraw.amount")).fill(amount);
  await phone.getByRole("button", { name: text("withdraw.submit", words) }).click();
  const sheet = phone.getByRole("dialog");
  await sheet.getByLabel(text("app.page.withdrawalPassword")).fill(PASSWORD);
  await sheet.getByRole("button", { name: text("withdraw.submit", words) }).click();
  await phone.getByText(text("withdraw.asked", words)).waitFor();
}
