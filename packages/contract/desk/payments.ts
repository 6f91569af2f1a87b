import * as z from "zod/mini";
import { money, time } from "../fields.ts";
import { moneyStatus } from "../records.ts";
import { filled, orderNo, typed } from "../typed-fields.ts";
import {
  ACTION_REFUSALS,
  CHANGE_REFUSALS,
  defineDeskCall,
  listOf,
  queueQuery,
  reason,
  recordId,
} from "./desk-call.ts";
import { personRef, playerRef } from "./records.ts";

const params = z.strictObject({ id: recordId });

/**
 * Why a recharge is offered for a payment. `reference`: the text names it; `referenceNear`: with a slip; `amount`: exactly
 * what is due came, soon after; `amountNear`: a tenth more or less than that; `name`: the payer has the name on the player's
 * cards or documents; `nameNear`: nearly that name, or the name of the account.
 */
export const CANDIDATE_FITS = [
  "reference",
  "referenceNear",
  "amount",
  "amountNear",
  "name",
  "nameNear",
] as const;
export type CandidateFit = (typeof CANDIDATE_FITS)[number];

/**
 * Reasons that the desk writes for an operator who takes one click, shown as words: a payment that is the money an order was
 * passed with by hand; a match undone at once. A matched candidate has `candidate` and what spoke for it.
 */
export const CLICK_REASONS = ["sameMoney", "undoneAtOnce"] as const;

/** A recharge that an open payment may be for, and why. */
export const paymentCandidate = z.object({
  order: z.string(),
  player: playerRef,
  status: moneyStatus,
  /** What was asked for, in the account's currency, and what is due in the payment's. */
  amount: money,
  due: z.string(),
  createdAt: time,
  /** None for a recharge that an operator has searched. */
  fits: z.array(z.enum(CANDIDATE_FITS)),
});
export type PaymentCandidate = z.output<typeof paymentCandidate>;

/** A signed notice of a payment that was not credited automatically. */
export const paymentNoticeRow = z.object({
  id: z.string(),
  /** `open` until an operator matches it to an order or closes it. */
  state: z.enum(["open", "matched", "closed"]),
  /**
   * Without an order, or a second payment for a credited one; `byHand`: the first notice of an order that was passed by hand
   * with none, which probably tells of that very money.
   */
  result: z.enum(["unmatched", "extra", "byHand"]),
  channel: z.string(),
  /** In the currency of the channel. */
  amount: z.string(),
  currency: z.string(),
  /** The transfer's text, which may name its payer: masked but for numbers and references of orders. */
  reference: z.nullable(z.string()),
  receivedAt: time,
  /** The order it pays, or pays a second time. */
  order: z.nullable(z.string()),
  player: z.nullable(playerRef),
  finishedAt: z.nullable(time),
  operator: z.nullable(personRef),
  reason: z.nullable(z.string()),
  /** While it is open: recharges that it may be for, the likeliest first. None is certain. */
  candidates: z.array(paymentCandidate),
  /** Whether its match can be taken back: its money has not moved. */
  undoable: z.boolean(),
});
export type PaymentNoticeRow = z.output<typeof paymentNoticeRow>;

export const paymentNotices = defineDeskCall({
  method: "GET",
  path: "/desk/api/paymentNotices",
  summary: "Notices of payments that no order was credited for, newest first.",
  auth: "operator",
  action: "payment.read",
  rate: "read",
  heavy: true,
  query: z.strictObject({
    state: z.optional(z.enum(["open", "done"])),
    channel: z.optional(z.string().check(z.maxLength(40))),
    ...queueQuery,
  }),
  data: listOf(paymentNoticeRow),
  refusals: ACTION_REFUSALS,
});

export const revealPayment = defineDeskCall({
  method: "POST",
  path: "/desk/api/paymentNotices/:id/reveal",
  summary: "Reads what the bank wrote of a payment in full.",
  auth: "operator",
  action: "payment.reveal",
  rate: "money",
  params,
  body: z.strictObject({ reason }),
  data: z.object({ text: z.nullable(z.string()) }),
  refusals: [...ACTION_REFUSALS, "RECORD_UNKNOWN"],
});

export const findForPayment = defineDeskCall({
  method: "POST",
  path: "/desk/api/paymentNotices/:id/find",
  summary:
    "Recharges of a payment's channel that are not passed, 20 at most, the likeliest first: by a part of their number or reference, by " +
    "their player as the list of players finds them, or by their amount. Two months back, and by the whole number at any age.",
  auth: "operator",
  action: "payment.read",
  rate: "read",
  heavy: true,
  params,
  body: z.strictObject({ text: typed(...filled(254, "validation.invalid")) }),
  data: z.object({ list: z.array(paymentCandidate) }),
  refusals: [...ACTION_REFUSALS, "RECORD_UNKNOWN"],
});

export const matchPayment = defineDeskCall({
  method: "POST",
  path: "/desk/api/paymentNotices/:id/match",
  summary:
    "Says which recharge a payment was for. No money moves: the recharge goes to review, where it is passed as any other.",
  auth: "operator",
  action: "payment.match",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ order_no: orderNo, reason }),
  data: paymentNoticeRow,
  refusals: [...CHANGE_REFUSALS, "PLAYER_STATE_REFUSES", "PAYMENT_UNFIT"],
});

export const unmatchPayment = defineDeskCall({
  method: "POST",
  path: "/desk/api/paymentNotices/:id/unmatch",
  summary:
    "Takes a match back, until the recharge is passed: the payment is open again, and the recharge is what it was before.",
  auth: "operator",
  action: "payment.unmatch",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason }),
  data: paymentNoticeRow,
  refusals: CHANGE_REFUSALS,
});

export const closePayment = defineDeskCall({
  method: "POST",
  path: "/desk/api/paymentNotices/:id/close",
  summary: "Takes a payment off the list, with what was done about it (such as: sent back).",
  auth: "operator",
  action: "payment.close",
  rate: "money",
  idempotent: true,
  params,
  body: z.strictObject({ reason }),
  data: paymentNoticeRow,
  refusals: CHANGE_REFUSALS,
});
