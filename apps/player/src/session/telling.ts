import type { DrawResult } from "@lotus/contract";

/**
 * When a draw may be told. While a page shows a draw, stream events and replies of the server that could reveal its result are
 * held back; every other place gets its data from these two. If no page shows a draw, nothing is held back.
 */

/** Longest wait, should the page that shows a draw never say that it has. */
const LONGEST_MS = 4_000;

/** Shows a new draw ahead of every other place. Returns whether it takes its time. */
type Stage = (draw: DrawResult) => boolean;

let stage: Stage | null = null;
let waiting: (() => void)[] | null = null;
let late: ReturnType<typeof setTimeout> | undefined;

/** Until the returned function is called, each new draw goes to this stage first. */
export function enterStage(show: Stage): () => void {
  stage = show;
  return () => {
    if (stage === show) stage = null;
  };
}

/** Gives a new draw to the page that shows draws, if there is one; what tells of it waits from now on if it takes its time. */
export function showFirst(draw: DrawResult): void {
  if (stage?.(draw) === true) holdTelling();
}

/** From now on what tells of a draw waits, until `tellNow`. */
export function holdTelling(): void {
  if (waiting !== null) return;
  waiting = [];
  late = setTimeout(tellNow, LONGEST_MS);
}

/** The draw has been shown: tells all that waited, in its order. */
export function tellNow(): void {
  clearTimeout(late);
  const acts = waiting ?? [];
  waiting = null;
  for (const act of acts) act();
}

/** Does what tells of a draw: at once, or when the draw has been shown. */
export function whenTold(act: () => void): void {
  if (waiting === null) act();
  else waiting.push(act);
}
