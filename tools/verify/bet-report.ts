import { type BetReport, type BetStep, REFUNDS_PROVED } from "@lotus/fair";
import type { DrawFamily } from "@lotus/games";
import { failedText, stepLines, UNCONFIRMED, UNWATCHED, voidedText } from "./draw-report.ts";
import { betFaultText, payoutText } from "./fault-texts.ts";
import { instantText, linesOf } from "./report-lines.ts";

/** The report of a bet as text: its steps, those of its draw, and the verdict at the end. */
export function describeBet(receipt: unknown, family: DrawFamily, report: BetReport): string {
  const { bet, draw } = report;
  const cancelledAt: unknown = Reflect.get(Object(receipt), "cancelledAt");
  const lines = [bet === null ? "Bet" : `Bet ${bet.orderNo}`, ""];
  for (const step of report.steps) {
    const details = detailsOf(step, report);
    lines.push(
      ...linesOf({
        state: step.state,
        title: TITLES[step.step],
        faults: step.faults.map(betFaultText),
        details,
      }),
    );
    if (step.step === "draw") lines.push(...stepLines(family, draw).map((line) => `      ${line}`));
  }
  lines.push("", verdictText(report));
  if (typeof cancelledAt === "number")
    lines.push(
      `The order says that it was cancelled at ${instantText(cancelledAt)}. If the player did not ask for that, it is a forgery.`,
    );
  return `${lines.join("\n")}\n`;
}

const TITLES: Readonly<Record<BetStep["step"], string>> = {
  receipt: "The log's key signed that it accepted this order",
  close: "The order is among the bets of the close",
  period: "The order is of this period, under its round and odds, and was accepted during the sale",
  odds: "The odds are those of the published table, of the version that was in force",
  draw: "The draw is valid",
  payout: "What was paid is what the rules give",
};

function detailsOf({ step, state }: BetStep, { bet, due, wouldBe, draw }: BetReport): string[] {
  if (step === "odds" && state === "open")
    return [
      draw.odds === null
        ? "The proof does not show the odds in the log, as those of earlier servers"
        : "The table was not read: give --url",
    ];
  if (step === "receipt" && bet !== null)
    return [
      `${bet.game} ${bet.periodNo}, ${bet.optionId}, ${bet.betCount} × ${bet.betAmount} = ${bet.total}`,
      ...bet.groups.map(({ code, items }) => `${code}: ${items.join(" ")}`),
      `odds ${Object.entries(bet.odds)
        .map(([key, odds]) => `${key} ${odds}`)
        .join(", ")}, accepted ${instantText(bet.acceptedAt)}`,
    ];
  if (step !== "payout") return [];
  const why =
    draw.voided === null
      ? []
      : [
          `not drawn: ${voidedText(draw.voided)}`,
          ...(wouldBe === null ? [] : [`drawn, it would have been paid: ${payoutText(wouldBe)}`]),
        ];
  if (due !== null) return [payoutText(due), ...why];
  if (draw.voided !== null) return ["this log does not show refunds", ...why];
  return [];
}

const VERDICTS: Readonly<Record<BetReport["verdict"], string>> = {
  valid: "VALID: accepted, drawn and paid as the rules say.",
  refunded:
    "REFUNDED: the order was cancelled, or its period was not drawn; the log has its stake among the refunds.",
  pending: "PENDING: not paid yet; everything so far is right.",
  invalid: "INVALID:",
};

const UNPROVED =
  "REFUNDED, BY WHAT THE RULES SAY: the order was cancelled, or its period was not drawn. This log does not show refunds.";

function verdictText({ verdict, steps, isWatched, draw }: BetReport): string {
  if (verdict === "valid" && !isWatched) return UNWATCHED;
  if (verdict === "pending" && draw.voided !== null) return UNCONFIRMED;
  if (verdict === "refunded" && draw.version < REFUNDS_PROVED) return UNPROVED;
  return verdict === "invalid" ? `${VERDICTS.invalid} ${failedText(steps)}` : VERDICTS[verdict];
}
