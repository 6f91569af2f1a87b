import type { Option, Outcome, Pay, Picks, Win } from "../../bet.ts";
import { once } from "../../once.ts";
import { has } from "../../picks.ts";
import { ticks, type TickTier, type Verdict } from "../../ticks.ts";
import { colourOf } from "../ball.ts";
import { BALLS, COLOURS, markSixOption, REGULAR } from "../mark-six.ts";
import { judgeSides, SIDES } from "../sides.ts";
import { tiersOfBall } from "../tiers-of-ball.ts";

const ITEMS = [...SIDES, ...COLOURS];

const tierOf = (item: string): TickTier =>
  COLOURS.some((colour) => colour === item) ? { tier: item } : { tier: "side", class: item };

function judge(item: string, ball: number): Verdict {
  const side = SIDES.find((each) => each === item);
  if (side !== undefined) return judgeSides([side], ball);
  return colourOf(ball) === item ? "wins" : "loses";
}

const verdicts = once(() => BALLS.map((ball) => ITEMS.map((item) => judge(item, Number(ball)))));

const parts = ticks({
  board: {
    groups: Array.from({ length: REGULAR }, (_, at) => ({
      code: `ball${String(at + 1)}`,
      min: 0,
      max: ITEMS.length,
      items: ITEMS,
    })),
    minTotal: 1,
  },
  tierOf: (_, item) => tierOf(item),
  judge: (group, item, numbers) => verdicts()[(numbers[group] ?? 0) - 1]?.[item] ?? "loses",
});

// Items that shut each other out: two sides of one kind, or the colours.
const KINDS: readonly (readonly number[])[] = [
  [0, 1],
  [2, 3],
  [4, 5],
  [6, 7],
  [8, 9],
  [10, 11, 12],
];

const winOf = (item: number, count: number): Win => ({ ...tierOf(ITEMS[item] ?? ""), count });

// Counts of a kind's items are held in one number, three bits for each, as no item wins in more than six places.
const ONE_BITS = 3;
const countIn = (counts: number, at: number): number => (counts >> (at * ONE_BITS)) & 7;

// What a kind can win when every place wins with one of the kind's items that are ticked for it.
function waysToWin({ chosen }: Picks, kind: readonly number[]): Iterable<number> {
  let ways = new Set([0]);
  for (const own of chosen) {
    const ticked = kind.flatMap((item, at) => (has(own, item) ? [1 << (at * ONE_BITS)] : []));
    if (ticked.length > 0) ways = new Set([...ways].flatMap((counts) => ticked.map((one) => counts + one)));
  }
  return ways;
}

// Rounding can make it pay more to win with both of two sides than with the better one alone, so all ways
// are looked at.
function maxOf(kind: readonly number[], picks: Picks, pay: Pay): readonly Win[] {
  const payouts = kind.map((item) =>
    picks.chosen.map((_, less) =>
      picks.chosen.some((own) => has(own, item)) ? pay(winOf(item, less + 1)) : 0n,
    ),
  );
  let [most, best] = [-1n, 0];
  for (const counts of waysToWin(picks, kind)) {
    const paid = payouts.reduce((sum, each, at) => sum + (each[countIn(counts, at) - 1] ?? 0n), 0n);
    if (paid > most) [most, best] = [paid, counts];
  }
  return kind.map((item, at) => winOf(item, countIn(best, at))).filter(({ count }) => count > 0);
}

// The most: every place wins with an item of each kind. No six balls may show that outcome, so the most may
// be more than a draw can pay. The least is the least item.
function* extremes(picks: Picks, _: number | undefined, pay: Pay): Generator<Outcome> {
  for (const item of ITEMS.keys()) {
    if (picks.chosen.some((own) => has(own, item))) yield { wins: [winOf(item, 1)], refunded: 0 };
  }
  yield { wins: KINDS.flatMap((kind) => maxOf(kind, picks, pay)), refunded: 0 };
}

// As `extremes`: the best ticked item of each kind at each place, whether or not six balls can show them all.
function maxWorth({ chosen }: Picks, worths: readonly number[]): number {
  let sum = 0;
  for (const own of chosen) {
    for (const kind of KINDS) {
      let best = 0;
      for (const item of kind) if (has(own, item)) best = Math.max(best, worths[item] ?? 0);
      sum += best;
    }
  }
  return sum;
}

/** Sides and colour of each regular ball by its place; 49 returns the stake of a side, and is green. */
export const REGULAR_SIDES: Option = markSixOption({
  code: "ZM.ZM16",
  tiers: () => tiersOfBall(ITEMS, tierOf, judge),
  ...parts,
  extremes,
  maxWorth: (picks, _, worth) => {
    const worths = ITEMS.map((item) => {
      const { tier, class: className } = tierOf(item);
      return worth(tier, className);
    });
    return maxWorth(picks, worths);
  },
});
