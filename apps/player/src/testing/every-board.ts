import type { RuleGroup, RuleItem, RuleMode, RuleOption, RuleTree } from "@lotus/contract";
import {
  DEFAULT_RETURN,
  familyOf,
  type Fraction,
  fraction,
  type GameCode,
  itemKind,
  modeOf,
  oddsReturning,
} from "@lotus/games";
import { formatOdds, type Odds } from "@lotus/money";
import { SPECS, type Spec } from "@lotus/games/testing/spec";

/** Names used in a tree. */
export interface BoardWords {
  mode: (code: string) => string;
  option: (kind: "option" | "hint" | "help", code: string) => string;
  group: (code: string) => string;
  item: (id: string) => string;
  tier: (code: string) => string;
}

const CODES: BoardWords = {
  mode: (code) => code,
  option: (_kind, code) => code,
  group: (code) => code,
  item: (id) => id,
  tier: (code) => code,
};

/**
 * The rule tree of a game with every option of the fixture, for tests and for viewing boards. Odds are the server's
 * defaults; names are codes unless words are given.
 */
export function everyBoard(game: GameCode, words: BoardWords = CODES): RuleTree {
  const family = familyOf(game);
  const modes = Map.groupBy(
    SPECS.filter((spec) => spec.family === family),
    (spec) => modeOf(spec.option),
  );
  const rules = [...modes].map(([code, specs]): RuleMode => ({
    id: code,
    code,
    name: words.mode(code),
    childrens: specs.map((spec) => ruleOption(game, spec, words)),
  }));
  return { version: 1, gameId: game, gameCode: game, family, rules };
}

/** One option of such a tree. */
export function boardOf(game: GameCode, optionId: string): RuleOption {
  const options = everyBoard(game).rules.flatMap((mode) => mode.childrens);
  const found = options.find(({ id }) => id === optionId);
  if (found === undefined) throw new RangeError(`nothing is written down about ${optionId} of ${game}`);
  return found;
}

type TierClass = Spec["tiers"][number]["classes"][number];

function ruleOption(game: GameCode, spec: Spec, words: BoardWords): RuleOption {
  return {
    id: spec.option,
    code: spec.option,
    name: words.option("option", spec.option),
    hint: words.option("hint", spec.option),
    help: words.option("help", spec.option),
    minTotal: spec.minTotal ?? 0,
    minBet: "1.00",
    maxBet: "50000.00",
    maxPayout: "400000.00",
    groups: spec.groups.map((group): RuleGroup => ({
      code: group.code,
      name: words.group(group.code),
      min: group.min,
      max: group.max,
      kind: itemKind(familyOf(game), group),
      items: group.items.map((id): RuleItem => {
        const own = classOf(spec, group.code, id);
        return {
          id,
          name: words.item(id),
          ...(own !== undefined && { odds: formatOdds(oddsOf(own)) }),
        };
      }),
    })),
    tiers: spec.tiers.map((tier) => ({
      code: tier.code,
      name: words.tier(tier.code),
      classes: tier.classes.map((line) => ({
        ...(line.class !== undefined && { class: line.class, name: words.item(line.class) }),
        odds: formatOdds(oddsOf(line)),
        probability: line.p,
        returnToPlayer: "97.50",
      })),
    })),
  };
}

/** Tier and class of an item whose group has items of different odds, found by their codes; zodiacs need a year. */
function classOf(spec: Spec, group: string, item: string): TierClass | undefined {
  const tiers = new Map(spec.tiers.map((tier) => [tier.code, tier.classes]));
  const stem = group.replace(/-(?:side|sum)$/u, "");
  const names = [`${stem}-${item}`, `${group}${item}`, `${group.replace("top-two-", "")}${item}`, item];
  const byTier = names.map((name) => tiers.get(name)?.[0]).find((line) => line !== undefined);
  if (byTier !== undefined) return byTier;
  const classes = spec.tiers.flatMap((tier) => tier.classes);
  const byClass = [item, `${group}${item}`].map((name) => classes.find((line) => line.class === name));
  const found = byClass.find((line) => line !== undefined);
  if (found !== undefined) return found;
  if (group === "head" || group === "tail") return classes.find((line) => line.class === "other");
  return spec.tiers.length > 1 && /^\d+$/u.test(item) ? tiers.get("digit")?.[0] : undefined;
}

function oddsOf({ p, refund }: TierClass): Odds {
  return oddsReturning(DEFAULT_RETURN, read(p), refund === undefined ? undefined : read(refund));
}

function read(text: string): Fraction {
  const [num = "0", den = "1"] = text.split("/");
  return fraction(BigInt(num), BigInt(den));
}
