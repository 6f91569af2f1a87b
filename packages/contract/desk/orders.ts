import * as z from "zod/mini";
import { amount } from "../fields.ts";
import { orderNo } from "../typed-fields.ts";
import { moneyStatus } from "../records.ts";
import {
  ACTION_REFUSALS,
  between,
  CHANGE_REFUSALS,
  SECOND_REFUSALS,
  changed,
  defineDeskCall,
  listOf,
  queueQuery,
  optionalReason,
  reason,
  recordId,
  told,
} from "./desk-call.ts";
import { deskOrderRecord } from "./records.ts";

const params = z.strictObject({ id: orderNo });

/** Filters of recharges and withdrawals. */
export const orderFilter = {
  status: z.optional(moneyStatus),
  player_id: z.optional(recordId),
  channel: z.optional(z.string().check(z.maxLength(40))),
  ...between,
};

const REVIEW_REFUSALS = [
  ...CHANGE_REFUSALS,
  "PLAYER_STATE_REFUSES",
  "KEPT_APART",
  "PLAYER_IS_EXCLUDED",
  "PLAYER_ON_BREAK",
  "PLAYER_OVER_LIMIT",
  "MONEY_STOPPED",
  "MATCHED_BY_YOU",
  "CAME_CHANGED",
  "MONEY_CAME",
  ...SECOND_REFUSALS,
] as const;

/** What the operator saw that would be credited: refused if it is something else by now. */
const seen = z.optional(amount);

/** The first person whose approval of exactly this amount is confirmed: refused if it is not there any more. */
const confirms = z.optional(recordId);

export const recharges = defineDeskCall({
  method: "GET",
  path: "/desk/api/recharges",
  summary: "Recharges, newest first unless asked otherwise.",
  auth: "operator",
  action: "recharge.read",
  rate: "read",
  heavy: true,
  query: z.strictObject({ ...orderFilter, ...queueQuery }),
  data: listOf(deskOrderRecord),
  refusals: ACTION_REFUSALS,
});

export const recharge = defineDeskCall({
  method: "GET",
  path: "/desk/api/recharges/:id",
  summary: "One recharge.",
  auth: "operator",
  action: "recharge.read",
  rate: "read",
  params,
  data: deskOrderRecord,
  refusals: [...ACTION_REFUSALS, "RECORD_UNKNOWN"],
});

export const passRecharge = defineDeskCall({
  method: "POST",
  path: "/desk/api/recharges/:id/pass",
  summary:
    "Passes a recharge with what came by its notices, or with what was asked for if none tells of any money: the player has it from now on. Without a signed notice of the money, a second operator must pass it too above the set amount or a sum of the last 24 hours. Who matched a payment with it does not pass it. With `confirms` it passes exactly the amount that this first person proposed.",
  auth: "operator",
  action: "recharge.pass",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason: optionalReason, amount: seen, confirms }),
  data: changed(deskOrderRecord),
  refusals: REVIEW_REFUSALS,
});

export const passRechargeWith = defineDeskCall({
  method: "POST",
  path: "/desk/api/recharges/:id/passWith",
  summary:
    "Passes a recharge with another amount. More than its notices say came needs a second operator, who names the same.",
  auth: "operator",
  action: "recharge.passWith",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ amount, reason }),
  data: changed(deskOrderRecord),
  refusals: REVIEW_REFUSALS,
});

export const passRechargeLate = defineDeskCall({
  method: "POST",
  path: "/desk/api/recharges/:id/passLate",
  summary: "Passes a recharge that was cancelled, where its money came after all and no notice told of it.",
  auth: "operator",
  action: "recharge.passLate",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason, amount: seen, confirms }),
  data: changed(deskOrderRecord),
  refusals: REVIEW_REFUSALS,
});

export const cancelRechargeOrder = defineDeskCall({
  method: "POST",
  path: "/desk/api/recharges/:id/cancel",
  summary:
    "Cancels a recharge; the player is told the reason, if it is of the list. Payments that came for it are unmatched again, and the reason cannot be that none came.",
  auth: "operator",
  action: "recharge.cancel",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject(told),
  data: changed(deskOrderRecord),
  refusals: REVIEW_REFUSALS,
});

export const withdrawals = defineDeskCall({
  method: "GET",
  path: "/desk/api/withdrawals",
  summary: "Withdrawals, newest first unless asked otherwise.",
  auth: "operator",
  action: "withdrawal.read",
  rate: "read",
  heavy: true,
  query: z.strictObject({ ...orderFilter, ...queueQuery }),
  data: listOf(deskOrderRecord),
  refusals: ACTION_REFUSALS,
});

export const withdrawal = defineDeskCall({
  method: "GET",
  path: "/desk/api/withdrawals/:id",
  summary: "One withdrawal.",
  auth: "operator",
  action: "withdrawal.read",
  rate: "read",
  params,
  data: deskOrderRecord,
  refusals: [...ACTION_REFUSALS, "RECORD_UNKNOWN"],
});

export const passWithdrawal = defineDeskCall({
  method: "POST",
  path: "/desk/api/withdrawals/:id/pass",
  summary:
    "Passes a withdrawal: the held money has left. Above the set amount or a sum of the last 24 hours a second operator must pass it too; neither may have brought money into the account, or unlocked its addresses, within the set days.",
  auth: "operator",
  action: "withdrawal.pass",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason: optionalReason }),
  data: changed(deskOrderRecord),
  refusals: REVIEW_REFUSALS,
});

export const cancelWithdrawal = defineDeskCall({
  method: "POST",
  path: "/desk/api/withdrawals/:id/cancel",
  summary:
    "Cancels a withdrawal: the held money goes back to the player, who is told the reason, if it is of the list.",
  auth: "operator",
  action: "withdrawal.cancel",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject(told),
  data: changed(deskOrderRecord),
  refusals: REVIEW_REFUSALS,
});

export const revealWithdrawal = defineDeskCall({
  method: "POST",
  path: "/desk/api/withdrawals/:id/reveal",
  summary: "Reads in full where a withdrawal is to be paid.",
  auth: "operator",
  action: "withdrawal.reveal",
  rate: "money",
  params,
  body: z.strictObject({ reason }),
  data: z.object({
    kind: z.enum(["bank", "wallet"]),
    /** Bank or network. */
    place: z.string(),
    number: z.string(),
    /** As it was typed for this card. */
    realName: z.nullable(z.string()),
    /** The name on the player's first card. */
    knownName: z.nullable(z.string()),
  }),
  refusals: [...ACTION_REFUSALS, "RECORD_UNKNOWN"],
});
