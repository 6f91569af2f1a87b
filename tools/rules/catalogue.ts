import {
  betReturns,
  defaultOdds,
  formatFraction,
  GAMES,
  oddsKey,
  optionsOf,
  readPicks,
  toNumber,
  type Chance,
  type Fraction,
  type GameCode,
  type Option,
  type PickedGroups,
} from "@lotus/games";
import { formatOdds } from "@lotus/money";

const exact = (share: Fraction): { returnToPlayer: string; percent: string } => ({
  returnToPlayer: formatFraction(share),
  percent: (toNumber(share) * 100).toFixed(2),
});

// The fewest items of each group. Each group continues where the previous one stopped, because some options refuse the
// same number twice.
function smallest({ board }: Option): PickedGroups {
  let from = 0;
  const least = board.groups.map(({ code, min, items }) => {
    const some = Array.from({ length: min }, (_, at) => items[(from + at) % items.length] ?? "");
    from += min;
    return { code, items: some };
  });
  if (least.some(({ items }) => items.length > 0)) return least;
  const [first] = board.groups;
  return first === undefined ? [] : [{ code: first.code, items: first.items.slice(0, board.minTotal ?? 1) }];
}

const fullest = ({ board }: Option): PickedGroups =>
  board.groups.map(({ code, max, items }) => ({ code, items: items.slice(0, max) }));

function betsIn(option: Option, groups: PickedGroups): number {
  const read = readPicks(option, groups);
  return read.ok ? option.count(read.picks) : 0;
}

function describeOption(option: Option, games: readonly GameCode[], game: GameCode): object {
  const odds = defaultOdds(game, option);
  const describeChance = (tier: string, chance: Chance): object => ({
    ...(chance.class === undefined ? {} : { class: chance.class }),
    p: formatFraction(chance.p),
    ...(chance.refund === undefined ? {} : { refund: formatFraction(chance.refund) }),
    odds: formatOdds(odds[oddsKey(tier, chance.class)] ?? 0n),
  });
  return {
    family: option.family,
    games,
    mode: option.mode,
    option: option.code,
    ...option.board,
    bets: { smallest: betsIn(option, smallest(option)), fullest: betsIn(option, fullest(option)) },
    tiers: option.tiers.map(({ code, classes }) => ({
      code,
      classes: classes.map((chance) => describeChance(code, chance)),
    })),
    returns: betReturns(option, odds).map(({ keys, share }) => ({ keys, ...exact(share) })),
  };
}

/**
 * Every option of every family, ready to be written as JSON: its games and board, the bets in a smallest
 * and in the fullest selection, its tiers with exact chances and default odds, and what each kind of bet
 * returns to a player.
 */
export function catalogue(): readonly object[] {
  return [...Map.groupBy(GAMES, ({ family }) => family).values()].flatMap((games) => {
    const codes = games.map(({ code }) => code);
    const [first] = codes;
    return first === undefined ? [] : optionsOf(first).map((option) => describeOption(option, codes, first));
  });
}
