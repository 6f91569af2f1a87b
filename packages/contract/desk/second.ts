import * as z from "zod/mini";
import { money, time } from "../fields.ts";
import type { Action } from "./actions.ts";
import { ACTION_REFUSALS, defineDeskCall } from "./desk-call.ts";
import { operatorRequest, personRef, playerRef, role } from "./records.ts";

/** What can wait for a second person. */
export const secondKind = z.enum([
  "recharge",
  "withdrawal",
  "gift",
  "correction",
  "identity",
  "period",
  "operator",
]);
export type SecondKind = z.output<typeof secondKind>;

/** The action of the second person, by kind. */
export const SECOND_ACTIONS: Readonly<Record<SecondKind, Action>> = {
  recharge: "recharge.pass",
  withdrawal: "withdrawal.pass",
  gift: "gift.confirm",
  correction: "identity.correct",
  identity: "identity.verify",
  period: "period.void",
  operator: "operator.confirm",
};

/**
 * Something requested by the first of two people. `id` is the one its own call takes; for an operator, the request's; for a
 * correction, the player's; for an identity, that of the documents that were sent.
 */
export const waitsForSecond = z.object({
  kind: secondKind,
  id: z.string(),
  /** All periods that were asked for together; absent for other kinds. */
  ids: z.optional(z.array(z.string())),
  /** The player concerned; null for a period and for an operator. */
  player: z.nullable(playerRef),
  amount: z.nullable(money),
  /**
   * Of a recharge: what was asked for, and what its notices say came; null without any. Of periods: the stakes at the
   * moment of the request.
   */
  asked: z.nullable(money),
  came: z.nullable(money),
  /** The operator concerned by a request, what is asked for, and the role asked for. */
  about: z.nullable(z.string()),
  change: z.nullable(operatorRequest.shape.kind),
  role: z.nullable(role),
  reason: z.nullable(z.string()),
  /** What the first person noted beside what players are told. */
  note: z.string(),
  /** Who was first, and when. */
  first: personRef,
  at: time,
});
export type WaitsForSecond = z.output<typeof waitsForSecond>;

export const second = defineDeskCall({
  method: "GET",
  path: "/desk/api/second",
  summary:
    "What waits for a second person, of every kind that the operator's role decides, what waits longest first; 200 at most.",
  auth: "operator",
  action: "dashboard.read",
  rate: "read",
  heavy: true,
  data: z.object({ list: z.array(waitsForSecond) }),
  refusals: ACTION_REFUSALS,
});
