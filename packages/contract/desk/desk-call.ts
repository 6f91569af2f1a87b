import { tidyTyped } from "@lotus/money";
import * as z from "zod/mini";
import { seen, typedCode } from "../typed-fields.ts";
import type { CallSpec } from "../call.ts";
import type { RefusalName } from "../codes.ts";
import type { Action } from "./actions.ts";

/**
 * For calls on an operator's own session: every role may make them, even before a one-time password is replaced.
 */
export const OWN_SESSION = "own-session";

/** The action of a call or export: one of the table, which decides who may do it, or OWN_SESSION. */
export type DeskAction = Action | typeof OWN_SESSION;

/**
 * A call of the desk, made by an operator. Unless it is public it must name its action to compile.
 */
export type DeskCallSpec = CallSpec &
  (
    | { readonly auth: "public"; readonly action?: undefined }
    | { readonly auth: "operator"; readonly action: DeskAction }
  );

/** Defines a call of the desk with its exact types. */
export function defineDeskCall<const Spec extends DeskCallSpec>(spec: Spec): Spec {
  return spec;
}

/** Refusals of every call with an action, besides its own. */
export const ACTION_REFUSALS = ["ACTION_FORBIDDEN"] as const satisfies readonly RefusalName[];

/** What a call may refuse that changes something. */
export const CHANGE_REFUSALS = [
  ...ACTION_REFUSALS,
  "STATE_REFUSES",
  "RECORD_UNKNOWN",
  "IDEMPOTENCY_CONFLICT",
] as const satisfies readonly RefusalName[];

/** Why an operator cannot act as the second of two people. */
export const SECOND_REFUSALS = [
  "SAME_OPERATOR",
  "SECOND_RELATED",
  "SECOND_TOO_NEW",
] as const satisfies readonly RefusalName[];

/** Why nothing that tempts to play reaches a player. */
export const SHIELD_REFUSALS = [
  "PLAYER_IS_EXCLUDED",
  "PLAYER_ON_BREAK",
  "PLAYER_GUARDED",
] as const satisfies readonly RefusalName[];

/** Reason of an action, stored permanently in the audit log. */
export const reason = z.string().check(
  z.maxLength(500, { error: "validation.tooLong" }),
  z.refine<string>((value) => tidyTyped(value).length >= 3, { error: "validation.invalid" }),
);

/** Reason and note of an action whose player is told: `reason` is a word of PLAYER_REASONS, other text counts as a note. */
export const told = {
  reason,
  /** Read by operators alone. */
  note: z.optional(z.string().check(z.maxLength(500, { error: "validation.tooLong" }))),
};

/** An optional reason. */
export const optionalReason = z.optional(z.string().check(z.maxLength(500, { error: "validation.tooLong" })));

/** Text written at the desk for players or colleagues. */
export const written = (most: number) =>
  z.string().check(z.maxLength(most, { error: "validation.tooLong" }), seen());

/** Id of a player, an operator or a row. */
export const recordId = typedCode(z.regex(/^\d{1,18}$/, { error: "validation.invalid" }));

/** The query of every list: newest first, 25 a page by default, at most 100. `cursor` is a reply's nextCursor. */
export const listQuery = {
  cursor: z.optional(z.string().check(z.maxLength(128))),
  page_size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
};

/** The query of a list that is also a queue: newest first by default, or oldest first for the longest wait. */
export const queueQuery = { ...listQuery, order: z.optional(z.enum(["oldest", "newest"])) };

/** From (inclusive) and to (exclusive), epoch milliseconds. */
export const between = {
  from: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(8.64e15))),
  to: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(8.64e15))),
};

/** The reply of every list. `total` is present if counting is cheap. */
export function listOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({
    list: z.array(item),
    nextCursor: z.nullable(z.string()),
    total: z.optional(z.number()),
  });
}

/** The reply of a change: the updated record. `waitsForSecond`: stored as the first of two approvals. */
export function changed<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ record: item, waitsForSecond: z.boolean() });
}
