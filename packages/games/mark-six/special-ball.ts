import type { DrawResult, Option } from "../bet.ts";
import { once } from "../once.ts";
import { ticks, type TickTier, type Verdict } from "../ticks.ts";
import { BALLS, markSixOption, REGULAR } from "./mark-six.ts";
import { tiersOfBall } from "./tiers-of-ball.ts";

/** Describes bets on a property of the special ball: every ticked item is a bet. */
export interface SpecialBall {
  readonly code: string;
  /** The only group of the board. */
  readonly group: string;
  readonly items: readonly string[];
  /** Tier and class an item wins; by default "hit" with the item's name as its class. */
  readonly tierOf?: (item: string) => TickTier;
  /** Verdict of a ball on an item; called once for each ball and each year of the zodiac. */
  readonly judge: (item: string, ball: number, lunarYear: number) => Verdict;
  /** Whether verdicts depend on the lunar year. */
  readonly byYear?: boolean;
}

const ANIMALS = 12;
const SOME_YEAR = 2024;
// Added so that earlier years have a positive remainder too.
const FAR_ROUNDS = ANIMALS * 1_000;

const OWN_CLASS = (item: string): TickTier => ({ tier: "hit", class: item });

const drawOf = (special: number, lunarYear: number): DrawResult => ({
  numbers: [0, 0, 0, 0, 0, 0, special],
  lunarYear,
});

/** An option of ticks on the special ball, with its chances counted over the 49 balls. */
export function specialBall({
  code,
  group,
  items,
  tierOf = OWN_CLASS,
  judge,
  byYear = false,
}: SpecialBall): Option {
  const years = Array.from({ length: byYear ? ANIMALS : 1 }, (_, at) => SOME_YEAR + at);
  // Verdicts of every item by year of the zodiac and ball.
  const verdicts = once(() =>
    years.map((year) => BALLS.map((ball) => items.map((item) => judge(item, Number(ball), year)))),
  );
  const roundOf = (lunarYear: number): number => (lunarYear - SOME_YEAR + FAR_ROUNDS) % ANIMALS;
  const verdictsOn = (ball: number, lunarYear: number | undefined): readonly Verdict[] => {
    if (!byYear) return verdicts()[0]?.[ball - 1] ?? [];
    if (lunarYear === undefined) throw new RangeError("a draw of Mark Six without its lunar year");
    return verdicts()[roundOf(lunarYear)]?.[ball - 1] ?? [];
  };
  // The distinct ones by year.
  const different = once(() =>
    verdicts().map((ofYear) => [...new Map(ofYear.map((ofBall) => [ofBall.join(), ofBall])).values()]),
  );
  // Draws with equal verdicts have the same outcome, so one of each is enough.
  const results = once(() => {
    const draws = new Map<string, DrawResult>();
    for (const [at, ofYear] of verdicts().entries()) {
      for (const [ball, ofBall] of ofYear.entries())
        draws.set(ofBall.join(), drawOf(ball + 1, SOME_YEAR + at));
    }
    return draws;
  });
  const parts = ticks({
    board: { groups: [{ code: group, min: 1, max: items.length, items }] },
    tierOf: (_, item) => tierOf(item),
    judge: (_, item, numbers, lunarYear) => verdictsOn(numbers[REGULAR] ?? 0, lunarYear)[item] ?? "loses",
  });
  const maxWorth: Option["maxWorth"] = (picks, lunarYear, worth) => {
    const ticked = picks.chosen[0]?.indexes ?? [];
    const worths = ticked.map((item) => {
      const { tier, class: className } = tierOf(items[item] ?? "");
      return worth(tier, className);
    });
    const ofYear = byYear && lunarYear !== undefined ? different()[roundOf(lunarYear)] : different().flat();
    let most = 0;
    for (const verdict of ofYear ?? []) {
      let sum = 0;
      for (const [at, item] of ticked.entries()) if (verdict[item] === "wins") sum += worths[at] ?? 0;
      if (sum > most) most = sum;
    }
    return most;
  };
  return markSixOption({
    code,
    tiers: () => tiersOfBall(items, tierOf, (item, ball) => judge(item, ball, SOME_YEAR)),
    ...parts,
    *extremes(picks, lunarYear) {
      const ofYear = byYear && lunarYear !== undefined;
      const draws = ofYear ? BALLS.map((ball) => drawOf(Number(ball), lunarYear)) : results().values();
      for (const draw of draws) yield parts.settle(picks, draw);
    },
    maxWorth,
  });
}
