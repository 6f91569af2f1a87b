import type { PeriodDelays } from "./period-delays.ts";
import type { Unserved } from "./witnessed-client.ts";

/** What players saw while servers were replaced, and what was found afterwards. */
export interface RollFigures {
  readonly unserved: readonly Unserved[];
  readonly bets: number;
  readonly cancels: number;
  readonly streams: {
    readonly longestAwayMs: number;
    readonly returns: number;
    readonly away: number;
  };
  readonly periods: PeriodDelays;
  /** What was lost, doubled or wrong in the books. */
  readonly wrong: readonly string[];
}

/** A stream is back within this, and a draw is no later. */
const STREAM_BACK_MS = 5_000;
const DRAWN_WITHIN_MS = 6_000;
const SHOWN = 10;

/** Everything that is not as it has to be; empty if all is well. */
export function judgeRoll({ unserved, bets, cancels, streams, periods, wrong }: RollFigures): string[] {
  const found = unserved
    .slice(0, SHOWN)
    .map(({ during, path, what }) => `during "${during}" ${path} was answered ${what}`);
  if (unserved.length > 0) found.push(`${unserved.length} requests were not served`);
  if (bets === 0) found.push("no bet was taken");
  if (cancels === 0) found.push("no bet was cancelled");
  if (streams.returns === 0) found.push("no stream had to move, so that none could come back");
  if (streams.longestAwayMs > STREAM_BACK_MS)
    found.push(`a stream was away for ${seconds(streams.longestAwayMs)}`);
  if (streams.away > 0) found.push(`${streams.away} streams did not come back`);
  if (periods.drawn === 0) found.push("no period was drawn");
  if (periods.longestMs > DRAWN_WITHIN_MS) found.push(`a draw was ${seconds(periods.longestMs)} late`);
  found.push(...periods.undrawn.slice(0, SHOWN));
  return [...found, ...wrong.slice(0, SHOWN)];
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
