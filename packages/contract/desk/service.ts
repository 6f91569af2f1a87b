import * as z from "zod/mini";
import { bannerDrawing } from "../calls/app/banners.ts";
import { time } from "../fields.ts";
import {
  ACTION_REFUSALS,
  CHANGE_REFUSALS,
  defineDeskCall,
  listOf,
  listQuery,
  recordId,
  written,
} from "./desk-call.ts";
import { personRef, playerStatus } from "./records.ts";

const params = z.strictObject({ id: recordId });
const READ_ONE = [...ACTION_REFUSALS, "RECORD_UNKNOWN"] as const;

/** A text in every language of the house, by language tag. */
export const texts = z.record(
  z.string().check(z.regex(/^[a-z]{2}-[A-Z]{2}$/, { error: "validation.invalid" })),
  z.strictObject({ title: written(140), body: written(5_000) }),
);

/** A conversation; there is one a player, and its id is the player's. */
export const conversationRow = z.object({
  id: z.string(),
  player: personRef,
  lastText: z.string(),
  lastAt: time,
  lastFrom: z.enum(["player", "desk"]),
  /** Messages of the player that nobody at the desk has read. */
  unread: z.number(),
});
export type ConversationRow = z.output<typeof conversationRow>;

export const conversationLine = z.object({
  id: z.string(),
  from: z.enum(["player", "desk"]),
  operator: z.nullable(personRef),
  text: z.nullable(z.string()),
  /** Read with GET /desk/api/pictures/:id. */
  pictureId: z.nullable(z.string()),
  time,
});

export const conversations = defineDeskCall({
  method: "GET",
  path: "/desk/api/conversations",
  summary: "Conversations with players, the latest message first.",
  auth: "operator",
  action: "conversation.read",
  rate: "read",
  query: z.strictObject({ unread: z.optional(z.enum(["1"])), ...listQuery }),
  data: listOf(conversationRow),
  refusals: ACTION_REFUSALS,
});

export const conversation = defineDeskCall({
  method: "GET",
  path: "/desk/api/conversations/:id",
  summary: "The messages of one conversation, newest first.",
  auth: "operator",
  action: "conversation.read",
  rate: "read",
  params,
  query: z.strictObject({ ...listQuery }),
  data: z.extend(listOf(conversationLine), { player: personRef, unread: z.number() }),
  refusals: READ_ONE,
});

export const answerConversation = defineDeskCall({
  method: "POST",
  path: "/desk/api/conversations/:id/answer",
  summary: "Answers a player.",
  auth: "operator",
  action: "conversation.answer",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ text: written(2_000) }),
  data: conversationLine,
  refusals: [...READ_ONE, "IDEMPOTENCY_CONFLICT"],
});

export const readConversation = defineDeskCall({
  method: "POST",
  path: "/desk/api/conversations/:id/read",
  summary: "Marks what the player wrote as read.",
  auth: "operator",
  action: "conversation.read",
  rate: "read",
  params,
  data: z.null(),
  refusals: READ_ONE,
});

export const noticeRow = z.object({
  id: z.string(),
  /** What readers see, by language. */
  texts,
  time,
  operator: z.nullable(personRef),
});

export const notices = defineDeskCall({
  method: "GET",
  path: "/desk/api/notices",
  summary: "Notices to everybody, or to the readers of the languages they are written in.",
  auth: "operator",
  action: "notice.read",
  rate: "read",
  query: z.strictObject({ ...listQuery }),
  data: listOf(noticeRow),
  refusals: ACTION_REFUSALS,
});

export const publishNotice = defineDeskCall({
  method: "POST",
  path: "/desk/api/notices",
  summary: "Publishes a notice. Readers of a language it is not written in do not see it.",
  auth: "operator",
  action: "notice.publish",
  rate: "money",
  idempotent: true,
  body: z.strictObject({ texts }),
  data: noticeRow,
  refusals: [...ACTION_REFUSALS, "IDEMPOTENCY_CONFLICT"],
});

export const sendMessages = defineDeskCall({
  method: "POST",
  path: "/desk/api/messages",
  summary: "Sends a site message to one player, or to all players of a status.",
  auth: "operator",
  action: "message.send",
  rate: "money",
  idempotent: true,
  body: z.strictObject({
    to: z.union([z.strictObject({ player_id: recordId }), z.strictObject({ status: playerStatus })]),
    texts,
  }),
  data: z.object({ sent: z.number() }),
  refusals: CHANGE_REFUSALS,
});

export const bannerRow = z.object({
  id: z.string(),
  title: z.string(),
  language: z.nullable(z.string()),
  /** Data URL of the picture. */
  picture: z.string(),
  link: z.nullable(z.string()),
  position: z.number(),
  shown: z.boolean(),
});

const language = z.nullable(
  z.string().check(z.regex(/^[a-z]{2}-[A-Z]{2}$/, { error: "validation.invalid" })),
);

export const addBanner = defineDeskCall({
  method: "POST",
  path: "/desk/api/banners",
  summary: "Adds a banner, with one of the app's drawings or a picture (PNG, JPEG or WebP, at most 2 MB).",
  auth: "operator",
  action: "banner.write",
  rate: "money",
  bodyLimitBytes: 3 * 1024 * 1024,
  body: z.strictObject({
    title: written(140),
    words: z.string().check(z.maxLength(500, { error: "validation.tooLong" })),
    language,
    drawing: z.optional(bannerDrawing),
    /** The file's bytes in base64. */
    picture: z.optional(z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: "validation.invalid" }))),
    /** Path of a page of the app. */
    link: z.nullable(z.string().check(z.maxLength(200, { error: "validation.tooLong" }))),
    position: z.int().check(z.minimum(0), z.maximum(1_000)),
  }),
  data: z.object({ id: z.string() }),
  refusals: [...ACTION_REFUSALS, "PICTURE_NOT_ACCEPTED", "PICTURE_TOO_LARGE", "LINK_REFUSED"],
});

export const removeBanner = defineDeskCall({
  method: "POST",
  path: "/desk/api/banners/:id/remove",
  summary: "Takes a banner off the home screen for good.",
  auth: "operator",
  action: "banner.write",
  rate: "money",
  params,
  data: z.null(),
  refusals: READ_ONE,
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
