import * as z from "zod/mini";
import { typed } from "../typed-fields.ts";
import { languageTag } from "../language-tag.ts";
import { PICTURE_BODY_BYTES, pictureBytes } from "../picture.ts";
import { bannerDrawing } from "../calls/app/banners.ts";
import {
  ACTION_REFUSALS,
  CHANGE_REFUSALS,
  defineDeskCall,
  listOf,
  listQuery,
  recordId,
  written,
} from "./desk-call.ts";

const params = z.strictObject({ id: recordId });

export const bannerRow = z.object({
  id: z.string(),
  title: z.string(),
  words: z.string(),
  language: z.nullable(z.string()),
  /** One of the app's drawings, or the path of a picture at the desk. */
  picture: z.string(),
  link: z.nullable(z.string()),
  position: z.number(),
  /** Hidden by an operator. */
  hidden: z.boolean(),
  /** Currently visible to players. */
  shown: z.boolean(),
});
export type BannerRow = z.output<typeof bannerRow>;

const language = z.nullable(languageTag);

const title = written(140);
const words = z.string().check(z.maxLength(500, { error: "validation.tooLong" }));
/** Path of a page of the app. */
const link = z.nullable(typed(z.maxLength(200, { error: "validation.tooLong" })));
const position = z.int().check(z.minimum(0), z.maximum(1_000));
const PICTURE_REFUSALS = ["PICTURE_NOT_ACCEPTED", "PICTURE_TOO_LARGE", "LINK_REFUSED"] as const;

export const addBanner = defineDeskCall({
  method: "POST",
  path: "/desk/api/banners",
  summary: "Adds a banner, with one of the app's drawings or a picture (PNG, JPEG or WebP, at most 2 MB).",
  auth: "operator",
  action: "banner.write",
  rate: "money",
  idempotent: true,
  bodyLimitBytes: PICTURE_BODY_BYTES,
  body: z.strictObject({
    title,
    words,
    language,
    drawing: z.optional(bannerDrawing),
    picture: z.optional(pictureBytes),
    link,
    position,
  }),
  data: bannerRow,
  refusals: [...CHANGE_REFUSALS, ...PICTURE_REFUSALS],
});

export const changeBanner = defineDeskCall({
  method: "POST",
  path: "/desk/api/banners/:id",
  summary: "Changes a banner: what is left out stays as it is.",
  auth: "operator",
  action: "banner.write",
  rate: "money",
  idempotent: true,
  bodyLimitBytes: PICTURE_BODY_BYTES,
  params,
  body: z.strictObject({
    title: z.optional(title),
    words: z.optional(words),
    language: z.optional(language),
    drawing: z.optional(bannerDrawing),
    picture: z.optional(pictureBytes),
    link: z.optional(link),
    position: z.optional(position),
    hidden: z.optional(z.boolean()),
  }),
  data: bannerRow,
  refusals: [...CHANGE_REFUSALS, ...PICTURE_REFUSALS],
});

export const removeBanner = defineDeskCall({
  method: "POST",
  path: "/desk/api/banners/:id/remove",
  summary: "Takes a banner off the home screen for good.",
  auth: "operator",
  action: "banner.write",
  rate: "money",
  idempotent: true,
  params,
  data: z.null(),
  refusals: CHANGE_REFUSALS,
});

export const banners = defineDeskCall({
  method: "GET",
  path: "/desk/api/banners",
  summary: "The banners of the players' home screen.",
  auth: "operator",
  action: "banner.read",
  rate: "read",
  query: z.strictObject({ ...listQuery }),
  data: listOf(bannerRow),
  refusals: ACTION_REFUSALS,
});
