import type { Option, Outcome, Picks, Win } from "../../bet.ts";
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

const VERDICTS = BALLS.map((ball) => ITEMS.map((item) => judge(item, Number(ball))));

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
  judge: (group, item, numbers) => VERDICTS[(numbers[group] ?? 0) - 1]?.[item] ?? "loses",
});

// Items that shut each other out: two sides of one kind, or the colours. Each is preferred in every order.
const KINDS: readonly (readonly (readonly number[])[])[] = [
  ...[0, 2, 4, 6, 8].map((first) => [
    [first, first + 1],
    [first + 1, first],
  ]),
  [
    [10, 11, 12],
    [10, 12, 11],
    [11, 10, 12],
    [11, 12, 10],
    [12, 10, 11],
    [12, 11, 10],
  ],
];

// In how many places each item is the first of its kind, in an order of preference, that was ticked.
function firstTicked({ chosen }: Picks, preferred: readonly number[]): readonly Win[] {
  const counts = preferred.map(() => 0);
  for (const own of chosen) {
    const at = preferred.findIndex((item) => has(own, item));
    if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
  }
  return preferred.flatMap((item, at) => {
    const count = counts[at] ?? 0;
    return count > 0 ? [{ ...tierOf(ITEMS[item] ?? ""), count }] : [];
  });
}

// The most: whichever figures are higher, every place wins with its best item of each kind. Some of these
// outcomes no six balls show, so the most may be more than a draw can pay. The least is the least item.
function* extremes(picks: Picks): Generator<Outcome> {
  for (const [item, name] of ITEMS.entries()) {
    if (picks.chosen.some((own) => has(own, item)))
      yield { wins: [{ ...tierOf(name), count: 1 }], refunded: 0 };
  }
  let best: readonly (readonly Win[])[] = [[]];
  for (const orders of KINDS) {
    const ways = orders.map((order) => firstTicked(picks, order));
    best = best.flatMap((wins) => ways.map((way) => [...wins, ...way]));
  }
  for (const wins of best) yield { wins, refunded: 0 };
}

/** Sides and colour of each regular ball by its place; 49 returns the stake of a side, and is green. */
export const REGULAR_SIDES: Option = markSixOption({
  code: "ZM.ZM16",
  tiers: tiersOfBall(ITEMS, tierOf, judge),
  ...parts,
  extremes,
});
