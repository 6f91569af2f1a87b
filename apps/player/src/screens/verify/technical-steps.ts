import type { DrawProofDocument, DrawReport, DrawStepName } from "@lotus/fair";
import type { VerifyMessageKey } from "@lotus/locales";
import type { CheckStep } from "../../features/fairness/check-steps.tsx";
import { drawFaultWords } from "../../features/fairness/draw-fault-words.ts";
import type { I18n } from "../../i18n/use-i18n.tsx";

/** What each step establishes. */
const STEP_TITLES = {
  document: "verify.step.document",
  period: "verify.step.period",
  close: "verify.step.close",
  round: "verify.step.round",
  numbers: "verify.numbers.title",
  settled: "verify.step.settled",
  log: "verify.step.log",
} as const satisfies Record<DrawStepName, VerifyMessageKey>;

/** The steps in order. If the document cannot be read, only the first one is there. */
export function technicalSteps(
  report: DrawReport,
  document: DrawProofDocument | undefined,
  words: I18n,
): readonly CheckStep[] {
  return report.steps.map(({ step, state, faults }) => ({
    title: words.t(STEP_TITLES[step]),
    state,
    ...(state === "failed" ? { words: null, hex: null } : FACTS[step](report, words, document)),
    faults: faults.map((fault) => drawFaultWords(fault, words)),
  }));
}

type Facts = Pick<CheckStep, "words" | "hex">;

type ReadFacts = (report: DrawReport, words: I18n, document: DrawProofDocument | undefined) => Facts;

const FACTS: Readonly<Record<DrawStepName, ReadFacts>> = {
  document: (_report, { t }, document) => ({
    words: t("verify.step.beacon"),
    hex: document?.beacon.hash ?? null,
  }),
  period: periodFacts,
  close: closeFacts,
  round: roundFacts,
  numbers: ({ computed }, { t }) => ({
    words: t(computed === null ? "verify.afterDraw" : "verify.step.seed"),
    hex: computed?.seed ?? null,
  }),
  settled: settledFacts,
  log: () => ({ words: null, hex: null }),
};

function periodFacts({ period }: DrawReport, { t, dateTime, time }: I18n): Facts {
  if (period === null) return { words: null, hex: null };
  const { openAt, closeAt, drawAt } = period.entry;
  const times = { open: dateTime(openAt), close: time(closeAt), draw: time(drawAt) };
  return { words: t("verify.step.times", times), hex: null };
}

function closeFacts({ close }: DrawReport, { t, money }: I18n): Facts {
  if (close === null) return { words: null, hex: null };
  const { orders, stake, betsRoot } = close.entry;
  const words =
    orders === undefined || stake === undefined
      ? t("verify.step.few")
      : t("verify.step.bets", { count: orders, stake: money(stake) });
  return { words, hex: betsRoot };
}

function roundFacts(
  { roundTime }: DrawReport,
  { t, number, time }: I18n,
  document: DrawProofDocument | undefined,
): Facts {
  if (document === undefined || roundTime === null) return { words: null, hex: null };
  const words = t("verify.step.published", { round: number(document.round), time: time(roundTime) });
  return { words, hex: document.beacon.signature };
}

function settledFacts({ settled }: DrawReport, { t, money }: I18n): Facts {
  if (settled === null) return { words: t("verify.afterDraw"), hex: null };
  const { payout = "0.00", refund, payoutsRoot } = settled;
  const words =
    refund === undefined
      ? t("verify.step.few")
      : t("verify.step.paid", { payout: money(payout), refund: money(refund) });
  return { words, hex: payoutsRoot };
}
