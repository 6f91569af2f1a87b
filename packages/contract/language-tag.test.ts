import { expect, test } from "vitest";
import * as z from "zod/mini";
import { languageTag } from "./language-tag.ts";

test.each(["vi-VN", "zh-TW", "fr", "es"])("%s is the tag of a locale", (tag) => {
  expect(z.safeParse(languageTag, tag).success).toBe(true);
});

test.each(["", "VI", "vi-vn", "zh-Hant", "fr ", "french", "__proto__"])(
  "%j is not the tag of a locale",
  (tag) => {
    expect(z.safeParse(languageTag, tag).success).toBe(false);
  },
);
