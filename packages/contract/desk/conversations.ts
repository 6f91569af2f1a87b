import * as z from "zod/mini";
import { time } from "../fields.ts";
import { PICTURE_BODY_BYTES, pictureBytes } from "../picture.ts";
import {
  ACTION_REFUSALS,
  CHANGE_REFUSALS,
  defineDeskCall,
  listOf,
  listQuery,
  recordId,
  written,
} from "./desk-call.ts";
import { personRef, playerRef } from "./records.ts";

const params = z.strictObject({ id: recordId });
const READ_ONE = [...ACTION_REFUSALS, "RECORD_UNKNOWN"] as const;

/** A conversation; each player has one, and its id is the player's. */
export const conversationRow = z.object({
  id: z.string(),
  player: playerRef,
  lastText: z.string(),
  lastAt: time,
  lastFrom: z.enum(["player", "desk"]),
  /** Number of the player's messages that no operator has read. */
  unread: z.number(),
  /**
   * Since when the player has been waiting for an answer; null once answered or closed. Reading does not count as an
   * answer.
   */
  waitingSince: z.nullable(time),
  status: z.enum(["open", "closed"]),
  /** The assigned operator; null if none. */
  assignedTo: z.nullable(personRef),
});
export type ConversationRow = z.output<typeof conversationRow>;

/** State of a conversation. */
const conversationStanding = z.object({
  id: z.string(),
  status: z.enum(["open", "closed"]),
  assignedTo: z.nullable(personRef),
});

export const conversationLine = z.object({
  id: z.string(),
  from: z.enum(["player", "desk"]),
  operator: z.nullable(personRef),
  text: z.nullable(z.string()),
  /** Fetched with GET /desk/api/pictures/:id. */
  pictureId: z.nullable(z.string()),
  time,
});

export const conversations = defineDeskCall({
  method: "GET",
  path: "/desk/api/conversations",
  summary:
    "Conversations with players, the latest message first; of those that wait, the one that waits longest.",
  auth: "operator",
  action: "conversation.read",
  rate: "read",
  heavy: true,
  query: z.strictObject({
    unread: z.optional(z.enum(["1"])),
    /** Only those whose player waits for an answer, longest wait first. */
    waiting: z.optional(z.enum(["1"])),
    status: z.optional(z.enum(["open", "closed"])),
    /** Only those assigned to the requesting operator. */
    mine: z.optional(z.enum(["1"])),
    ...listQuery,
  }),
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
  data: z.extend(listOf(conversationLine), {
    player: playerRef,
    unread: z.number(),
    /** `none`: there are no messages yet. */
    status: z.enum(["none", "open", "closed"]),
    assignedTo: z.nullable(personRef),
  }),
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
  body: z.strictObject({ text: z.optional(written(2_000)), picture_id: z.optional(recordId) }).check(
    z.refine(({ text, picture_id }) => text !== undefined || picture_id !== undefined, {
      error: "validation.invalid",
    }),
  ),
  data: conversationLine,
  refusals: [...READ_ONE, "IDEMPOTENCY_CONFLICT", "PLAYER_STATE_REFUSES", "PICTURE_UNKNOWN"],
});

export const conversationPicture = defineDeskCall({
  method: "POST",
  path: "/desk/api/conversations/:id/picture",
  summary:
    "Takes a picture (PNG, JPEG or WebP, at most 2 MB) for an answer. It is made anew without what was hidden in it.",
  auth: "operator",
  action: "conversation.answer",
  rate: "money",
  bodyLimitBytes: PICTURE_BODY_BYTES,
  params,
  body: z.strictObject({ data: pictureBytes }),
  data: z.object({ id: z.string(), width: z.number(), height: z.number() }),
  refusals: [...READ_ONE, "PICTURE_NOT_ACCEPTED", "PICTURE_TOO_LARGE", "SERVICE_TOO_FAST"],
});

export const closeConversation = defineDeskCall({
  method: "POST",
  path: "/desk/api/conversations/:id/close",
  summary: "Closes a conversation; it opens again when either side writes.",
  auth: "operator",
  action: "conversation.close",
  rate: "money",
  idempotent: true,
  params,
  data: conversationStanding,
  refusals: CHANGE_REFUSALS,
});

export const reopenConversation = defineDeskCall({
  method: "POST",
  path: "/desk/api/conversations/:id/reopen",
  summary: "Opens a closed conversation again.",
  auth: "operator",
  action: "conversation.reopen",
  rate: "money",
  idempotent: true,
  params,
  data: conversationStanding,
  refusals: CHANGE_REFUSALS,
});

export const assignConversation = defineDeskCall({
  method: "POST",
  path: "/desk/api/conversations/:id/assign",
  summary: "Gives a conversation to an operator who may answer it, or to nobody in particular.",
  auth: "operator",
  action: "conversation.assign",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ operator_id: z.nullable(recordId) }),
  data: conversationStanding,
  refusals: CHANGE_REFUSALS,
});

export const colleagues = defineDeskCall({
  method: "GET",
  path: "/desk/api/colleagues",
  summary: "The operators who may answer conversations.",
  auth: "operator",
  action: "conversation.assign",
  rate: "read",
  data: z.object({ list: z.array(personRef) }),
  refusals: ACTION_REFUSALS,
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
