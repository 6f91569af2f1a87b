import type { RuleOption } from "@lotus/contract";
import { findGame, findOption, fraction, type Fraction, oddsKey } from "@lotus/games";

/** One figure of an option's odds, with what it is paid for. */
export interface OddsRow {
  readonly key: string;
  readonly name: string;
  /** As it travels, "97.50". */
  readonly odds: string;
  readonly chance: Fraction;
  /** How likely it is that the stake comes back instead. */
  readonly refund?: Fraction;
}

/** A kind of bet: the prizes that one and the same bet may win, and what it returns in the long run. */
export interface OddsKind {
  readonly rows: readonly OddsRow[];
  /** Per cent, "97.50". */
  readonly returnToPlayer: string;
}

/** The odds of an option by kind of bet, in the order of its tiers. */
export function oddsKinds(gameCode: string, option: RuleOption): readonly OddsKind[] {
  const game = findGame(gameCode);
  const shared = (game && findOption(game.code, option.id)?.shared) ?? [];
  const kindOf = (key: string) => shared.find((keys) => keys.includes(key))?.[0] ?? key;
  const rows = option.tiers.flatMap((tier) =>
    tier.classes.map((line) => ({
      key: oddsKey(tier.code, line.class),
      name: nameOf(option, tier, line.name),
      odds: line.odds,
      chance: readFraction(line.probability),
      ...(line.refund !== undefined && { refund: readFraction(line.refund) }),
      returnToPlayer: line.returnToPlayer,
    })),
  );
  return [...Map.groupBy(rows, (row) => kindOf(row.key)).values()].map((kind) => ({
    rows: kind,
    returnToPlayer: kind[0]?.returnToPlayer ?? "",
  }));
}

type RuleTier = RuleOption["tiers"][number];

/** A prize is named by its tier, by its class where the tier has several, or by both where both differ. */
function nameOf({ tiers }: RuleOption, tier: RuleTier, className: string | undefined): string {
  if (className === undefined || tier.classes.length < 2) return tier.name;
  return tiers.length > 1 ? `${tier.name} · ${className}` : className;
}

/** What a prize of an order is called, by the codes it was settled under. */
export function prizeName(option: RuleOption, tierCode: string, className: string | undefined): string {
  const tier = option.tiers.find(({ code }) => code === tierCode);
  if (tier === undefined) return tierCode;
  return nameOf(option, tier, tier.classes.find((line) => line.class === className)?.name);
}

/** Reads a fraction of the wire, "1/216". */
export function readFraction(text: string): Fraction {
  const [num = "0", den = "1"] = text.split("/");
  return fraction(BigInt(num), BigInt(den));
}
