import {
  type Form,
  type Forms,
  isAmount,
  isCount,
  isExactly,
  isGameCode,
  isHex,
  isList,
  isMatch,
  isPeriodNo,
  isRecord,
  isText,
  misshapen,
  optional,
  orNull,
} from "../forms.ts";
import type { CommittedBet, CommittedPayout } from "./committed.ts";
import type { BetReceipt } from "./receipt.ts";

/** The reply of the receipt call: an order's receipt, and where it is among the bets and the payouts of its period. */
export interface BetReceiptReply extends BetReceipt {
  /** Epoch milliseconds; set if the order was cancelled before the close. */
  readonly cancelledAt?: number | undefined;
  /** Once closed: path of the leaf to `betsRoot` of the close. */
  readonly closePath?: readonly string[] | undefined;
  readonly closeIndex?: number | undefined;
  readonly closeSize?: number | undefined;
  /** Once settled: the payout's leaf and its path to `payoutsRoot`; null if nothing was paid or refunded. */
  readonly payoutLeaf?: CommittedPayout | null | undefined;
  readonly payoutPath?: readonly string[] | undefined;
  readonly payoutIndex?: number | undefined;
  readonly payoutSize?: number | undefined;
}

/**
 * Everything that is needed to verify a bet. The proof must have been fetched before the receipt: what the proof says
 * has happened, the receipt must then know.
 */
export interface BetProofDocument {
  readonly receipt: BetReceiptReply;
  /** A proof document of the bet's draw; verified by `checkDraw`, whatever it is. */
  readonly proof: unknown;
}

/** A tree has at most 2⁶³ leaves. */
const isPath = isList(63, isHex(32));
const isName = isText(40);
const isOdds = isMatch(/^\d{1,14}(?:\.\d{1,4})?$/u);
const isOddsTable: Form = (value) => isRecord(value) && isList(100, isOdds)(Object.values(value));

const LEAF: { readonly [Name in keyof CommittedBet]: Form } = {
  orderNo: isName,
  game: isGameCode,
  periodNo: isPeriodNo,
  player: isHex(16),
  optionId: isName,
  groups: isList(20, isExactly({ code: isName, items: isList(100, isName) })),
  betCount: isCount,
  betAmount: isAmount,
  total: isAmount,
  round: isCount,
  oddsVersion: isCount,
  odds: isOddsTable,
  acceptedAt: isCount,
  blind: isHex(16),
};

const PAYOUT: { readonly [Name in keyof CommittedPayout]: Form } = {
  orderNo: isName,
  payout: isAmount,
  refund: isAmount,
  tiers: isList(100, isExactly({ code: isName, class: optional(isName), wins: isCount, odds: isOdds })),
  blind: isHex(16),
};

const RECEIPT: { readonly [Name in keyof BetReceiptReply]-?: Form } = {
  leaf: isExactly(LEAF),
  path: isPath,
  index: isCount,
  size: isCount,
  batchRoot: isHex(32),
  logSize: isCount,
  logRoot: isHex(32),
  signature: isHex(64),
  cancelledAt: optional(isCount),
  closePath: optional(isPath),
  closeIndex: optional(isCount),
  closeSize: optional(isCount),
  payoutLeaf: optional(orNull(isExactly(PAYOUT))),
  payoutPath: optional(isPath),
  payoutIndex: optional(isCount),
  payoutSize: optional(isCount),
};

/** Fields that are there together or not at all. */
const CLOSE_FIELDS = ["closePath", "closeIndex", "closeSize"] as const;
const PAYOUT_FIELDS = ["payoutPath", "payoutIndex", "payoutSize"] as const;

/** Reads the reply of the receipt call; otherwise the names of the fields that are missing or malformed. */
export function readReceiptReply(
  value: unknown,
):
  | { readonly ok: true; readonly receipt: BetReceiptReply }
  | { readonly ok: false; readonly fields: readonly string[] } {
  if (!isRecord(value)) return { ok: false, fields: ["receipt"] };
  const fields = misshapen(value, RECEIPT).flatMap((name) =>
    name === "leaf" ? inLeaf(Reflect.get(value, name)) : [name],
  );
  if (fields.length > 0) return { ok: false, fields };
  // Each field has been checked against its form.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const receipt = value as BetReceiptReply;
  const isPaid = receipt.payoutLeaf !== undefined && receipt.payoutLeaf !== null;
  const isClosed = CLOSE_FIELDS.some((name) => receipt[name] !== undefined);
  const missing = [
    ...CLOSE_FIELDS.filter((name) => isClosed && receipt[name] === undefined),
    ...PAYOUT_FIELDS.filter((name) => isPaid && receipt[name] === undefined),
  ];
  return missing.length > 0 ? { ok: false, fields: missing } : { ok: true, receipt };
}

/** The malformed fields of a leaf; of one that is no object, or has more fields, the leaf itself. */
function inLeaf(value: unknown): string[] {
  const fields = isRecord(value) ? misshapen(value, LEAF satisfies Forms) : [];
  return fields.length > 0 ? fields.map((name) => `leaf.${name}`) : ["leaf"];
}
