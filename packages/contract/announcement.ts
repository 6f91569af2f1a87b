import * as z from "zod/mini";
import { seen } from "./typed-fields.ts";
import { languageTag } from "./language-tag.ts";

/** Longest title and body of what the desk writes to players. */
export const ANNOUNCEMENT_LENGTHS = { title: 120, body: 4000 } as const;

const filled = (max: number) => z.string().check(z.maxLength(max, { error: "validation.tooLong" }), seen());

/** One language's text of a notice or message. Plain text: line breaks are kept, there is no markup. */
export const announcementText = z.strictObject({
  title: filled(ANNOUNCEMENT_LENGTHS.title),
  body: filled(ANNOUNCEMENT_LENGTHS.body),
});
export type AnnouncementText = z.output<typeof announcementText>;

/** Texts by language tag, at least one. Readers of other languages get the server's default language. */
export const announcementTexts = z
  .record(languageTag, announcementText)
  .check(z.refine((texts) => Object.keys(texts).length > 0, { error: "validation.invalid" }));
export type AnnouncementTexts = z.output<typeof announcementTexts>;
