import { type Option, typedForm } from "@lotus/games";

/** Combinations of the samples, one after another: few at first, when the code is not compiled at all. */
const SAMPLES = [10, 20, 40, 80, 160, 300, 300, 300, 300, 300, 300, 300];

interface WarmUp {
  /** Reads a text as that of a player would be. */
  readonly read: (text: string) => void;
  /** Resolves when there is nothing else to do. */
  readonly idle: () => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Reads samples of the board's own kind, each in an idle moment, so that the code is compiled by the time somebody pastes
 * the first long list: without, a slow phone takes five times as long to read it. Stops with the signal.
 */
export async function warmUp(option: Option, { read, idle, signal }: WarmUp): Promise<void> {
  let from = 0;
  for (const length of SAMPLES) {
    await idle();
    if (signal.aborted) return;
    read(sampleOf(option, from, length));
    from += length;
  }
}

/** Combinations as the board's form has them typed. */
function sampleOf(option: Option, from: number, length: number): string {
  const form = typedForm(option);
  const [first] = option.board.groups;
  if (form === undefined || first === undefined) return "";
  const { groups } = option.board;
  const isNarrow = groups.every(({ items }) => items.every((item) => item.length === 1));
  const mark = form.kind === "columns" ? "|" : isNarrow ? "" : " ";
  // How often each item of a combination is written.
  const times =
    form.kind === "repeats"
      ? form.parts.flatMap((part) => Array.from({ length: part.digits }, () => part.times))
      : Array.from(
          { length: form.kind === "whole" ? form.min : form.kind === "items" ? 1 : form.length },
          () => 1,
        );
  return Array.from({ length }, (_, n) =>
    someOf(first.items.length, times.length, from + n)
      .flatMap((item, place) => {
        const { items } = groups[place] ?? first;
        const written = items[item % items.length] ?? "";
        // The items of a board of pairs are pairs already.
        const once = form.kind === "repeats" ? written.slice(0, 1) : written;
        return Array.from({ length: times[place] ?? 1 }, () => once);
      })
      .join(mark),
  ).join("\n");
}

/** As many different numbers below `bound` as there are; the same for a seed. */
function someOf(bound: number, count: number, seed: number): number[] {
  const left = Array.from({ length: bound }, (_, number) => number);
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return left.splice((state >>> 8) % Math.max(1, left.length), 1)[0] ?? 0;
  });
}
