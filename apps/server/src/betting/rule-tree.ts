import type { RuleGroup, RuleItem, RuleMode, RuleOption, RuleTree } from "@lotus/contract";
import {
  betReturns,
  familyOf,
  formatFraction,
  fraction,
  itemKind,
  itemOddsKey,
  modesOf,
  oddsKey,
  type Fraction,
  type GameCode,
  type Group,
  type Limits,
  type OddsTable,
  type Option,
} from "@lotus/games";
import { LOCALES, type Locale } from "@lotus/locales";
import type { Translate } from "@lotus/locales/node";
import { formatMoney, formatOdds } from "@lotus/money";
import { prepareReply, type PreparedReply } from "../http/prepared-reply.ts";
import { type GameWords, gameWords } from "./game-words.ts";
import { oddsFor, type OddsBook, type OddsVersion } from "./odds.ts";

/** Dependencies of replies with rule trees. */
export interface RuleDeps {
  readonly odds: Pick<OddsBook, "current">;
  readonly translate: Translate;
  /** The lunar year of the next draw, for games with animals. */
  readonly lunarYear: (game: GameCode) => number | undefined;
  /** The bounds of a bet on a game, and a version that rises when any of them changes. */
  readonly limits: { of(game: GameCode): Limits; version(): number };
}

/** The rule tree of a game as a reply, cached by locale, version of the odds and of the bounds, and lunar year. */
export function ruleReplies({
  odds,
  translate,
  lunarYear,
  limits,
}: RuleDeps): (game: GameCode, locale: Locale) => PreparedReply {
  let version = "";
  const replies = new Map<string, PreparedReply>();
  return (game, locale) => {
    const current = odds.current();
    const offered = `${current.version} ${limits.version()}`;
    // Trees of an older version are never requested again.
    if (offered !== version) replies.clear();
    version = offered;
    const year = lunarYear(game);
    const name = `${game} ${locale} ${String(year)}`;
    const known = replies.get(name);
    if (known !== undefined) return known;
    const made = prepareReply({
      data: ruleTree(game, current, gameWords(translate, locale), limits.of(game), year),
    });
    if (LOCALES.includes(locale)) replies.set(name, made);
    return made;
  };
}

/**
 * The rule tree of a game: its modes, their options, boards, tiers and odds, with names. Odds of animals are those of
 * the lunar year; without a year there are none.
 */
export function ruleTree(
  game: GameCode,
  version: OddsVersion,
  words: GameWords,
  limits: Limits,
  lunarYear?: number,
): RuleTree {
  return {
    version: version.version,
    gameId: game,
    gameCode: game,
    family: familyOf(game),
    rules: modesOf(game).map(({ code, options }): RuleMode => ({
      id: code,
      code,
      name: words.mode(familyOf(game), code),
      childrens: options.map((option) =>
        ruleOption(option, oddsFor(version, game, option.code), words, limits, lunarYear),
      ),
    })),
  };
}

function ruleOption(
  option: Option,
  odds: OddsTable,
  words: GameWords,
  limits: Limits,
  lunarYear: number | undefined,
): RuleOption {
  return {
    id: option.code,
    code: option.code,
    name: words.option(option.family, "option", option.code),
    hint: words.option(option.family, "hint", option.code),
    help: words.option(option.family, "help", option.code),
    groups: option.board.groups.map((group) => ruleGroup(option, group, odds, words, lunarYear)),
    minTotal: option.board.minTotal ?? 0,
    tiers: ruleTiers(option, odds, words),
    minBet: formatMoney(limits.minBet),
    maxBet: formatMoney(limits.maxBet),
    maxPayout: formatMoney(limits.maxPayout),
  };
}

function ruleGroup(
  option: Option,
  group: Group,
  odds: OddsTable,
  words: GameWords,
  lunarYear: number | undefined,
): RuleGroup {
  return {
    code: group.code,
    name: words.group(option.family, group.code),
    min: group.min,
    max: group.max,
    kind: itemKind(option.family, group),
    items: group.items.map((id): RuleItem => {
      const key = itemOddsKey(option, group.code, id, lunarYear);
      const figure = key === undefined ? undefined : odds[key];
      return {
        id,
        name: words.item(option.family, id),
        ...(figure === undefined ? {} : { odds: formatOdds(figure) }),
      };
    }),
  };
}

/**
 * The tiers with their odds. The return of a class is that of the bets that may win it, summed over all their tiers.
 */
function ruleTiers(option: Option, odds: OddsTable, words: GameWords): RuleOption["tiers"] {
  const { family, tiers } = option;
  const returns = new Map(
    betReturns(option, odds).flatMap(({ keys, share }) =>
      keys.map((key): [string, Fraction] => [key, share]),
    ),
  );
  return tiers.map((tier) => ({
    code: tier.code,
    name: words.tier(family, tier.code),
    classes: tier.classes.map(({ class: className, p, refund }) => {
      const key = oddsKey(tier.code, className);
      return {
        ...(className === undefined ? {} : { class: className, name: words.class(family, className) }),
        odds: formatOdds(odds[key] ?? 0n),
        probability: formatFraction(p),
        ...(refund === undefined ? {} : { refund: formatFraction(refund) }),
        returnToPlayer: percent(returns.get(key) ?? NOTHING),
      };
    }),
  }));
}

const NOTHING = fraction(0);

/** A share in percent, truncated to two decimals. */
function percent(share: Fraction): string {
  const scaled = fraction(share.num * 10_000n, share.den);
  return formatMoney(scaled.num / scaled.den);
}
