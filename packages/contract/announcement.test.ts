import { expect, test } from "vitest";
import * as z from "zod/mini";
import { ANNOUNCEMENT_LENGTHS, announcementTexts } from "./announcement.ts";

const text = { title: "Bảo trì", body: "Từ 2 giờ\nđến 3 giờ" };
const { title, body } = ANNOUNCEMENT_LENGTHS;

test.each([
  ["one language", { "vi-VN": text }, true],
  ["several", { "vi-VN": text, fr: text }, true],
  ["the longest", { fr: { title: "a".repeat(title), body: "a".repeat(body) } }, true],
  ["no language, which nobody could read", {}, false],
  ["a language without a text", { fr: { title: " ", body: "x" } }, false],
  ["too long a title", { fr: { ...text, title: "a".repeat(title + 1) } }, false],
  ["too long a body", { fr: { ...text, body: "a".repeat(body + 1) } }, false],
])("what the desk writes in %s", (_what, texts, fits) => {
  expect(z.safeParse(announcementTexts, texts).success).toBe(fits);
});
