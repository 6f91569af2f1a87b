import type { DrawResult } from "@lotus/contract";
import type { I18n } from "../../i18n/use-i18n.tsx";

const SIDES = {
  big: "play.fact.big",
  small: "play.fact.small",
  odd: "play.fact.odd",
  even: "play.fact.even",
  dragon: "play.fact.dragon",
  tiger: "play.fact.tiger",
  tie: "play.fact.tie",
} as const;

type Side = keyof typeof SIDES;

/** Facts of a draw in words: sum and sides, as far as it has them. */
export interface FactWords {
  readonly sum?: string;
  readonly sides?: string;
}

/** Reads the facts of a result of any family; unknown facts are ignored. */
export function factWords({ facts }: Pick<DrawResult, "facts">, t: I18n["t"]): FactWords {
  const sides = [facts["bigSmall"], facts["oddEven"]].filter(isSide).map((side) => t(SIDES[side]));
  return {
    ...(typeof facts["sum"] === "number" && { sum: String(facts["sum"]) }),
    // On two lines the dot stays with the first side.
    ...(sides.length > 0 && { sides: sides.join("\u00a0· ") }),
  };
}

/** Names of the facts that hold a family's sum and the sides of that sum. */
const SUMS = [
  ["sum", "bigSmall", "oddEven", "play.fact.sum"],
  ["topTwoSum", "topTwoBigSmall", "topTwoOddEven", "play.fact.topTwo"],
  ["total", "totalBigSmall", "totalOddEven", "play.fact.sum"],
] as const;

/** The facts in one line: "Sum 32 · Big · Even"; of a race, the sum of the first two. */
export function factLine({ facts }: Pick<DrawResult, "facts">, t: I18n["t"]): string {
  for (const [sum, bigSmall, oddEven, name] of SUMS) {
    const figure = facts[sum];
    if (typeof figure !== "number") continue;
    const sides = [facts[bigSmall], facts[oddEven]].filter(isSide).map((side) => t(SIDES[side]));
    return [t(name, { sum: String(figure) }), ...sides].join(" · ");
  }
  return "";
}

function isSide(fact: unknown): fact is Side {
  return typeof fact === "string" && Object.hasOwn(SIDES, fact);
}
