import { compareBytes, fromHex, merklePath, merkleRoot, toHex } from "@lotus/tlog";
import { signatureOf } from "@lotus/tlog/testing/keys";
import {
  betLeaf,
  betsRoot,
  type CommittedBet,
  type CommittedPayout,
  payoutLeaf,
} from "../bet-proof/committed.ts";
import type { BetReceiptReply } from "../bet-proof/document.ts";
import { receiptMessage } from "../bet-proof/receipt.ts";
import type { DrawProofDocument } from "../draw-proof/document.ts";
import {
  SAMPLE_KEYS,
  SAMPLE_PERIOD,
  SAMPLE_ROUND,
  sampleDocument,
  sampleEntries,
  type SampleEntry,
} from "./sample-draw.ts";

/** The bet of samples: each digit at the first place, one of which always wins. */
export const SAMPLE_BET: CommittedBet = {
  orderNo: "B2026112100000000007",
  game: SAMPLE_PERIOD.game,
  periodNo: SAMPLE_PERIOD.periodNo,
  player: "0a".repeat(16),
  optionId: "YX.DWD",
  groups: [{ code: "place1", items: ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"] }],
  betCount: 10,
  betAmount: "1.00",
  total: "10.00",
  round: SAMPLE_ROUND,
  oddsVersion: SAMPLE_PERIOD.oddsVersion,
  odds: { hit: "9.75" },
  acceptedAt: SAMPLE_PERIOD.openAt + 10_000,
  blind: "ab".repeat(16),
};

/** What the sample's bet is paid: one of its ten numbers always wins. */
export const SAMPLE_PAYOUT: CommittedPayout = {
  orderNo: SAMPLE_BET.orderNo,
  payout: "9.75",
  refund: "0.00",
  tiers: [{ code: "hit", wins: 1, odds: "9.75" }],
  blind: SAMPLE_BET.blind,
};

/** A sample of a bet's proof. What is left out is honest. */
export interface SampleBetOptions {
  readonly numbers: readonly number[];
  /** The order that the player placed and the batch contains. */
  readonly bet?: Partial<CommittedBet>;
  readonly cancelledAt?: number;
  /** What the close contains instead of the order; null leaves it out. */
  readonly inClose?: { readonly bet: CommittedBet; readonly cancelledAt?: number } | null;
  /** What the log and the reply say was paid; null for nothing. */
  readonly paid?: CommittedPayout | null;
  /** Of the rules that the log names. */
  readonly version?: number;
  /** How far the period is. */
  readonly state?: "open" | "closed" | "drawn" | "settled";
  /** Secret of the key that signs the receipt. */
  readonly signedBy?: Uint8Array;
  /** The log that the receipt names; by default one that never was. */
  readonly knownLog?: Pick<BetReceiptReply, "logSize" | "logRoot">;
  /** Edits the entries of the log. */
  readonly edit?: (entries: SampleEntry[]) => SampleEntry[];
}

const otherBet = (n: number): CommittedBet => ({
  ...SAMPLE_BET,
  orderNo: `B202611210000000010${n}`,
  blind: `0${n}`.repeat(16),
});

const ENTRIES_OF = { open: 4, closed: 5, drawn: 6, settled: 7 } as const;

/** A bet of a sample's period, among others, with the proof of its draw. */
export function sampleBet(options: SampleBetOptions): { receipt: BetReceiptReply; proof: DrawProofDocument } {
  const { numbers, cancelledAt, paid = SAMPLE_PAYOUT, state = "settled", edit = (all) => all } = options;
  const bet = { ...SAMPLE_BET, ...options.bet };
  const inClose = options.inClose === undefined ? { bet, cancelledAt } : options.inClose;
  const own = inClose === null ? [] : [betLeaf(inClose.bet, inClose.cancelledAt)];
  const closed = [...own, ...[1, 2, 3, 4].map((n) => betLeaf(otherBet(n)))].sort(compareBytes);
  const ownPayout = paid === null ? [] : [payoutLeaf(paid)];
  const otherPayouts = [1, 2].map((n) => payoutLeaf({ ...SAMPLE_PAYOUT, blind: `0${n}`.repeat(16) }));
  const payouts = [...ownPayout, ...otherPayouts].sort(compareBytes);
  const entries = sampleEntries(numbers, {
    orders: closed.length,
    stake: "50.00",
    betsRoot: toHex(betsRoot(closed)),
    payout: "29.25",
    refund: paid?.refund ?? "0.00",
    payoutsRoot: toHex(betsRoot(payouts)),
    ...(options.version === undefined ? {} : { version: options.version }),
  }).slice(0, ENTRIES_OF[state]);
  const place = placeOf(closed, own[0] ?? closed[0]);
  const payoutPlace = ownPayout[0] === undefined ? null : placeOf(payouts, ownPayout[0]);
  const receipt: BetReceiptReply = {
    ...receiptOf(bet, options),
    ...(cancelledAt === undefined ? {} : { cancelledAt }),
    ...(state === "open" ? {} : { closePath: place.path, closeIndex: place.index, closeSize: closed.length }),
    ...(state === "settled" ? { payoutLeaf: paid } : {}),
    ...(state === "settled" && payoutPlace !== null
      ? { payoutPath: payoutPlace.path, payoutIndex: payoutPlace.index, payoutSize: payouts.length }
      : {}),
  };
  return { receipt, proof: sampleDocument(edit(entries)) };
}

function receiptOf(bet: CommittedBet, { signedBy, knownLog }: SampleBetOptions) {
  const leaves = [betLeaf(otherBet(1)), betLeaf(bet), betLeaf(otherBet(2))];
  const [index, size] = [1, leaves.length];
  const { logSize, logRoot } = knownLog ?? { logSize: 4, logRoot: "08".repeat(32) };
  const batch = {
    batchRoot: merkleRoot(leaves),
    logSize,
    logRoot: fromHex(logRoot, 32) ?? new Uint8Array(0),
  };
  return {
    leaf: bet,
    path: merklePath(leaves, index).map(({ hash }) => toHex(hash)),
    index,
    size,
    batchRoot: toHex(batch.batchRoot),
    logSize,
    logRoot,
    signature: toHex(signatureOf(receiptMessage(batch), signedBy ?? SAMPLE_KEYS.log.secretKey)),
  };
}

function placeOf(leaves: readonly Uint8Array[], leaf: Uint8Array | undefined) {
  const index = leaves.findIndex((other) => leaf !== undefined && compareBytes(other, leaf) === 0);
  return { index, path: merklePath(leaves, index).map(({ hash }) => toHex(hash)) };
}
