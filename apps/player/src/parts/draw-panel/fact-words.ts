import type { DrawResult } from "@lotus/contract";
import type { Words } from "../../words/use-words.tsx";

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

/** What a draw says beside its numbers, in words: its sum and its sides, as far as its facts have them. */
export interface FactWords {
  readonly sum?: string;
  readonly sides?: string;
}

/** Reads the facts of a result of any family; facts this build does not know are passed over. */
export function factWords({ facts }: Pick<DrawResult, "facts">, t: Words["t"]): FactWords {
  const sides = [facts["bigSmall"], facts["oddEven"]].filter(isSide).map((side) => t(SIDES[side]));
  return {
    ...(typeof facts["sum"] === "number" && { sum: String(facts["sum"]) }),
    ...(sides.length > 0 && { sides: sides.join(" · ") }),
  };
}

/** The facts in one line: "Sum 32 · Big · Even". */
export function factLine(result: Pick<DrawResult, "facts">, t: Words["t"]): string {
  const { sum, sides } = factWords(result, t);
  return [sum === undefined ? undefined : t("play.fact.sum", { sum }), sides]
    .filter((part) => part !== undefined)
    .join(" · ");
}

function isSide(fact: unknown): fact is Side {
  return typeof fact === "string" && Object.hasOwn(SIDES, fact);
}
