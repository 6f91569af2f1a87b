import { type Hashing, nobleHashing } from "@lotus/tlog";
import { checkDraw, type CheckDrawOptions } from "../draw-proof/check-draw.ts";
import { readDrawProof } from "../draw-proof/document.ts";
import { REFUNDS_PROVED } from "../draw-proof/log-version.ts";
import { type ComputedNumbers, type DrawReport, isOnlyUnsettled } from "../draw-proof/report.ts";
import { isRecord } from "../forms.ts";
import { betLeaf, type CommittedBet, type CommittedPayout, payoutLeaf } from "./committed.ts";
import { type BetReceiptReply, readReceiptReply } from "./document.ts";
import { isInTree } from "./in-tree.ts";
import { type OddsFault, oddsFaults } from "./odds-table.ts";
import { isInClose, isInSettled } from "./own-part.ts";
import { isOther, type PlacedOrder } from "./placed-order.ts";
import { type ReceiptFault, receiptFaults } from "./receipt.ts";

const NOTHING = "0.00";

/** What a bet pays, as decimal strings with two decimals. */
export interface BetPayout {
  readonly payout: string;
  readonly refund: string;
}

/** How a bet is verified: as a draw, and by the rules of the games. */
export interface CheckBetOptions extends Omit<CheckDrawOptions, "expected"> {
  /**
   * The rules engine: what a bet pays for these numbers of a draw at `drawAt` (epoch ms), and without numbers what goes back;
   * null if the rules do not know the bet, or its stake is another. May throw.
   */
  readonly payoutOf: (
    bet: CommittedBet,
    numbers: readonly number[] | null,
    drawAt: number,
  ) => BetPayout | null;
  /** The file of the order's version of the odds (`oddsPath`); null if it was not read. */
  readonly oddsTable?: string | null;
  /** Whether the player asked to cancel the order, by the verifier's own records. */
  readonly askedToCancel: boolean;
  /** The order as the player placed it, or was shown it before its draw, by the verifier's own records. */
  readonly placed?: PlacedOrder | undefined;
  /** What the document must be about: the order, and the period that it was placed for. */
  readonly expected?: { readonly orderNo?: string; readonly gameCode?: string; readonly prizeNo?: string };
}

/** What is wrong with a bet. */
export type BetFault =
  | { readonly name: "malformed"; readonly field: string }
  /** About another order than requested. */
  | { readonly name: "other-order" }
  /** Of other picks, another stake, another player or an earlier time than the verifier has on record. */
  | { readonly name: "other-bet" }
  | { readonly name: ReceiptFault }
  /** The log no longer begins with the one that the receipt names, or that one had not announced the period. */
  | { readonly name: "rewritten-log" }
  /** The order is not among the bets of the close, or the reply does not show that it is. */
  | { readonly name: "not-in-close" }
  /** Cancelled, although the player never asked for that, or at a time at which it could not be. */
  | { readonly name: "forged-cancellation" | "bad-cancellation-time" }
  /** The order is of another game, period, round or older table of odds than the period in the log. */
  | { readonly name: OddsFault }
  | { readonly name: "other-game" | "other-period" | "other-round" | "other-odds" }
  /** Accepted before the sale opened or after it closed. */
  | { readonly name: "not-on-sale" }
  /** The draw is invalid: its own report says why. */
  | { readonly name: "invalid-draw" }
  /** The rules do not know this bet. */
  | { readonly name: "unknown-bet" }
  /** Another payout than the rules give; null if the reply says that nothing was paid. */
  | { readonly name: "wrong-payout"; readonly due: BetPayout; readonly paid: BetPayout | null }
  /** The payout is of another order, is not among the payouts of the log, or the reply lacks it. */
  | { readonly name: "foreign-payout" | "not-in-payouts" | "missing-payout" }
  /** The log counts other orders than its tree has, or states less in all than this order alone had. */
  | { readonly name: "wrong-sums" }
  /** What was paid or refunded is not in the log, long after it was due. It may still come. */
  | { readonly name: "missing-settlement" };

/** The steps of a verification, in order. */
export type BetStepName = "receipt" | "close" | "period" | "odds" | "draw" | "payout";

/** A step: `open` if it cannot be decided yet. */
export interface BetStep {
  readonly step: BetStepName;
  readonly state: "ok" | "open" | "failed";
  readonly faults: readonly BetFault[];
}

/**
 * valid: drawn and paid by the rules. pending: everything so far holds. refunded: cancelled by the player, or of a
 * period that was not drawn. invalid: anything failed.
 */
export type BetVerdict = "valid" | "pending" | "refunded" | "invalid";

/** The result of verifying a bet. */
export interface BetReport {
  readonly verdict: BetVerdict;
  readonly steps: readonly BetStep[];
  /** Whether witnesses had to cosign; false under a policy with `quorum none`. */
  readonly isWatched: boolean;
  /** The order; null if it is malformed. */
  readonly bet: CommittedBet | null;
  /** What the rules give for the drawn numbers, or the stake that is refunded; null until that is known. */
  readonly due: BetPayout | null;
  /** What the rules would have given, of a period that was not drawn; null until its round is known. */
  readonly wouldBe: BetPayout | null;
  /** The verification of the draw. */
  readonly draw: DrawReport;
}

/** Verifies a bet of `lot-fair/2`, a `BetProofDocument`. Never throws for its content. */
export function checkBet(value: unknown, options: CheckBetOptions): BetReport {
  const { receipt, proof }: { receipt?: unknown; proof?: unknown } = isRecord(value) ? value : {};
  const draw = checkDraw(proof, drawOptions(options));
  const read = readReceiptReply(receipt);
  if (!read.ok) {
    const faults = read.fields.map((field): BetFault => ({ name: "malformed", field }));
    const steps = [stepOf("receipt", faults), drawStep(draw)];
    return {
      verdict: "invalid",
      steps,
      isWatched: draw.isWatched,
      bet: null,
      due: null,
      wouldBe: null,
      draw,
    };
  }
  const check = new Check(read.receipt, draw, options);
  const steps = [
    check.receipt(),
    check.close(),
    check.period(readDrawProof(proof)),
    check.odds(),
    drawStep(draw),
    check.payout(),
  ];
  const verdict = verdictOf(steps, draw, read.receipt);
  const { due, wouldBe } = check;
  return { verdict, steps, isWatched: draw.isWatched, bet: read.receipt.leaf, due, wouldBe, draw };
}

/** One verification of a receipt that has its form. */
class Check {
  readonly #receipt: BetReceiptReply;
  readonly #draw: DrawReport;
  readonly #options: CheckBetOptions;
  readonly #hashing: Hashing;
  readonly #due: BetPayout | "unknown" | null;

  constructor(receipt: BetReceiptReply, draw: DrawReport, options: CheckBetOptions) {
    this.#receipt = receipt;
    this.#draw = draw;
    this.#options = options;
    this.#hashing = options.hashing ?? nobleHashing;
    this.#due = this.#isToBePaid() ? this.#payoutFor(isWrong(draw) ? null : draw.computed) : this.#refund();
  }

  get due(): BetPayout | null {
    return this.#due === "unknown" ? null : this.#due;
  }

  /** Also of a draw that is invalid, since what should have been is then the point. */
  get wouldBe(): BetPayout | null {
    const payout = this.#receipt.cancelledAt === undefined ? this.#payoutFor(this.#draw.wouldBe) : null;
    return payout === "unknown" ? null : payout;
  }

  /** The log's key signed a batch that contains the order. */
  receipt(): BetStep {
    const { trust, expected, log, placed = {} } = this.#options;
    const { announced } = this.#draw;
    // Signatures name no log: the one of the proof must have made it, and have announced the period by then.
    const origin = announced?.origin;
    const keys = trust.policy.logs.flatMap(({ key }) => ((origin ?? key.name) === key.name ? [key] : []));
    const faults: BetFault[] = receiptFaults(this.#receipt, keys, this.#hashing).map((name) => ({ name }));
    if ((expected?.orderNo ?? this.#receipt.leaf.orderNo) !== this.#receipt.leaf.orderNo)
      faults.push({ name: "other-order" });
    if (isOther(this.#receipt.leaf, placed)) faults.push({ name: "other-bet" });
    const isTooOld = announced !== null && this.#receipt.logSize <= announced.index;
    if (isTooOld || log?.extendsReceipt === false) faults.push({ name: "rewritten-log" });
    return stepOf("receipt", faults);
  }

  /** The order is among the bets of the close, cancelled only if the player asked for it. */
  close(): BetStep {
    const { leaf, cancelledAt, closePath, closeIndex, closeSize } = this.#receipt;
    const { close, period, voided } = this.#draw;
    const faults: BetFault[] = [];
    if (cancelledAt !== undefined) {
      if (!this.#options.askedToCancel) faults.push({ name: "forged-cancellation" });
      const closeAt = period?.entry.closeAt ?? Number.POSITIVE_INFINITY;
      if (cancelledAt < leaf.acceptedAt || cancelledAt >= closeAt)
        faults.push({ name: "bad-cancellation-time" });
    }
    // Only periods that sold nothing are skipped.
    if (voided?.by === "skipped") faults.push({ name: "not-in-close" });
    if (close === null) return voided === null ? openUnless("close", faults) : stepOf("close", faults);
    const isIncluded =
      closePath !== undefined &&
      closeIndex !== undefined &&
      closeSize !== undefined &&
      isInTree(
        {
          leaf: () => betLeaf(leaf, cancelledAt, this.#hashing),
          path: closePath,
          index: closeIndex,
          size: closeSize,
          root: close.entry.betsRoot,
        },
        this.#hashing,
      );
    if (!isIncluded) faults.push({ name: "not-in-close" });
    else if (!isInClose(close.entry, this.#receipt)) faults.push({ name: "wrong-sums" });
    return stepOf("close", faults);
  }

  /** The order is of this period, under its round and odds, and was accepted during its sale. */
  period(proof: ReturnType<typeof readDrawProof>): BetStep {
    const { game, periodNo, round, oddsVersion, acceptedAt } = this.#receipt.leaf;
    const { period, voided } = this.#draw;
    if (!proof.ok) return openUnless("period", []);
    const faults: BetFault[] = [];
    if (game !== proof.document.gameCode) faults.push({ name: "other-game" });
    if (periodNo !== proof.document.prizeNo) faults.push({ name: "other-period" });
    if (period === null) return voided === null ? openUnless("period", faults) : stepOf("period", faults);
    const { entry } = period;
    if (round !== entry.round) faults.push({ name: "other-round" });
    // Odds may change until the period is over; those of the order were shown to the player who placed it.
    if (oddsVersion < entry.oddsVersion) faults.push({ name: "other-odds" });
    if (acceptedAt < entry.openAt || acceptedAt >= entry.closeAt) faults.push({ name: "not-on-sale" });
    return stepOf("period", faults);
  }

  /** The odds are those of the published table of the version that the log had in force. */
  odds(): BetStep {
    const { odds: logged } = this.#draw;
    const { oddsTable: table = null } = this.#options;
    const faults =
      logged === null ? null : oddsFaults(this.#receipt.leaf, { logged, table, hashing: this.#hashing });
    if (faults === null) return openUnless("odds", []);
    return stepOf(
      "odds",
      faults.map((name) => ({ name })),
    );
  }

  /** What was paid or refunded is what the rules give, and is among the payouts in the log. */
  payout(): BetStep {
    const { payoutLeaf: paid } = this.#receipt;
    const due = this.#due;
    if (due === "unknown") return stepOf("payout", [{ name: "unknown-bet" }]);
    if (!this.#isToBePaid() && !this.#isRefundProved()) {
      if (paid === undefined || paid === null || paid.payout === NOTHING) return stepOf("payout", []);
      return stepOf("payout", [wrongPayout({ payout: NOTHING, refund: NOTHING }, paid)]);
    }
    const { settled } = this.#draw;
    if (settled === null && isUnsettled(this.#draw))
      return stepOf("payout", [{ name: "missing-settlement" }]);
    if (due === null || settled === null) return openUnless("payout", []);
    if (paid === undefined) return stepOf("payout", [{ name: "missing-payout" }]);
    if (paid === null) {
      const isNothing = due.payout === NOTHING && due.refund === NOTHING;
      return stepOf("payout", isNothing ? [] : [wrongPayout(due, null)]);
    }
    const { leaf } = this.#receipt;
    const faults: BetFault[] = [];
    if (paid.orderNo !== leaf.orderNo || paid.blind !== leaf.blind) faults.push({ name: "foreign-payout" });
    if (paid.payout !== due.payout || paid.refund !== due.refund) faults.push(wrongPayout(due, paid));
    if (!this.#isAmongPayouts(paid, settled.payoutsRoot)) faults.push({ name: "not-in-payouts" });
    else if (!isInSettled(settled, this.#receipt)) faults.push({ name: "wrong-sums" });
    return stepOf("payout", faults);
  }

  /** Nothing is paid for an order that was cancelled, and of a period that was not drawn: stakes are refunded. */
  #isToBePaid(): boolean {
    return this.#receipt.cancelledAt === undefined && this.#draw.voided === null;
  }

  /** Earlier logs say nothing of refunds. */
  #isRefundProved(): boolean {
    return this.#draw.version >= REFUNDS_PROVED;
  }

  /** The stake that goes back, which must be that of the bets. */
  #refund(): BetPayout | "unknown" | null {
    if (this.#payoutBy(null, 0) === "unknown") return "unknown";
    return this.#isRefundProved() ? { payout: NOTHING, refund: this.#receipt.leaf.total } : null;
  }

  #payoutFor(computed: ComputedNumbers | null): BetPayout | "unknown" | null {
    const { period } = this.#draw;
    if (computed === null || period === null) return null;
    return this.#payoutBy(computed.numbers, period.entry.drawAt);
  }

  #payoutBy(numbers: readonly number[] | null, drawAt: number): BetPayout | "unknown" {
    try {
      return this.#options.payoutOf(this.#receipt.leaf, numbers, drawAt) ?? "unknown";
    } catch {
      // The rules engine may throw for a bet that was never possible, such as one without odds.
      return "unknown";
    }
  }

  #isAmongPayouts(paid: CommittedPayout, root: string): boolean {
    const { payoutPath: path, payoutIndex: index, payoutSize: size } = this.#receipt;
    if (path === undefined || index === undefined || size === undefined) return false;
    return isInTree({ leaf: () => payoutLeaf(paid, this.#hashing), path, index, size, root }, this.#hashing);
  }
}

/** The options without those of bets. */
function drawOptions({
  trust,
  draw,
  verifyRound,
  log = null,
  shown = null,
  expected: { gameCode, prizeNo } = {},
  now,
  hashing,
}: CheckBetOptions): CheckDrawOptions {
  return {
    trust,
    draw,
    verifyRound,
    log,
    shown,
    expected: {
      ...(gameCode === undefined ? {} : { gameCode }),
      ...(prizeNo === undefined ? {} : { prizeNo }),
    },
    ...(now === undefined ? {} : { now }),
    ...(hashing === undefined ? {} : { hashing }),
  };
}

/** Missing payouts are the fault of the bet's own step. */
function drawStep(draw: DrawReport): BetStep {
  if (isWrong(draw)) return stepOf("draw", [{ name: "invalid-draw" }]);
  const isDone = draw.verdict === "valid" || draw.verdict === "voided";
  return isDone ? stepOf("draw", []) : openUnless("draw", []);
}

function isWrong(draw: DrawReport): boolean {
  return draw.verdict === "invalid" && !isOnlyUnsettled(draw);
}

function isUnsettled({ steps }: DrawReport): boolean {
  return steps.some(({ faults }) => faults.some(({ name }) => name === "missing-settlement"));
}

function verdictOf(
  steps: readonly BetStep[],
  { voided, verdict }: DrawReport,
  { cancelledAt }: BetReceiptReply,
): BetVerdict {
  if (steps.some(({ state }) => state === "failed")) return "invalid";
  const isOk = (name: BetStepName) => steps.some(({ step, state }) => step === name && state === "ok");
  if (voided !== null) return verdict === "voided" && isOk("payout") ? "refunded" : "pending";
  if (cancelledAt !== undefined) return isOk("close") && isOk("payout") ? "refunded" : "pending";
  // Proofs of earlier servers do not show the odds in the log, and a file alone has no table.
  const isProved = ({ step, state }: BetStep) => state === "ok" || (step === "odds" && state === "open");
  return steps.every(isProved) ? "valid" : "pending";
}

function wrongPayout(due: BetPayout, paid: CommittedPayout | null): BetFault {
  return {
    name: "wrong-payout",
    due,
    paid: paid === null ? null : { payout: paid.payout, refund: paid.refund },
  };
}

function stepOf(step: BetStepName, faults: readonly BetFault[]): BetStep {
  return { step, state: faults.length === 0 ? "ok" : "failed", faults };
}

/** A step that cannot be decided yet, unless something is wrong already. */
function openUnless(step: BetStepName, faults: readonly BetFault[]): BetStep {
  return faults.length > 0 ? stepOf(step, faults) : { step, state: "open", faults };
}

/** Whether nothing else is wrong with a bet than that its payout is not in the log yet. */
export function isBetOnlyUnsettled({ steps, draw }: BetReport): boolean {
  const faults = steps.flatMap((step) => step.faults);
  return faults.length > 0 && faults.every(({ name }) => name === "missing-settlement") && !isWrong(draw);
}
