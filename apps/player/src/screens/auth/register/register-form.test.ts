import { beforeAll, expect, test } from "vitest";
import { activateLocale, word } from "../../../i18n/i18n.ts";
import { registerBody, registerResolver, type RegisterForm } from "./register-form.ts";

const FORM: RegisterForm = {
  invite_code: "",
  username: " minh_anh88 ",
  password: "white lotus of May",
  password_confirmation: "white lotus of May",
  trans_password: "271828",
  birth_date: "1990-12-31",
  agreed: true,
};

beforeAll(() => activateLocale("en-US"));

async function problemsOf(form: RegisterForm, inviteRequired = false) {
  const { errors } = await registerResolver(inviteRequired)(form, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  return errors;
}

test("the site terms must be agreed to before it is sent", async () => {
  expect(await problemsOf({ ...FORM, agreed: false })).toMatchObject({
    agreed: { message: "validation.termsRequired" },
  });
  expect(word("validation.termsRequired")).toBe("Please agree to the site terms before submitting");
  expect(await problemsOf(FORM)).toEqual({});
});

test("the referral code is required if the server requires one", async () => {
  expect(await problemsOf(FORM, true)).toMatchObject({
    invite_code: { message: "codes.INVITE_CODE_REQUIRED" },
  });
  expect(await problemsOf({ ...FORM, invite_code: "LT7K2Q" }, true)).toEqual({});
  expect(await problemsOf(FORM, false)).toEqual({});
});

test("the request has device 1, and no code if none was typed", async () => {
  const form = { ...FORM, invite_code: "\u200B ", username: "\u202Aｍｉｎｈ_anh88\u202C" };
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { values } = await registerResolver(false)(form, undefined, options);
  expect(registerBody({ ...FORM, ...values })).toEqual({
    username: "minh_anh88",
    password: "white lotus of May",
    password_confirmation: "white lotus of May",
    register_device: 1,
    trans_password: "271828",
    birth_date: "1990-12-31",
  });
});
