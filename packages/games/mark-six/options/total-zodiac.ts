import type { DrawResult } from "../../bet.ts";
import { fraction } from "../../fraction.ts";
import { ticks } from "../../ticks.ts";
import { ZODIAC } from "../ball.ts";
import { markSixOption } from "../mark-six.ts";

// Sets of seven balls with 2 to 7 different animals, of all 85,900,584.
const SETS = 85_900_584;
const SETS_BY_COUNT = [836, 216_700, 4_996_200, 26_315_520, 39_502_848, 14_868_480];
const COUNTS = ["2", "3", "4", "5", "6", "7"];

const isOdd = (count: string): boolean => Number(count) % 2 === 1;

const setsWith = (wanted: (count: string) => boolean): number =>
  SETS_BY_COUNT.reduce((sum, sets, at) => sum + (wanted(COUNTS[at] ?? "") ? sets : 0), 0);

// Balls that are twelve apart are of one animal in any lunar year.
function animalsIn(numbers: readonly number[]): number {
  let [seen, animals] = [0, 0];
  for (const ball of numbers) {
    const bit = 1 << (ball % ZODIAC.length);
    if ((seen & bit) === 0) animals++;
    seen |= bit;
  }
  return animals;
}

const parts = ticks({
  board: { groups: [{ code: "count", min: 1, max: 8, items: [...COUNTS, "odd", "even"] }] },
  tierOf: (_, item) => ({ tier: COUNTS.includes(item) ? `count${item}` : `count-${item}` }),
  judge: (_, item, numbers) => {
    const animals = animalsIn(numbers);
    const own = COUNTS[item];
    const wins =
      own === undefined ? isOdd(String(animals)) === (item === COUNTS.length) : animals === Number(own);
    return wins ? "wins" : "loses";
  },
});

// A draw with each number of animals: so many in a row, and the rest of the first two of them.
const DRAWS: readonly DrawResult[] = COUNTS.map((count) => {
  const row = Array.from({ length: Number(count) }, (_, at) => at + 1);
  return { numbers: [...row, 13, 25, 37, 14, 26].slice(0, 7) };
});

/** Total zodiac: every tick is a bet on how many different animals the seven balls are of, or its parity. */
export const TOTAL_ZODIAC = markSixOption({
  code: "SX.ZONG",
  tiers: () => [
    ...COUNTS.map((count) => ({
      code: `count${count}`,
      classes: [
        {
          p: fraction(
            setsWith((each) => each === count),
            SETS,
          ),
        },
      ],
    })),
    { code: "count-odd", classes: [{ p: fraction(setsWith(isOdd), SETS) }] },
    {
      code: "count-even",
      classes: [
        {
          p: fraction(
            setsWith((each) => !isOdd(each)),
            SETS,
          ),
        },
      ],
    },
  ],
  ...parts,
  extremes: (picks) => DRAWS.map((draw) => parts.settle(picks, draw)),
});
