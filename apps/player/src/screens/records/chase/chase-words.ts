import type { ChaseEnd, ChaseMiss, ChaseRecord, ChaseState, ChaseStep } from "@lotus/contract";
import type { ChaseMessageKey } from "@lotus/locales";
import type { Tone } from "@lotus/ui";
import { recordName } from "../../../features/bet-result/bet-words.ts";
import type { I18n } from "../../../i18n/use-i18n.tsx";
import { wireMoney } from "../../../api/wire-money.ts";

export const STATE_WORDS = {
  running: "chase.state.running",
  asking: "chase.state.asking",
  ended: "chase.state.ended",
} as const satisfies Record<ChaseState, ChaseMessageKey>;

export const STATE_TONES = {
  running: "brand",
  asking: "amber",
  ended: "neutral",
} as const satisfies Record<ChaseState, Tone>;

const END_WORDS = {
  done: "chase.why.done",
  won: "chase.why.won",
  profit: "chase.why.profit",
  loss: "chase.why.loss",
  player: "chase.why.player",
  limit: "chase.why.limit",
  break: "chase.why.break",
  register: "chase.why.register",
  account: "chase.why.account",
  operator: "chase.why.operator",
} as const satisfies Record<ChaseEnd, ChaseMessageKey>;

const MISS_WORDS = {
  missed: "chase.miss.missed",
  "no-sale": "chase.miss.noSale",
  "result-late": "chase.miss.resultLate",
  "odds-changed": "chase.miss.oddsChanged",
  closed: "chase.miss.closed",
  bounds: "chase.miss.bounds",
  cap: "chase.miss.cap",
  limit: "chase.miss.limit",
  pause: "chase.miss.pause",
} as const satisfies Record<ChaseMiss, ChaseMessageKey>;

/** Why a chase is over; null while it goes on. */
export function endWords({ why }: ChaseRecord, { t }: Pick<I18n, "t">): string | null {
  return why === undefined ? null : t(END_WORDS[why]);
}

/** What a step came to: a word, its tone, and what came back of a placed one. */
interface StepWords {
  readonly text: string;
  readonly tone: Tone;
  /** Why nothing was bet. */
  readonly why?: string;
}

export function stepWords(step: ChaseStep, { t }: Pick<I18n, "t">): StepWords {
  if (step.state === "planned") return { text: t("chase.step.planned"), tone: "neutral" };
  if (step.state === "returned") return { text: t("chase.step.returned"), tone: "neutral" };
  if (step.state === "missed")
    return { text: t("chase.step.missed"), tone: "amber", why: t(MISS_WORDS[step.why ?? "missed"]) };
  if (step.decided !== true) return { text: t("chase.step.placed"), tone: "brand" };
  const [payout, refund] = [wireMoney(step.payout ?? "0.00"), wireMoney(step.refund ?? "0.00")];
  // Less than was staked is no win to be shown in gold.
  if (payout > 0n)
    return { text: t("chase.step.won"), tone: payout > wireMoney(step.stake) ? "gold" : "neutral" };
  const isReturned = refund === wireMoney(step.stake);
  return { text: t(isReturned ? "chase.step.refunded" : "chase.step.lost"), tone: "neutral" };
}

/** "Digits · Fixed place", and how many more lines there are. */
export function linesName({ lines }: ChaseRecord, { number }: Pick<I18n, "number">): string {
  const [first, ...others] = lines;
  if (first === undefined) return "";
  const name = recordName(first);
  return others.length === 0 ? name : `${name} +${number(others.length)}`;
}
