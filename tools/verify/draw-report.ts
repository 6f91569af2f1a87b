import type { CloseEntry, DrawReport, DrawStep, StreamStep, VoidedPeriod, WitnessedEntry } from "@lotus/fair";
import { type DrawFamily, numbersByStep, type SettledNumber } from "@lotus/games";
import { drawFaultText } from "./fault-texts.ts";
import { instantText, linesOf } from "./report-lines.ts";

/** The report of a draw as text: a line for each step with its details below, and the verdict at the end. */
export function describeDraw(proof: unknown, family: DrawFamily, report: DrawReport): string {
  const { gameCode, prizeNo } = Object(proof);
  const lines = [`Draw ${String(gameCode)} ${String(prizeNo)}`, "", ...stepLines(family, report), ""];
  return `${[...lines, verdictText(report)].join("\n")}\n`;
}

/** The steps of a draw as lines. */
export function stepLines(family: DrawFamily, report: DrawReport): string[] {
  return report.steps.flatMap((step) =>
    linesOf({
      state: step.state,
      title: TITLES[step.step],
      faults: step.faults.map(drawFaultText),
      details: detailsOf(step, family, report),
    }),
  );
}

const TITLES: Readonly<Record<DrawStep["step"], string>> = {
  document: "The document is complete and about this draw and the trusted beacon",
  period: "The period was in the log before its sale opened, with the round that follows from its times",
  close: "The sales were in the log before the round existed",
  round: "The round is signed by the beacon",
  numbers: "The numbers follow from the round, and the log has the same",
  settled: "The payouts are in the log",
  log: "The log itself has nothing else about this draw",
};

function detailsOf({ step }: DrawStep, family: DrawFamily, report: DrawReport): string[] {
  const { period, close, computed, voided, roundTime } = report;
  if (step === "period" && period !== null) {
    const { openAt, closeAt, drawAt, round } = period.entry;
    return [
      `open ${instantText(openAt)}, close ${instantText(closeAt)}, draw ${instantText(drawAt)}`,
      `round ${round}, published ${instantText(roundTime)}`,
      seenText(period),
    ];
  }
  if (step === "close" && voided !== null) return [voidedText(voided)];
  if (step === "close" && close !== null) return [soldText(close.entry), seenText(close)];
  if (step === "numbers" && report.wouldBe !== null)
    return [`not drawn; by its round it would have been ${report.wouldBe.numbers.join(" ")}`];
  if (step === "numbers" && computed !== null)
    return [
      `seed ${computed.seed}`,
      ...numbersByStep(family, computed.trace, computed.numbers).map(numberText),
      computed.numbers.join(" "),
    ];
  return step === "settled" ? settledLines(report) : [];
}

const FEW = "of a few players, no sums are stated";

function soldText({ orders, stake }: CloseEntry): string {
  return orders === undefined || stake === undefined ? FEW : `${orders} orders, stake ${stake}`;
}

/** What was paid; that it came late is said even when it has come. */
function settledLines({ settled, settledAt, settleBy }: DrawReport): string[] {
  if (settled === null) return settleBy === null ? [] : [`due ${instantText(settleBy)}`];
  const { payout = "0.00", refund } = settled;
  const paid = refund === undefined ? FEW : `paid ${payout}, refunded ${refund}`;
  const isLate = settleBy !== null && settledAt !== null && settledAt > settleBy + SEEN_WITHIN_MS;
  return isLate ? [paid, `LATE: seen ${instantText(settledAt)}, due ${instantText(settleBy)}`] : [paid];
}

/** Witnesses see an entry a moment later. */
const SEEN_WITHIN_MS = 10_000;

function seenText({ cosignedAt, witnesses }: WitnessedEntry<unknown>): string {
  const by = witnesses.length === 0 ? "no witness" : witnesses.join(", ");
  return cosignedAt === null ? `cosigned by ${by}` : `cosigned by ${by}, by ${instantText(cosignedAt)}`;
}

/** A number of the draw from the bytes that were read for it: "place 2: 250 skip, 158 mod 10 = 8 → 9". */
function numberText({ place, number, steps }: SettledNumber<StreamStep>): string {
  const read = steps.map(({ byte, n, value }) =>
    value === null ? `${byte} skip` : `${byte} mod ${n} = ${value}`,
  );
  return `place ${place + 1}: ${read.length === 0 ? "what is left" : read.join(", ")} → ${number}`;
}

/** Why a period was not drawn. */
export function voidedText(voided: VoidedPeriod): string {
  if (voided.by === "entry") return `cancelled before the round: ${voided.reason}`;
  if (voided.by === "skipped") return "skipped: the server was down";
  return "void by rule: the witnesses did not cosign the close before the round existed";
}

const VERDICTS: Readonly<Record<DrawReport["verdict"], string>> = {
  valid: "VALID: the sales were fixed, and seen by witnesses, before the numbers could be known.",
  voided: "VOIDED: this period was not drawn, and stakes are refunded.",
  pending: "PENDING: not drawn yet; everything so far is right.",
  invalid: "INVALID:",
};

function verdictText({ verdict, steps, isWatched, voided }: DrawReport): string {
  if (verdict === "valid" && !isWatched) return UNWATCHED;
  if (verdict === "pending" && voided !== null) return UNCONFIRMED;
  return verdict === "invalid" ? `${VERDICTS.invalid} ${failedText(steps)}` : VERDICTS[verdict];
}

/** The verdict under a policy without witnesses. */
export const UNWATCHED = "VALID, but unwatched: everything agrees, and no witness had to see it in time.";

/** The verdict on a period that is only said not to be drawn. */
export const UNCONFIRMED =
  "PENDING: it says that this period was not drawn. The log confirms that ten minutes after the time of the draw; give --url.";

/** How many steps failed. */
export function failedText(steps: readonly { readonly state: string }[]): string {
  return `${steps.filter(({ state }) => state === "failed").length} of ${steps.length} steps failed.`;
}
