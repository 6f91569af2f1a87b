import type { DrawResult, Option, Outcome, Picks } from "@lotus/games";
import { settle } from "@lotus/games";

type Numbers = readonly number[];

/**
 * Variants of a draw in one place, by family: another digit, face or racer, or a ball that was not drawn. A racer is
 * then in two places, which no race gives, but each place is judged alone.
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

/** Variants tried per place when another place may substitute it: enough to include each kind of ball. */
const TRIED = 6;

/**
 * The places of a draw that count for the payout of picks, or else for their refund: with another number there it could
 * be less, unless another place substitutes it. Undefined if nothing was won or refunded.
 */
export function litPlaces(option: Option, picks: Picks, result: DrawResult): readonly number[] | undefined {
  const outcomeOf = (numbers: Numbers) => settle(option, picks, { ...result, numbers });
  const won = ({ wins }: Outcome) => wins.reduce((sum, { count }) => sum + count, 0);
  const now = outcomeOf(result.numbers);
  // Refunds count only if nothing was won.
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

/** TRIED items, spread evenly over a list. */
function spread<Item>(list: readonly Item[]): readonly Item[] {
  const step = Math.ceil(list.length / TRIED);
  return list.filter((_, at) => at % step === 0);
}
