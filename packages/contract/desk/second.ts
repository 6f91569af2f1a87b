import * as z from "zod/mini";
import { money, time } from "../fields.ts";
import type { Action } from "./actions.ts";
import { ACTION_REFUSALS, defineDeskCall } from "./desk-call.ts";
import { personRef, playerRef } from "./records.ts";

/** What can wait for a second person. */
export const secondKind = z.enum(["recharge", "withdrawal", "gift", "period", "operator"]);
export type SecondKind = z.output<typeof secondKind>;

/** By which action the second person decides. */
export const SECOND_ACTIONS: Readonly<Record<SecondKind, Action>> = {
  recharge: "recharge.pass",
  withdrawal: "withdrawal.pass",
  gift: "gift.confirm",
  period: "period.void",
  operator: "operator.confirm",
};

/** Something that one of two people has asked for. `id` is that of its own call; of an operator, the request's. */
export const waitsForSecond = z.object({
  kind: secondKind,
  id: z.string(),
  /** Whose money it is; null for a period and for an operator. */
  player: z.nullable(playerRef),
  amount: z.nullable(money),
  /** Who an operator's request is about. */
  about: z.nullable(z.string()),
  reason: z.nullable(z.string()),
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
