import { modeOf, type DrawResult, type Option, type Tier } from "../bet.ts";
import { once } from "../once.ts";

/** The balls as board items; the index of a ball is the ball less one. */
export const BALLS: readonly string[] = Array.from({ length: 49 }, (_, at) => String(at + 1));

/** The tails as board items; the index of a tail is the tail. */
export const TAILS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

/** The colours as board items. */
export const COLOURS = ["red", "blue", "green"] as const;

/** Regular balls of a draw; the special comes after them. */
export const REGULAR = 6;

/** Number of balls of a draw. */
export const DRAWN = 7;

/** The lunar year of a draw. Every draw of Mark Six has one. @throws if it is missing */
export function lunarYearOfDraw({ lunarYear }: DrawResult): number {
  if (lunarYear === undefined) throw new RangeError("a draw of Mark Six without its lunar year");
  return lunarYear;
}

/** An option of Mark Six without family and mode. Tiers that are expensive to count are counted on first use. */
type MarkSixOption = Omit<Option, "family" | "mode" | "tiers"> & {
  readonly tiers: readonly Tier[] | (() => readonly Tier[]);
};

/** Completes an option of Mark Six with its family and mode. */
export function markSixOption({ tiers, ...option }: MarkSixOption): Option {
  const counted = once(() => (typeof tiers === "function" ? tiers() : tiers));
  return {
    ...option,
    get tiers() {
      return counted();
    },
    mode: modeOf(option.code),
    family: "mark-six",
  };
}
