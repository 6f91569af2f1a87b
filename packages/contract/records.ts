import * as z from "zod/mini";
import { money, odds, time } from "./fields.ts";
import { NETWORKS } from "./payout-fields.ts";

/** Shapes returned by several calls and the stream. */

/** Picks of one group of a board, as sent and stored. */
export const pickedGroup = z.object({ code: z.string(), items: z.array(z.string()) });

export const betStatus = z.enum(["notDrawn", "drawn", "won", "notWon", "cancelled"]);
export type BetStatus = z.output<typeof betStatus>;

/** The status of a bet, with those apart whose whole stake came back in a draw: their status is `notWon`. */
export const betState = z.enum(["notDrawn", "drawn", "won", "notWon", "returned", "cancelled"]);
export type BetState = z.output<typeof betState>;

/** The state of a bet by its status and amounts. */
export function betStateOf<Amount extends string | bigint>(bet: {
  readonly status: BetStatus;
  readonly total: Amount;
  readonly refund: Amount;
}): BetState {
  return bet.status === "notWon" && bet.refund === bet.total ? "returned" : bet.status;
}

/** A bet of the records. `betAmount` is the stake of one bet, `total` = betCount × betAmount. */
export const betRecord = z.object({
  orderNo: z.string(),
  type: z.literal("bet"),
  gameCode: z.string(),
  prizeNo: z.string(),
  optionId: z.string(),
  modeName: z.string(),
  optionName: z.string(),
  groups: z.array(pickedGroup),
  betNumbers: z.string(),
  /** The picks in short, in the language of the request: "1 2 | 7 | 0 5", or "Units: 7". */
  picks: z.optional(z.string()),
  betCount: z.number(),
  betAmount: money,
  total: money,
  payout: money,
  refund: money,
  status: betStatus,
  state: z.optional(betState),
  /** Why a cancelled bet was cancelled: by the player before the close, or because its period was voided. */
  cancelledBy: z.optional(z.enum(["player", "void"])),
  time,
  betTime: time,
  /** yyyy-mm-dd in the player's time zone. */
  date: z.string(),
  /** The chase that placed it. */
  chaseNo: z.optional(z.string()),
  /** When its period is drawn. */
  drawAt: z.optional(time),
  winningNumbers: z.optional(z.array(z.number())),
  /** Lunar year of the draw, for games with animals. */
  lunarYear: z.optional(z.number()),
  tiers: z.array(z.object({ code: z.string(), class: z.optional(z.string()), wins: z.number(), odds })),
  /** While it waits for its draw: the odds that can pay it, and what it is paid if it wins, at least and at most. */
  ifWon: z.optional(
    z.object({ odds: z.object({ least: odds, most: odds }), pays: z.object({ least: money, most: money }) }),
  ),
});
export type BetRecord = z.output<typeof betRecord>;

/** A line of an earlier or saved slip. `betCount` is 0 if the rules of today have no such bet. */
export const slipLine = z.object({
  optionId: z.string(),
  modeName: z.string(),
  optionName: z.string(),
  groups: z.array(pickedGroup),
  /** What is picked, in words. */
  picks: z.string(),
  betCount: z.number(),
  /** Stake of one bet. */
  amount: money,
  total: money,
  /** The odds it was accepted with, by key; absent if it was not placed. */
  odds: z.optional(z.record(z.string(), odds)),
});

export type SlipLine = z.output<typeof slipLine>;

/** Lines that were accepted together. */
export const earlierSlip = z.object({
  gameCode: z.string(),
  prizeNo: z.string(),
  time,
  lines: z.array(slipLine),
  total: money,
});
export type EarlierSlip = z.output<typeof earlierSlip>;

/** A slip that the player saved under a name. */
export const savedSlip = z.object({
  id: z.string(),
  name: z.string(),
  gameCode: z.string(),
  lines: z.array(slipLine),
  total: money,
  time,
});
export type SavedSlip = z.output<typeof savedSlip>;

/** Favourite numbers, for the boards of a family that have them. */
export const savedNumbers = z.object({
  id: z.string(),
  name: z.string(),
  family: z.string(),
  /** Ascending, without leading zeros. */
  items: z.array(z.string()),
  time,
});
export type SavedNumbers = z.output<typeof savedNumbers>;

export const moneyStatus = z.enum(["pendingReview", "passed", "cancelled"]);

/** Payment instructions of a recharge that waits for payment. */
export const payment = z.object({
  kind: z.enum(["bank", "wallet"]),
  payee: z.optional(z.string()),
  /** Bank account number, or wallet address. */
  account: z.string(),
  bank: z.optional(z.string()),
  /** NAPAS id of that bank, for a transfer in đồng. */
  bin: z.optional(z.string()),
  /** Network of a wallet address: coins sent on another network are lost. */
  network: z.optional(z.string()),
  /** Exact amount to send, as typed into a bank's or wallet's app, in `currency` (VND, USDT, BTC). */
  amount: z.string(),
  currency: z.string(),
  /** What a bank transfer must say: nine letters and digits; the order's number is understood too. */
  reference: z.string(),
  /** Text of the QR code: VietQR of a bank, address or payment URI of a wallet. */
  qr: z.optional(z.string()),
  expiresAt: time,
});
export type Payment = z.output<typeof payment>;

/** A recharge or a withdrawal. */
export const moneyRecord = z.object({
  orderNo: z.string(),
  type: z.enum(["recharge", "withdrawal"]),
  subType: z.string(),
  status: moneyStatus,
  amount: money,
  fee: money,
  time,
  finishedAt: z.optional(time),
  reason: z.optional(z.string()),
  channelName: z.optional(z.string()),
  address: z.optional(z.string()),
  balanceAfter: z.optional(money),
  /** For a withdrawal: its status changes, oldest first. */
  timeline: z.optional(
    z.array(z.object({ step: z.enum(["asked", "inReview", "passed", "cancelled"]), time })),
  ),
  /** For a recharge that waits for payment. */
  payment: z.optional(payment),
  /** When the player reported the payment. */
  confirmedAt: z.optional(time),
  /** For a recharge, where these differ: what was asked for, and what came, which is what is credited. */
  asked: z.optional(money),
  came: z.optional(money),
});
export type MoneyRecord = z.output<typeof moneyRecord>;

/** A bank card or wallet for withdrawals. Number and name are masked except the last characters. */
export const withdrawAddress = z.object({
  id: z.string(),
  kind: z.enum(["bank", "wallet"]),
  bankName: z.optional(z.string()),
  realName: z.optional(z.string()),
  network: z.optional(z.enum(NETWORKS)),
  number: z.string(),
  /** After a passed withdrawal no address can be added or changed until customer service unlocks it. */
  locked: z.boolean(),
  createdAt: time,
});
export type WithdrawAddress = z.output<typeof withdrawAddress>;

export const transactionType = z.enum([
  "bet",
  "win",
  "recharge",
  "withdrawal",
  "rebate",
  "gift",
  "refund",
  "adjustment",
  "chase",
]);
export type TransactionType = z.output<typeof transactionType>;

/** One movement of the player's balance; `amount` is signed. */
export const transactionRecord = z.object({
  orderNo: z.string(),
  type: transactionType,
  amount: money,
  balanceAfter: money,
  time,
  reference: z.string(),
});
export type TransactionRecord = z.output<typeof transactionRecord>;

/** A colour, sign or animal of one drawn piece, and the figures derived from a draw (see `facts` of the games). */
export const drawFacts = z.record(z.string(), z.unknown());

/** A result: numbers, and the derived facts of the game's family in `facts`. */
export const drawResult = z.object({
  gameCode: z.string(),
  prizeNo: z.string(),
  drawAt: time,
  numbers: z.array(z.number()),
  late: z.boolean(),
  facts: drawFacts,
});
export type DrawResult = z.output<typeof drawResult>;

/** The period that draws next. Sales run in [openAt, closeAt). */
export const currentPeriod = z.object({
  prizeNo: z.string(),
  openAt: time,
  closeAt: time,
  drawAt: time,
  serverTime: time,
  status: z.enum(["open", "closed"]),
  /** Leaf hash, in hex, of the entry of the public log that announces the period with its round. */
  commitment: z.string(),
});
export type CurrentPeriod = z.output<typeof currentPeriod>;

/** An order as its leaf commits to it. All fields are hashed as RFC 8785 JSON; amounts and odds are decimal strings. */
export const committedBet = z.object({
  orderNo: z.string(),
  game: z.string(),
  periodNo: z.string(),
  /** Pseudonym of the player, 16 bytes in hex. */
  player: z.string(),
  optionId: z.string(),
  groups: z.array(pickedGroup),
  betCount: z.number(),
  betAmount: money,
  total: money,
  /** The round of the beacon that decides the draw. */
  round: z.number(),
  oddsVersion: z.number(),
  /** The odds of the option, by odds key. */
  odds: z.record(z.string(), z.string()),
  acceptedAt: time,
  /** 16 random bytes in hex, so that a leaf cannot be guessed. */
  blind: z.string(),
});
export type CommittedBet = z.output<typeof committedBet>;

/** Proof that the server accepted a bet: a leaf of a signed batch. All hex in lower case. */
export const betReceipt = z.object({
  leaf: committedBet,
  path: z.array(z.string()),
  /** Position of the leaf in its batch, and the number of leaves; both are needed to verify the path. */
  index: z.number(),
  size: z.number(),
  batchRoot: z.string(),
  /** The log's checkpoint that the server knew: the log cannot be rewritten behind it. */
  logSize: z.number(),
  logRoot: z.string(),
  /** Ed25519 of the log's key over the batch root and this checkpoint, 64 bytes. */
  signature: z.string(),
});
export type BetReceipt = z.output<typeof betReceipt>;

/** What an order was paid, as its leaf in the payouts of the period commits to it. */
export const committedPayout = z.object({
  orderNo: z.string(),
  payout: money,
  refund: money,
  tiers: z.array(
    z.object({
      code: z.string(),
      class: z.optional(z.string()),
      wins: z.number(),
      odds: z.string(),
    }),
  ),
  blind: z.string(),
});
export type CommittedPayout = z.output<typeof committedPayout>;
