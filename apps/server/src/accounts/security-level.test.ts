import { expect, test } from "vitest";
import { securityLevel } from "./security-level.ts";

test.each([
  [{ transPassword: true, phone: false, email: false }, "low"],
  [{ transPassword: true, phone: true, email: false }, "medium"],
  [{ transPassword: true, phone: false, email: true }, "medium"],
  [{ transPassword: true, phone: true, email: true }, "high"],
] as const)("%j is %s", (guards, level) => {
  expect(securityLevel(guards)).toBe(level);
});
