import { toHex, utf8 } from "@lotus/tlog";
import { expect, test } from "vitest";
import { lengthPrefixed, tag } from "./fields.ts";

test("a prefix is the length in bytes, not in letters", () => {
  expect(toHex(lengthPrefixed(utf8("é")))).toBe("0002c3a9");
  expect(toHex(tag("link"))).toBe(`000f${toHex(utf8("lot-fair/2/link"))}`);
});
