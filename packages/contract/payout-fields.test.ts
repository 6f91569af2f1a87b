import * as z from "zod/mini";
import { expect, test } from "vitest";
import { bankName, cardNumber, foldName, realName } from "./payout-fields.ts";

const problem = (schema: z.ZodMiniType, value: string): string | undefined =>
  z.safeParse(schema, value).error?.issues[0]?.message;

test("a number of a card brand needs a valid check digit, an account number does not", () => {
  for (const card of [
    "4111111111111111",
    "5555555555554444",
    "3530111333300000",
    "378282246310005",
    "6011111111111117",
  ])
    expect([card, problem(cardNumber, card)]).toEqual([card, undefined]);
  for (const card of [
    "4111111111111112",
    "5555555555554445",
    "2720990000000000",
    "378282246310006",
    "6200000000000000",
  ])
    expect([card, problem(cardNumber, card)]).toEqual([card, "validation.cardNumberWrong"]);
  // Accounts, and domestic cards, are taken as they are.
  for (const account of [
    "12345678",
    "0071000123456",
    "19031234567012",
    "9704151234567890123",
    "4111111111111",
    "0071 0001-23456",
  ])
    expect([account, problem(cardNumber, account)]).toEqual([account, undefined]);
  for (const wrong of ["1234567", "12345678901234567890", "1234 567", "1234567a"])
    expect([wrong, problem(cardNumber, wrong)]).toEqual([wrong, "validation.cardNumberFormat"]);
  expect(problem(cardNumber, " ")).toBe("validation.cardNumberBlank");
});

test("names may be in any script, and are compared as banks write them", () => {
  for (const name of ["Nguyễn Văn An", "NGUYEN VAN AN", "O'Neil-Đỗ Jr.", "李明", "Ọn Ja", "علی\u200Cرضا"])
    expect([name, problem(realName, name)]).toEqual([name, undefined]);
  for (const name of ["A", "An 2", "=SUM(A1)", "a".repeat(61), "-An"])
    expect([name, problem(realName, name)]).toEqual([name, "validation.realNameFormat"]);
  expect(problem(realName, "  ")).toBe("validation.realNameBlank");
  expect(z.safeParse(realName, "  Nguyễn   Văn\u200B An ".normalize("NFD")).data).toBe("Nguyễn Văn An");
  expect(foldName("Đỗ Thị  Hồng")).toBe(foldName("DO THI HONG"));
  expect(foldName("Đỗ Thị Hồng")).not.toBe(foldName("Đỗ Thị Hoa"));
});

test("a bank's name contains neither markup nor a formula", () => {
  expect(problem(bankName, "Ngân hàng TMCP Ngoại thương (Vietcombank)")).toBeUndefined();
  for (const name of ["=1+1", "<b>Bank</b>", "a".repeat(61)])
    expect([name, problem(bankName, name)]).toEqual([name, "validation.bankNameFormat"]);
});
