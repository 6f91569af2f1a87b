import { expect, test } from "vitest";
import { word } from "../i18n/i18n.ts";
import { firstWords } from "./told-text.ts";

test("the second person reads which of two texts players read, and which is the house's own", () => {
  const t = ((key: string) => word("en-US", key)) as never;
  expect(firstWords({ reason: "duplicate", note: "asked twice" }, t)).toBe(
    "The player reads: duplicate. Our own note: asked twice",
  );
  expect(firstWords({ reason: null, note: "asked twice" }, t)).toBe("asked twice");
});
