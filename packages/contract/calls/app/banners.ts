import * as z from "zod/mini";
import { defineCall } from "../../call.ts";

/** The app's own drawings that a banner may show. */
export const BANNER_DRAWINGS = [
  "lotus",
  "balls",
  "dice",
  "race",
  "zodiac",
  "books",
  "shield",
  "gift",
] as const;
export const bannerDrawing = z.enum(BANNER_DRAWINGS);
export type BannerDrawing = z.output<typeof bannerDrawing>;

export const banners = defineCall({
  method: "GET",
  path: "/api/app/banners",
  summary: "The banners of the first page, in the order they are shown.",
  auth: "public",
  rate: "read",
  data: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      words: z.string(),
      drawing: z.nullable(bannerDrawing),
      /** URL of a picture; null if there is a drawing. */
      picture: z.nullable(z.string()),
      /** A page of the app, or null. */
      link: z.nullable(z.string()),
    }),
  ),
  refusals: [],
});
