import { expect, test } from "vitest";
import { ACTION_NAMES, ROLES } from "@lotus/contract/desk";
import en from "./en-US.json";
import vi from "./vi-VN.json";
import { i18nProvider, word } from "./i18n.ts";

const placeholders = (text: string) =>
  [...text.matchAll(/%\{(\w+)\}/gu)].map(([, name = ""]) => name).toSorted((a, b) => a.localeCompare(b));

test("both languages have the same texts with the same values in them", () => {
  expect(Object.keys(en)).toEqual(Object.keys(vi));
  for (const [key, text] of Object.entries(vi)) {
    expect([key, text.trim()]).not.toEqual([key, ""]);
    // As it would be shown.
    expect([key, text.replaceAll(/%\{\w+\}/gu, "")]).toEqual([key, expect.not.stringMatching(/[{}]/u)]);
    expect([key, placeholders(word("en-US", key) === undefined ? "" : en[key as keyof typeof en])]).toEqual([
      key,
      placeholders(text),
    ]);
  }
});

test("every action and role has its words", () => {
  for (const action of ACTION_NAMES)
    expect([action, word("en-US", `action.${action}`)]).not.toEqual([action, undefined]);
  for (const role of ROLES) expect([role, word("vi-VN", `role.${role}`)]).not.toEqual([role, undefined]);
});

test("values are filled in; a text of react-admin without a Vietnamese one of ours falls back to English", async () => {
  expect(word("en-US", "conversation.unread", { count: 3 })).toBe("3 new");
  await i18nProvider.changeLocale("vi-VN");
  expect(i18nProvider.translate("ra.action.save")).toBe("Lưu");
  expect(i18nProvider.translate("ra.action.clone")).toBe("Clone");
  await i18nProvider.changeLocale("en-US");
  expect(i18nProvider.translate("ra.action.save")).toBe("Save");
  expect(document.documentElement.lang).toBe("en-US");
});
