/** The return of games, measured from the public log alone. */
export {
  addPeriod,
  arePossible,
  type ExactReturn,
  FALSE_ALARMS,
  judgeReturn,
  measuredReturn,
  noReturns,
  RARE,
  type ReturnCount,
} from "./game-return.ts";
export { type LoggedSums, LogSums, versionsInForce } from "./logged-sums.ts";
export { readOddsFile } from "./odds-file.ts";
export { BAND_ALPHA, exactOfAll, type GameReturn, returnReport } from "./return-report.ts";
export { type PlayedPeriod, returnBand, type ReturnBand } from "./return-test.ts";
