import { formatMoney, type Money, parseMoney } from "@lotus/money";
import type { LineFigures } from "./slip-figures.ts";

/** The stakes that all of some lines allow. */
export interface StakeBounds {
  readonly min: Money;
  /** Null if nothing bounds it. */
  readonly max: Money | null;
}

/** Where no line says it. */
const MIN_STAKE: Money = 1_00n;

/** What a stake of several lines has to keep to: the largest of their minima, the smallest of their maxima. */
export function stakeBounds(lines: readonly LineFigures[]): StakeBounds {
  const bounds = (of: "minBet" | "maxBet") =>
    lines.flatMap(({ option }) => {
      const read = parseMoney(option[of]);
      return read.ok ? [read.value] : [];
    });
  const [mins, maxes] = [bounds("minBet"), bounds("maxBet")];
  return {
    min: mins.reduce((most, each) => (each > most ? each : most), mins[0] ?? MIN_STAKE),
    max: maxes.reduce<Money | null>((least, each) => (least === null || each < least ? each : least), null),
  };
}

/** A stake after a step, and the bound at which it stopped. */
export interface StakeStep {
  readonly amount: Money;
  readonly stoppedAt: "min" | "max" | null;
}

/** Half or twice a stake, within its bounds; half a hundredth is left away. */
export function stepStake(amount: Money, step: "half" | "double", { min, max }: StakeBounds): StakeStep {
  const next = step === "half" ? amount / 2n : amount * 2n;
  if (step === "half" && next < min) return { amount: amount < min ? amount : min, stoppedAt: "min" };
  if (step === "double" && max !== null && next > max)
    return { amount: amount > max ? amount : max, stoppedAt: "max" };
  return { amount: next, stoppedAt: null };
}

/** An amount in the form that is edited: "3", "3.50". */
export function typedAmount(amount: Money): string {
  return formatMoney(amount).replace(/\.00$/u, "");
}
