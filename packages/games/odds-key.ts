import type { Option } from "./bet.ts";
import type { Fraction } from "./fraction.ts";

/** The key of one odds figure within an option: "hit", or "side/big" for a class of a tier. */
export function oddsKey(tier: string, className?: string): string {
  return className === undefined ? tier : `${tier}/${className}`;
}

/** One figure of an option's odds: key, tier, and probabilities of payout and refund. */
export interface OddsLine {
  readonly key: string;
  readonly tier: string;
  readonly class?: string;
  readonly p: Fraction;
  readonly refund?: Fraction;
}

/** Every odds figure of an option, in the order of its tiers and classes. */
export function oddsKeysOf(option: Option): readonly OddsLine[] {
  return option.tiers.flatMap(({ code, classes }) =>
    classes.map((chance) => ({ ...chance, key: oddsKey(code, chance.class), tier: code })),
  );
}

/**
 * The odds key of an item of the board. Undefined if items do not differ; then all of the option's odds apply. Zodiac
 * items need the lunar year.
 */
export function itemOddsKey(
  option: Option,
  groupCode: string,
  item: string,
  lunarYear?: number,
): string | undefined {
  return option.itemKey?.(groupCode, item, lunarYear);
}
