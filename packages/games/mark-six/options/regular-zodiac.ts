import {
  LOST,
  type Chance,
  type DrawResult,
  type Outcome,
  type Picks,
  type Tier,
  type Win,
} from "../../bet.ts";
import { choices } from "../../combinations.ts";
import { fraction } from "../../fraction.ts";
import { oddsKey } from "../../odds-key.ts";
import { chosenAt, has } from "../../picks.ts";
import { ZODIAC, zodiacIndexOf } from "../ball.ts";
import { BALLS, lunarYearOfDraw, markSixOption, REGULAR } from "../mark-six.ts";
import { zodiacItemKey } from "../zodiac-class.ts";

const OTHER_BALLS = 4;
const YEAR_BALLS = 5;
const ALL = ZODIAC.length;

const tierOf = (hits: number): string => `hits${String(hits)}`;

// The chance that so many of the six regular balls are among the balls of an animal.
function chanceOf(balls: number, hits: number): Chance["p"] {
  const ways = choices(balls, hits) * choices(BALLS.length - balls, REGULAR - hits);
  return fraction(ways, choices(BALLS.length, REGULAR));
}

const TIERS: readonly Tier[] = [1, 2, 3, 4, 5].map((hits) => {
  const year = chanceOf(YEAR_BALLS, hits);
  return {
    code: tierOf(hits),
    // Only the animal of the year can be hit five times, so that has no class.
    classes:
      hits > OTHER_BALLS
        ? [{ p: year }]
        : [
            { class: "year", p: year },
            { class: "other", p: chanceOf(OTHER_BALLS, hits) },
          ],
  };
});

/** How a draw hits the picked animals: the hits of the year's animal, and how many others have 1 to 4. */
interface Hits {
  readonly year: number;
  /** At index h, the animals with h hits; index 0 counts nothing. */
  readonly others: readonly number[];
}

function outcomeOf({ year, others }: Hits): Outcome {
  const wins: Win[] = [];
  for (let hits = 1; hits <= YEAR_BALLS; hits++) {
    const tier = tierOf(hits);
    if (year === hits) wins.push(hits > OTHER_BALLS ? { tier, count: 1 } : { tier, class: "year", count: 1 });
    const count = others[hits] ?? 0;
    if (count > 0) wins.push({ tier, class: "other", count });
  }
  return wins.length === 0 ? LOST : { wins, refunded: 0 };
}

// Every way to share out so many balls among so many animals of four balls each, at most `most` to one.
function* sharings(balls: number, animals: number, most = OTHER_BALLS): Generator<readonly number[]> {
  if (balls === 0) yield [0, 0, 0, 0, 0];
  else if (animals > 0) {
    for (let hits = Math.min(most, balls); hits > 0; hits--) {
      for (const rest of sharings(balls - hits, animals - 1, hits))
        yield rest.with(hits, (rest[hits] ?? 0) + 1);
    }
  }
}

function* everyOutcome(withYear: boolean, others: number): Generator<Outcome> {
  const picked = others * OTHER_BALLS + (withYear ? YEAR_BALLS : 0);
  // The balls of the animals that were not picked must be able to fill the draw.
  const least = REGULAR - (BALLS.length - picked);
  for (let year = 0; year <= (withYear ? YEAR_BALLS : 0); year++) {
    for (let rest = Math.max(0, least - year); rest <= REGULAR - year; rest++) {
      for (const shared of sharings(rest, others)) yield outcomeOf({ year, others: shared });
    }
  }
}

function settle(picks: Picks, result: DrawResult): Outcome {
  const lunarYear = lunarYearOfDraw(result);
  const drawn: number[] = Array(ALL).fill(0);
  for (let at = 0; at < REGULAR; at++) {
    const animal = zodiacIndexOf(result.numbers[at] ?? 0, lunarYear);
    drawn[animal] = (drawn[animal] ?? 0) + 1;
  }
  const yearAt = zodiacIndexOf(1, lunarYear);
  const others = [0, 0, 0, 0, 0];
  let year = 0;
  for (const animal of chosenAt(picks, 0).indexes) {
    const hits = drawn[animal] ?? 0;
    if (animal === yearAt) year = hits;
    else if (hits > 0) others[hits] = (others[hits] ?? 0) + 1;
  }
  return outcomeOf({ year, others });
}

/** The keys of a bet on an animal of a class, one for each number of hits. */
const keysOf = (zodiac: string): readonly string[] =>
  TIERS.map(({ code, classes }) => (classes.length === 1 ? code : oddsKey(code, zodiac)));

/**
 * Regular zodiac: every picked animal is a bet on the six regular balls, paid the more the more of them are
 * of it. What stands under an animal are the odds of one hit.
 */
export const REGULAR_ZODIAC = markSixOption({
  code: "SX.ZX",
  board: { groups: [{ code: "zodiac", min: 1, max: ALL, items: ZODIAC }] },
  tiers: TIERS,
  shared: [keysOf("year"), keysOf("other").slice(0, OTHER_BALLS)],
  count: (picks) => chosenAt(picks, 0).indexes.length,
  settle,
  *extremes(picks, lunarYear) {
    const chosen = chosenAt(picks, 0);
    const picked = chosen.indexes.length;
    const withYear = lunarYear === undefined ? undefined : has(chosen, zodiacIndexOf(1, lunarYear));
    if (withYear !== false) yield* everyOutcome(true, picked - 1);
    if (withYear !== true && picked < ALL) yield* everyOutcome(false, picked);
  },
  itemKey: zodiacItemKey(tierOf(1)),
});
