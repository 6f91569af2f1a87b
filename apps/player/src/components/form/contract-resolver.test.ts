import { CALLS } from "@lotus/contract";
import type { MessageKey } from "@lotus/locales";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { activateLocale, word } from "../../i18n/i18n.ts";
import { contractResolver } from "./contract-resolver.ts";

beforeAll(() => activateLocale("en-US"));

/** What a form over this schema says beside its fields, in words. */
async function errorsOf(schema: z.ZodMiniType, values: Record<string, unknown>) {
  const resolve = contractResolver<Record<string, unknown>>(schema, (all) => all);
  const { errors } = await resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  return Object.fromEntries(
    // The schemas of the contract name keys of the locales.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    Object.entries(errors).map(([field, error]) => [field, word(error?.message as MessageKey)]),
  );
}

const { bindBankCard, bindDigitWall, bindEmail, bindPhone, login, register, updatePwd, updateTransPwd } =
  CALLS;
const NEW = "white lotus of May";
const registration = {
  username: "minh_anh88",
  password: NEW,
  password_confirmation: NEW,
  register_device: 1,
  trans_password: "271828",
};
const card = {
  real_name: "Nguyen Van An",
  bank_name: "A Bank",
  card_no: "0123456789",
  card_no_confirmation: "0123456789",
  trans_password: "271828",
};
const wallet = {
  network: "tron",
  address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  address_confirmation: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  trans_password: "271828",
};
const change = { old_pwd: "old", password: NEW, password_confirmation: NEW };
const pinChange = { old_pwd: "280915", password: "271828", password_confirmation: "271828" };

describe("a form says", () => {
  test.each([
    ["Username cannot be blank", login.body, { username: " ", password: "x" }, "username"],
    ["Password cannot be blank", login.body, { username: "minh", password: "" }, "password"],
    [
      "Confirm password cannot be blank",
      register.body,
      { ...registration, password_confirmation: "" },
      "password_confirmation",
    ],
    [
      "The passwords entered are inconsistent",
      register.body,
      { ...registration, password_confirmation: `${NEW}!` },
      "password_confirmation",
    ],
    [
      "Withdrawal password cannot be blank",
      register.body,
      { ...registration, trans_password: "" },
      "trans_password",
    ],
    [
      "The new passwords are inconsistent",
      updatePwd.body,
      { ...change, password_confirmation: `${NEW}!` },
      "password_confirmation",
    ],
    [
      "The withdrawal passwords are inconsistent",
      updateTransPwd.body,
      { ...pinChange, password_confirmation: "271829" },
      "password_confirmation",
    ],
    ["Phone cannot be blank", bindPhone.body, { phone: "" }, "phone"],
    [
      "Must be a correct phone number, as it is dialled here or with + and the code of its country",
      bindPhone.body,
      { phone: "lotus" },
      "phone",
    ],
    ["Email cannot be blank", bindEmail.body, { email: "" }, "email"],
    ["Must be a correct email address", bindEmail.body, { email: "reader@mail" }, "email"],
    [
      "The card numbers are inconsistent",
      bindBankCard.body,
      { ...card, card_no_confirmation: "0123456780" },
      "card_no_confirmation",
    ],
    [
      "The wallet addresses are inconsistent",
      bindDigitWall.body,
      { ...wallet, address_confirmation: wallet.address.replace("6t", "6u") },
      "address_confirmation",
    ],
  ] as const)("%s", async (words, schema, values, field) => {
    expect(await errorsOf(schema, values)).toEqual({ [field]: words });
  });

  test('shows "Input data invalid" if a rule has no message of its own', async () => {
    const odd = z.strictObject({ reason: z.string().check(z.maxLength(3)) });
    expect(await errorsOf(odd, { reason: "much too long" })).toEqual({ reason: "Input data invalid" });
  });

  test.each([
    [bindPhone.body, { phone: "\u202A+84 912‑345 678\u202C" }, { phone: "+84 912-345 678" }],
    [bindEmail.body, { email: "\u2068ａｎｈ@example.com\u2069 " }, { email: "anh@example.com" }],
    [
      bindBankCard.body,
      { ...card, card_no: "０１２３ ４５６–789", card_no_confirmation: "0123\u00A0456789" },
      card,
    ],
    [bindDigitWall.body, { ...wallet, address: `\u200B${wallet.address}\n` }, wallet],
    [
      login.body,
      { username: "\uFEFFminh", password: " ｘ\u200B " },
      { username: "minh", password: " ｘ\u200B " },
    ],
  ])(
    "nothing of what a contact or another keyboard adds, which is not sent either",
    async (schema, dirty, tidy) => {
      const resolve = contractResolver<Record<string, unknown>>(schema, (all) => all);
      expect(await resolve(dirty, undefined, { fields: {}, shouldUseNativeValidation: false })).toEqual({
        values: tidy,
        errors: {},
      });
    },
  );

  test("nothing if the call would accept it", async () => {
    expect(await errorsOf(register.body, registration)).toEqual({});
    expect(await errorsOf(bindBankCard.body, card)).toEqual({});
    expect(await errorsOf(bindDigitWall.body, wallet)).toEqual({});
  });
});
