import { expect, test } from "vitest";
import { codeOf, stepOfCode } from "./totp.ts";

/** RFC 6238, appendix B, at 59 s, in six digits. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test("a code is that of RFC 6238, and is accepted", () => {
  expect(codeOf(SECRET, 59_000)).toBe("287082");
  expect(stepOfCode(SECRET, "287082", 59_000)).toBe(1);
});
