import type { DrawFigures } from "./draw-report.ts";
import { seconds } from "./verdict.ts";
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
  readonly draws: DrawFigures;
  /** What was lost, doubled or wrong in the books. */
  readonly wrong: readonly string[];
}

/** A stream is back within this, and a draw is no later. */
const STREAM_BACK_MS = 5_000;
const DRAWN_WITHIN_MS = 6_000;
const SHOWN = 10;

/** Everything that is not as it has to be; empty if all is well. */
export function judgeRoll({ unserved, bets, cancels, streams, draws, wrong }: RollFigures): string[] {
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
  if (draws.drawn === 0) found.push("no period was drawn");
  if (draws.latestMs > DRAWN_WITHIN_MS)
    found.push(`${draws.latest} was drawn ${seconds(draws.latestMs)} late`);
  if (draws.voided + draws.skipped > 0)
    found.push(`${draws.voided} periods were void and ${draws.skipped} skipped`);
  return [...found, ...wrong.slice(0, SHOWN)];
}
