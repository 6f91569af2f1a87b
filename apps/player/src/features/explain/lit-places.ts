import type { DrawResult, Option, Outcome, Picks } from "@lotus/games";
import { settle } from "@lotus/games";

type Numbers = readonly number[];

/**
 * How a draw can be otherwise in one place, by family: another digit, face or racer, or a ball that was not drawn.
 * A racer stands in two places then, which no race brings; but each place is judged by itself.
 */
const OTHERWISE: Readonly<Record<Option["family"], (numbers: Numbers, at: number) => readonly Numbers[]>> = {
  "five-digits": (numbers, at) => each(0, 9).map((digit) => numbers.with(at, digit)),
  dice: (numbers, at) => each(1, 6).map((face) => numbers.with(at, face)),
  racing: (numbers, at) => each(1, 10).map((racer) => numbers.with(at, racer)),
  "mark-six": (numbers, at) =>
    each(1, 49)
      .filter((ball) => !numbers.includes(ball))
      .map((ball) => numbers.with(at, ball)),
};

function each(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Draws tried in place of one where another place may stand in: enough to meet each kind of ball. */
const TRIED = 6;

/**
 * The places of a draw that had a part in what picks won, or else got back: with something else there it could
 * have been less, or could be if no other place stood in for it. Undefined where nothing was won or returned;
 * no place stands out then.
 */
export function litPlaces(option: Option, picks: Picks, result: DrawResult): readonly number[] | undefined {
  const outcomeOf = (numbers: Numbers) => settle(option, picks, { ...result, numbers });
  const won = ({ wins }: Outcome) => wins.reduce((sum, { count }) => sum + count, 0);
  const now = outcomeOf(result.numbers);
  // What came back is looked at where nothing was won.
  const judge = won(now) > 0 ? won : ({ refunded }: Outcome) => refunded;
  const brought = judge(now);
  if (brought === 0) return undefined;
  const broughtBy = (numbers: Numbers) => judge(outcomeOf(numbers));
  const otherwise = OTHERWISE[option.family];
  const matters = (numbers: Numbers, at: number, others = otherwise(numbers, at)): boolean =>
    others.some((other) => broughtBy(other) < brought);
  const standsIn = (at: number): boolean => {
    let numbers = result.numbers;
    for (const other of numbers.keys()) {
      if (other === at) continue;
      const same = spread(otherwise(numbers, other)).filter((changed) => broughtBy(changed) === brought);
      if (same.some((changed) => matters(changed, at, spread(otherwise(changed, at))))) return true;
      numbers = same[0] ?? numbers;
    }
    return false;
  };
  const lit = [...result.numbers.keys()].filter((at) => matters(result.numbers, at) || standsIn(at));
  return lit.length === 0 ? undefined : lit;
}

/** So many of a list, from all over it. */
function spread<Item>(list: readonly Item[]): readonly Item[] {
  const step = Math.ceil(list.length / TRIED);
  return list.filter((_, at) => at % step === 0);
}
