import { expect, test } from "vitest";
import { safeRedirect } from "./after-login.ts";

const origin = "https://lotus.example";

test.each([
  ["/pages-sub/game/index?code=FFC", "/pages-sub/game/index?code=FFC"],
  [undefined, "/"],
  ["https://elsewhere.example/pages/tabbar/mine", "/"],
  ["//elsewhere.example/", "/"],
  ["javascript:alert(1)", "/"],
  ["\\\\elsewhere.example", "/"],
  ["/pages/auth/login?redirect=/pages/auth/login", "/"],
  ["/nowhere", "/"],
])("after login %s leads to %s", (redirect, expected) => {
  expect(safeRedirect(redirect, origin)).toBe(expected);
});
