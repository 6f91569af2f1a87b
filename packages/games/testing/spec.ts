import dice from "../fixtures/dice.json" with { type: "json" };
import fiveDigits from "../fixtures/five-digits.json" with { type: "json" };
import markSix from "../fixtures/mark-six.json" with { type: "json" };
import racing from "../fixtures/racing.json" with { type: "json" };
import type { PickedGroups } from "../bet.ts";

/** What an option must be: its board, counted examples, and the chance of each tier as "num/den". */
export interface Spec {
  readonly family: string;
  readonly option: string;
  readonly groups: readonly {
    readonly code: string;
    readonly min: number;
    readonly max: number;
    readonly items: readonly string[];
  }[];
  readonly minTotal?: number;
  readonly examples: readonly {
    readonly picks: Readonly<Record<string, readonly string[] | undefined>>;
    readonly bets: number;
  }[];
  readonly tiers: readonly {
    readonly code: string;
    readonly classes: readonly { readonly class?: string; readonly p: string; readonly refund?: string }[];
  }[];
}

/** Every option that is written down. */
export const SPECS: readonly Spec[] = [...fiveDigits, ...dice, ...racing, ...markSix];

/** What is written down about an option. Throws when nothing is. */
export function specOf(option: string, family: string): Spec {
  const spec = SPECS.find((each) => each.option === option && each.family === family);
  if (spec === undefined) throw new RangeError(`nothing is written down about ${option} of ${family}`);
  return spec;
}

/** Picks of an example as they travel. */
export function groupsOf(picks: Spec["examples"][number]["picks"]): PickedGroups {
  return Object.entries(picks).map(([code, items]) => ({ code, items: items ?? [] }));
}
