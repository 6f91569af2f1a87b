import type { RuleOption } from "@lotus/contract";
import { findGame, findOption, fraction, type Fraction, oddsKey } from "@lotus/games";

/** One figure of an option's odds and the prize it is paid for. */
export interface OddsRow {
  readonly key: string;
  readonly name: string;
  /** In wire format, "97.50". */
  readonly odds: string;
  readonly chance: Fraction;
  /** Probability that the stake is refunded instead. */
  readonly refund?: Fraction;
}

/** A kind of bet: the prizes that one bet may win, and its return to player. */
export interface OddsKind {
  /** Name of this kind, if several kinds have the same prizes. */
  readonly name?: string;
  readonly rows: readonly OddsRow[];
  /** Per cent, "97.50". */
  readonly returnToPlayer: string;
}

type RuleTier = RuleOption["tiers"][number];
type TierClass = RuleTier["classes"][number];

/** The odds of an option by kind of bet, in the order of its tiers. */
export function oddsKinds(gameCode: string, option: RuleOption): readonly OddsKind[] {
  const game = findGame(gameCode);
  const shared = (game && findOption(game.code, option.id)?.shared) ?? [];
  const lines = option.tiers.flatMap((tier) =>
    classesToldApart(tier).map((line) => ({ tier, line, key: oddsKey(tier.code, line.class) })),
  );
  const kinds = Map.groupBy(
    lines,
    ({ key }) => shared.find((keys) => keys.includes(key))?.[0] ?? key,
  ).values();
  return [...kinds].map((kind) => {
    const name = kind.length > 1 ? kind[0]?.line.name : undefined;
    return {
      ...(name !== undefined && { name }),
      rows: kind.map(({ tier, line, key }) => ({
        key,
        name: name === undefined ? nameOf(option, tier, line) : tier.name,
        odds: line.odds,
        chance: readFraction(line.probability),
        ...(line.refund !== undefined && { refund: readFraction(line.refund) }),
      })),
      returnToPlayer: kind[0]?.line.returnToPlayer ?? "",
    };
  });
}

/** Classes of a tier; only the first if they differ in name alone. */
function classesToldApart({ classes }: RuleTier): readonly TierClass[] {
  const [first] = classes;
  if (first === undefined || classes.length < 2) return classes;
  const same = (line: TierClass) =>
    line.odds === first.odds && line.probability === first.probability && line.refund === first.refund;
  return classes.every(same) ? [first] : classes;
}

/** A prize is named after its tier, after its class if the tier has several, or after both if both differ. */
function nameOf({ tiers }: RuleOption, tier: RuleTier, line: TierClass | undefined): string {
  if (line?.name === undefined || classesToldApart(tier).length < 2) return tier.name;
  return tiers.length > 1 ? `${tier.name} · ${line.name}` : line.name;
}

/** Name of an order's prize, by the codes it was settled under. */
export function prizeName(option: RuleOption, tierCode: string, className: string | undefined): string {
  const tier = option.tiers.find(({ code }) => code === tierCode);
  if (tier === undefined) return tierCode;
  // "The others" means nothing on its own.
  if (className === OTHERS && option.tiers.length === 1) return tier.name;
  return nameOf(
    option,
    tier,
    tier.classes.find((line) => line.class === className),
  );
}

const OTHERS = "other";

/** Parses a fraction in wire format, "1/216". */
export function readFraction(text: string): Fraction {
  const [num = "0", den = "1"] = text.split("/");
  return fraction(BigInt(num), BigInt(den));
}
