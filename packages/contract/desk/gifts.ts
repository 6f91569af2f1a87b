import * as z from "zod/mini";
import { amount, money, time } from "../fields.ts";
import {
  ACTION_REFUSALS,
  between,
  CHANGE_REFUSALS,
  changed,
  defineDeskCall,
  listOf,
  optionalReason,
  queueQuery,
  reason,
  recordId,
  SECOND_REFUSALS,
  SHIELD_REFUSALS,
  told,
} from "./desk-call.ts";
import { personRef, playerRef } from "./records.ts";

/** waiting: requested by the first of two people. */
export const giftStatus = z.enum(["waiting", "given", "cancelled"]);

/** A gift of the operator to a player. */
export const giftRecord = z.object({
  id: z.string(),
  player: playerRef,
  amount: money,
  /** What the player is told, as of an identity. */
  reason: z.string(),
  /** Read by operators alone. */
  note: z.string(),
  status: giftStatus,
  askedBy: personRef,
  askedAt: time,
  /** Who gave or cancelled it; for a small gift, who requested it. */
  decidedBy: z.nullable(personRef),
  decidedAt: z.nullable(time),
  balanceAfter: z.nullable(money),
});
export type GiftRecord = z.output<typeof giftRecord>;

const params = z.strictObject({ id: recordId });

export const gifts = defineDeskCall({
  method: "GET",
  path: "/desk/api/gifts",
  summary: "Gifts, newest first, and the amounts that bound them.",
  auth: "operator",
  action: "gift.read",
  rate: "read",
  heavy: true,
  query: z.strictObject({
    status: z.optional(giftStatus),
    player_id: z.optional(recordId),
    ...between,
    ...queueQuery,
  }),
  data: z.extend(listOf(giftRecord), {
    /** Largest single gift, and the amount above which two people are needed. */
    max: money,
    twoAbove: money,
  }),
  refusals: ACTION_REFUSALS,
});

export const gift = defineDeskCall({
  method: "GET",
  path: "/desk/api/gifts/:id",
  summary: "One gift.",
  auth: "operator",
  action: "gift.read",
  rate: "read",
  params,
  data: giftRecord,
  refusals: [...ACTION_REFUSALS, "RECORD_UNKNOWN"],
});

export const giveGift = defineDeskCall({
  method: "POST",
  path: "/desk/api/players/:id/gifts",
  summary:
    "Gives a player money, who is told the reason, if it is of the list; it counts to the turnover that a withdrawal asks for. Above the " +
    "set amount, or above a sum of the last 24 hours (what this operator gave alone, what was given the player by one " +
    "alone), the gift waits for a second operator.",
  auth: "operator",
  action: "gift.give",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ amount, ...told }),
  data: changed(giftRecord),
  refusals: [
    ...CHANGE_REFUSALS,
    "PLAYER_STATE_REFUSES",
    ...SHIELD_REFUSALS,
    "AMOUNT_ABOVE_MAX",
    "MONEY_STOPPED",
  ],
});

export const confirmGift = defineDeskCall({
  method: "POST",
  path: "/desk/api/gifts/:id/confirm",
  summary:
    "Gives a gift that waits, as the second of two people. Where the first may not give any more, the second is the " +
    "first from now on, and it waits still.",
  auth: "operator",
  action: "gift.confirm",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason: optionalReason }),
  data: changed(giftRecord),
  refusals: [
    ...CHANGE_REFUSALS,
    "PLAYER_STATE_REFUSES",
    ...SHIELD_REFUSALS,
    ...SECOND_REFUSALS,
    "MONEY_STOPPED",
  ],
});

export const cancelGift = defineDeskCall({
  method: "POST",
  path: "/desk/api/gifts/:id/cancel",
  summary: "Cancels a gift that waits.",
  auth: "operator",
  action: "gift.cancel",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason }),
  data: changed(giftRecord),
  refusals: CHANGE_REFUSALS,
});
