import {
  addPeriod,
  arePossible,
  bothOf,
  type ExactReturn,
  judgeReturn,
  leastShare,
  measuredReturn,
  noReturns,
  playedOf,
  RARE,
  type ReturnCount,
} from "./game-return.ts";
import type { LoggedSums } from "./logged-sums.ts";
import { type PlayedPeriod, returnBand, type ReturnBand } from "./return-test.ts";

/** How sure a band is: of a span that was chosen before looking, the return of one game is outside in one of a hundred. */
export const BAND_ALPHA = 0.01;

/** What a game returned in some periods. Amounts are minor units, returns are shares of what was not refunded. */
export interface GameReturn extends Pick<ReturnCount, "counted" | "stake" | "refund" | "paid" | "exact"> {
  readonly game: string;
  /** Periods without sums: a few players, void, not settled in what was read, or under odds that are not known. */
  readonly unstated: number;
  readonly voided: number;
  readonly open: number;
  readonly unknownOdds: number;
  readonly measured: number | null;
  /** The band for any bets, and its upper end if nothing was staked on rare bets; null of no period. */
  readonly band: (ReturnBand & { readonly highWithoutRare: number }) | null;
  /** The least share of stakes on rare bets with which an honest house has this return. */
  readonly rareShare: number;
  readonly judged: ReturnType<typeof judgeReturn>;
  /** Periods whose sums no bets have. */
  readonly impossible: readonly string[];
}

/**
 * What each game returned, from the periods of a log in their order. `exactOf` has the exact return of a game under a version of
 * the odds; null if the table is not known.
 */
export function returnReport(
  periods: readonly LoggedSums[],
  exactOf: (game: string, version: number) => ExactReturn | null,
): GameReturn[] {
  return [...new Set(periods.map(({ game }) => game))].toSorted().map((game) =>
    gameReturn(
      game,
      periods.filter((each) => each.game === game),
      (version) => exactOf(game, version),
    ),
  );
}

function gameReturn(
  game: string,
  periods: readonly LoggedSums[],
  exactOf: (version: number) => ExactReturn | null,
): GameReturn {
  let count = noReturns();
  let unknownOdds = 0;
  const [impossible, played]: [string[], PlayedPeriod[]] = [[], []];
  for (const { sums, odds, periodNo } of periods) {
    if (sums === null) continue;
    const exact = exactOfAll(odds, exactOf);
    if (exact === null) {
      unknownOdds += 1;
      continue;
    }
    if (!arePossible(sums, exact)) impossible.push(periodNo);
    count = addPeriod(count, sums, exact);
    played.push({ stake: sums.stake, played: playedOf(sums), paid: sums.paid });
  }
  const of = (state: LoggedSums["state"]) => periods.filter((each) => each.state === state).length;
  const { counted, stake, refund, paid, exact } = count;
  const sums = { counted, stake, refund, paid, exact };
  const shared = { game, unstated: of("unstated"), voided: of("void"), open: of("open"), unknownOdds };
  const band = exact === null ? null : bandOf(played, exact);
  return {
    ...shared,
    ...sums,
    measured: measuredReturn(sums),
    band,
    rareShare:
      exact === null || band === null ? 0 : Math.max(0, 1 - band.highWithoutRare / leastShare(exact)),
    judged: judgeReturn(count),
    impossible,
  };
}

/** The returns under all of some versions; null if one is not known. */
export function exactOfAll(
  versions: readonly number[] | null,
  exactOf: (version: number) => ExactReturn | null,
): ExactReturn | null {
  let all: ExactReturn | null = null;
  for (const version of versions ?? []) {
    const exact = exactOf(version);
    if (exact === null) return null;
    all = bothOf(all, exact);
  }
  return all;
}

function bandOf(played: readonly PlayedPeriod[], { mostOdds }: ExactReturn) {
  const band = returnBand(played, { most: mostOdds, alpha: BAND_ALPHA });
  const usual = returnBand(played, { most: Math.min(RARE.times, mostOdds), alpha: BAND_ALPHA });
  return { ...band, highWithoutRare: Math.min(band.high, usual.high) };
}
