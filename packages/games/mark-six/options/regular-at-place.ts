import { LOST, type Chosen, type Outcome, type Picks } from "../../bet.ts";
import { bitCount } from "../../bits.ts";
import { fraction } from "../../fraction.ts";
import { hits, hitWith } from "../../hit.ts";
import { has } from "../../picks.ts";
import { BALLS, markSixOption, REGULAR } from "../mark-six.ts";

const PLACES = Array.from({ length: REGULAR }, (_, at) => at);

// In how many places at once a different ball of the place's own can stand: by the theorem of Hall the
// least, over any of the places, of the other places and the balls that those places have together.
function maxPlacesFilled(own: readonly Pick<Chosen, "low" | "high">[]): number {
  let most = own.length;
  // The balls that some places have together, by the bits of the places.
  const [lows, highs] = [new Int32Array(1 << own.length), new Int32Array(1 << own.length)];
  for (let some = 1; some < 1 << own.length; some++) {
    const others = some & (some - 1);
    const place = own[31 - Math.clz32(some ^ others)];
    const low = (lows[others] ?? 0) | (place?.low ?? 0);
    const high = (highs[others] ?? 0) | (place?.high ?? 0);
    lows[some] = low;
    highs[some] = high;
    most = Math.min(most, own.length - bitCount(some) + bitCount(low) + bitCount(high));
  }
  return most;
}

function settle({ chosen }: Picks, { numbers }: { readonly numbers: readonly number[] }): Outcome {
  let won = 0;
  for (let place = 0; place < REGULAR; place++) {
    const own = chosen[place];
    if (own !== undefined && has(own, (numbers[place] ?? 0) - 1)) won++;
  }
  return won === 0 ? LOST : hits(won);
}

const LOW_BALLS = 2 ** 31 - 1;
const HIGH_BALLS = 2 ** (BALLS.length - 31) - 1;

/** Regular code by place: every number picked for a place is a bet that it is drawn at that place. */
export const REGULAR_AT_PLACE = markSixOption({
  code: "ZM.ZT",
  board: {
    groups: PLACES.map((place) => ({
      code: `ball${String(place + 1)}`,
      min: 0,
      max: BALLS.length,
      items: BALLS,
    })),
    minTotal: 1,
  },
  tiers: hitWith(fraction(1, BALLS.length)),
  count: ({ chosen }) => chosen.reduce((bets, { indexes }) => bets + indexes.length, 0),
  settle,
  extremes: ({ chosen }) => {
    const missed = chosen.map(({ low, high }) => ({ low: LOW_BALLS & ~low, high: HIGH_BALLS & ~high }));
    const least = REGULAR - maxPlacesFilled(missed);
    return [hits(Math.max(1, least)), hits(maxPlacesFilled(chosen))];
  },
  maxWorth: ({ chosen }, _, worth) => worth("hit") * maxPlacesFilled(chosen),
});
