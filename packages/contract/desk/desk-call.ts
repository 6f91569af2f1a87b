import * as z from "zod/mini";
import type { CallSpec } from "../call.ts";
import type { RefusalName } from "../codes.ts";
import type { Action } from "./actions.ts";

/**
 * Of what concerns an operator's own session alone: every role may do it, even before a one-time password is replaced.
 */
export const OWN_SESSION = "own-session";

/** What something of the desk does: an action of the table, by which it is allowed, or named as every operator's own. */
export type DeskAction = Action | typeof OWN_SESSION;

/**
 * A call of the desk: as a player's, but made by an operator. One that is not for anybody says what it does, or it does
 * not compile.
 */
export type DeskCallSpec = CallSpec &
  (
    | { readonly auth: "public"; readonly action?: undefined }
    | { readonly auth: "operator"; readonly action: DeskAction }
  );

/** States a call of the desk, keeping its exact types. */
export function defineDeskCall<const Spec extends DeskCallSpec>(spec: Spec): Spec {
  return spec;
}

/** What every call with an action may refuse beside its own refusals. */
export const ACTION_REFUSALS = ["ACTION_FORBIDDEN"] as const satisfies readonly RefusalName[];

/** What a call may refuse that changes something. */
export const CHANGE_REFUSALS = [
  ...ACTION_REFUSALS,
  "STATE_REFUSES",
  "RECORD_UNKNOWN",
  "IDEMPOTENCY_CONFLICT",
] as const satisfies readonly RefusalName[];

/** Why an operator cannot be the second of two people. */
export const SECOND_REFUSALS = [
  "SAME_OPERATOR",
  "SECOND_RELATED",
  "SECOND_TOO_NEW",
] as const satisfies readonly RefusalName[];

/** Why an operator does something: kept for good in the audit log. */
export const reason = z.string().check(
  z.maxLength(500, { error: "validation.tooLong" }),
  z.refine<string>((value) => value.trim().length >= 3, { error: "validation.invalid" }),
);

/** A reason that may be left out. */
export const optionalReason = z.optional(z.string().check(z.maxLength(500, { error: "validation.tooLong" })));

/** Text written at the desk for players or colleagues. */
export const written = (most: number) =>
  z.string().check(
    z.maxLength(most, { error: "validation.tooLong" }),
    z.refine<string>((value) => value.trim() !== "", { error: "validation.invalid" }),
  );

/** The number of a player, an operator or a row. */
export const recordId = z.string().check(z.regex(/^\d{1,18}$/, { error: "validation.invalid" }));

/** The query of every list: newest first, 25 a page unless said, at most 100. `cursor` is a reply's nextCursor. */
export const listQuery = {
  cursor: z.optional(z.string().check(z.maxLength(128))),
  page_size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
};

/** The query of a list that is also a queue: its oldest first, where what waits longest comes first; newest unless said. */
export const queueQuery = { ...listQuery, order: z.optional(z.enum(["oldest", "newest"])) };

/** From (inclusive) and to (exclusive), epoch milliseconds. */
export const between = {
  from: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(8.64e15))),
  to: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(8.64e15))),
};

/** The reply of every list. `total` is there where counting is cheap. */
export function listOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({
    list: z.array(item),
    nextCursor: z.nullable(z.string()),
    total: z.optional(z.number()),
  });
}

/** What a change answers: the thing as it is now. `waitsForSecond`: kept as the first of two people's approvals. */
export function changed<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ record: item, waitsForSecond: z.boolean() });
}
