import type { DrawResult, Option, Picks } from "@lotus/games";
import { settle } from "@lotus/games";

/**
 * How a draw can be otherwise in one place, by family: another digit, face or racer, or a ball that was not drawn.
 * A racer stands in two places then, which no race brings; but each place is judged by itself.
 */
const OTHERWISE: Readonly<
  Record<Option["family"], (numbers: readonly number[], at: number) => readonly (readonly number[])[]>
> = {
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

/**
 * The places of a draw that had a part in what picks won, or else got back: with something else there it could
 * have been less. Undefined where nothing was won or returned; no place stands out then.
 */
export function litPlaces(option: Option, picks: Picks, result: DrawResult): readonly number[] | undefined {
  const brought = (numbers: readonly number[]) => {
    const { wins, refunded } = settle(option, picks, { ...result, numbers });
    return { won: wins.reduce((sum, { count }) => sum + count, 0), refunded };
  };
  const now = brought(result.numbers);
  if (now.won === 0 && now.refunded === 0) return undefined;
  return result.numbers.flatMap((_, at) => {
    const other = OTHERWISE[option.family](result.numbers, at).map(brought);
    const less = other.some(({ won, refunded }) => (now.won > 0 ? won < now.won : refunded < now.refunded));
    return less ? [at] : [];
  });
}
