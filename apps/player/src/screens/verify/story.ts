import type { DrawReport, DrawStepName } from "@lotus/fair";
import type { DrawCheck, TrustState } from "../../features/fairness/checks.ts";
import type { I18n } from "../../i18n/use-i18n.tsx";

/** How a question is answered: `warn` if one has to trust the operator. */
export type AnswerState = "good" | "warn" | "wrong" | "open";

/** A question about the draw, answered in everyday words. */
export interface Answered {
  readonly key: "know" | "change" | "watch";
  readonly state: AnswerState;
  readonly answer: string;
  readonly words: readonly string[];
}

/** A draw of a period that is in the log. */
interface Told extends DrawCheck {
  readonly period: NonNullable<DrawReport["period"]>;
  readonly roundTime: number;
}

/** The story of a draw; empty if there is none to tell: not drawn by the rules, or not even announced. */
export function storyOf(check: DrawCheck, words: I18n): readonly Answered[] {
  const { period, roundTime, voided } = check.report;
  if (period === null || roundTime === null || voided !== null) return [];
  const told = { ...check, period, roundTime };
  return [couldKnow(told, words), couldChange(told, words), whoWatched(told, words)];
}

/** The random value did not exist while bets were sold. */
function couldKnow({ report, trust, period, roundTime }: Told, words: I18n): Answered {
  const { t, time } = words;
  const key = "know";
  if (hasFailed(report, ["document", "period", "round"])) return disagreeing(key, words);
  const isHouse = trust.beacon === "house";
  const times = { close: time(period.entry.closeAt), round: time(roundTime) };
  return {
    key,
    state: isHouse ? "warn" : "good",
    answer: t(isHouse ? "verify.answer.house" : "verify.answer.nobody"),
    words: [
      t(report.computed === null ? "verify.know.open" : "verify.know.words", times),
      t(isHouse ? "verify.know.house" : "verify.know.public"),
    ],
  };
}

/** The bets were in the log, cosigned, before the random value existed. */
function couldChange({ report, trust }: Told, words: I18n): Answered {
  const { t, time } = words;
  const key = "change";
  if (hasFailed(report, ["close"])) return disagreeing(key, words);
  const { close } = report;
  if (close === null)
    return { key, state: "open", answer: t("verify.answer.open"), words: [t("verify.change.open")] };
  const count = close.entry.orders;
  if (close.cosignedAt === null || isUnwatched(report, trust))
    return {
      key,
      state: "warn",
      answer: t("verify.answer.house"),
      words: [count === undefined ? t("verify.change.fewUnsealed") : t("verify.change.unsealed", { count })],
    };
  const at = time(close.cosignedAt);
  const sealed =
    count === undefined
      ? t("verify.change.few", { time: at })
      : t("verify.change.words", { count, time: at });
  if (trust.witnesses === "house")
    return {
      key,
      state: "warn",
      answer: t("verify.answer.house"),
      words: [sealed, t("verify.change.house")],
    };
  return { key, state: "good", answer: t("verify.answer.nobody"), words: [sealed] };
}

/** Who cosigned. */
function whoWatched({ report, trust }: Told, words: I18n): Answered {
  const { t } = words;
  const key = "watch";
  if (isUnwatched(report, trust))
    return { key, state: "warn", answer: t("verify.watch.none"), words: [t("verify.watch.noneWords")] };
  if (hasFailed(report, ["close"])) return disagreeing(key, words);
  const { close } = report;
  if (trust.witnesses === "house")
    return {
      key,
      state: "warn",
      answer: t("verify.watch.house"),
      words: [t("verify.watch.houseWords", { names: (close?.witnesses ?? trust.witnessNames).join(", ") })],
    };
  // The names of a policy are the house's; those of the list are not.
  const who = close === null ? trust.operators : close.operators;
  const names = who.join(", ");
  const answer = t("verify.watch.public", { count: who.length });
  if (close === null) return { key, state: "open", answer, words: [t("verify.watch.open", { names })] };
  return { key, state: "good", answer, words: [t("verify.watch.words", { names })] };
}

function isUnwatched({ isWatched }: DrawReport, { witnesses }: TrustState): boolean {
  return !isWatched || witnesses === "none";
}

function hasFailed({ steps }: DrawReport, names: readonly DrawStepName[]): boolean {
  return steps.some(({ step, state }) => state === "failed" && names.includes(step));
}

function disagreeing(key: Answered["key"], { t }: I18n): Answered {
  return { key, state: "wrong", answer: t("verify.answer.wrong"), words: [] };
}
