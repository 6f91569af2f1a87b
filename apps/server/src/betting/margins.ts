import {
  compareFractions,
  excessPercent,
  fraction,
  GAMES,
  optionsOf,
  overWithPlan,
  sharePercent,
  type Fraction,
  type GameCode,
  type OddsTable,
  type OverReturn,
} from "@lotus/games";
import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import type { Queries } from "../db/database.ts";
import * as sql from "./margins.sql.ts";
import type { OddsBook, OddsByGame } from "./odds.ts";

/** A bet that returns 100 % or more together with a plan: which one, and by how much, in percent. */
export interface OverWhole {
  readonly game: GameCode;
  readonly option: string;
  /** The odds keys that the bet may win, such as "three, two". */
  readonly key: string;
  readonly returned: string;
  readonly plan: string;
  readonly excess: string;
}

/**
 * Checks odds and plans of rebate and commission against each other: the return of an open bet plus all rates of a plan
 * must stay under 100 %, or whoever holds several accounts makes money by betting on everything. A result stays true
 * until the caller's transaction ends, whatever another node publishes meanwhile.
 */
export interface Margins {
  /**
   * Whether these odds of a game are allowed by every plan that is or will be in force. Only what differs from `before`
   * is checked, so that options can be corrected one at a time; a closed game may have any odds.
   */
  ofOdds(tx: Queries, game: GameCode, odds: OddsOfGame, before: OddsOfGame): Promise<OverWhole | undefined>;
  /** Whether a game may be opened with its current odds. */
  ofOpening(tx: Queries, game: GameCode): Promise<OverWhole | undefined>;
  /**
   * Whether the odds of the open games leave room for a plan; `sum` is the sum of its rates, in hundredths of a
   * percent.
   */
  ofPlan(tx: Queries, sum: number): Promise<OverWhole | undefined>;
  /** The highest sum of rates that is or will be in force, in hundredths of a percent. */
  planSum(db: Queries): Promise<number>;
}

export interface MarginOptions {
  readonly timeZone: string;
  readonly odds: Pick<OddsBook, "latest">;
  /** Sum of the rates of the settings' plan, used while no plan is published. */
  readonly firstPlanSum: number;
}

export function openMargins({ timeZone, odds, firstPlanSum }: MarginOptions): Margins {
  const lock = (tx: Queries) => tx.query(sql.LOCK, [ADVISORY_LOCKS.margin]);
  const planSum = async (db: Queries) => (await highestPlan(db, timeZone)) ?? firstPlanSum;
  return {
    ofOdds: async (tx, game, table, before) => {
      await lock(tx);
      if ((await closedGames(tx)).has(game)) return undefined;
      return shown(worstOf(game, changesOf(table, before), await planSum(tx)));
    },
    ofOpening: async (tx, game) => {
      await lock(tx);
      const { odds: latest } = await odds.latest(tx);
      return shown(worstOf(game, latest[game] ?? {}, await planSum(tx)));
    },
    ofPlan: async (tx, sum) => {
      await lock(tx);
      const { odds: latest } = await odds.latest(tx);
      return overInTotal(latest, { planSum: sum, closed: await closedGames(tx) });
    },
    planSum,
  };
}

/** The highest sum of rates that is or will be in force, in hundredths of a percent; null before the first plan. */
export async function highestPlan(db: Queries, timeZone: string): Promise<number | null> {
  const rows = await db.query<{ sum: number }>(sql.PLAN_SUMS, [timeZone]);
  return rows.length === 0 ? null : Math.max(...rows.map(({ sum }) => sum));
}

export async function closedGames(db: Queries): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ game: string }>(sql.CLOSED_GAMES);
  return new Set(rows.map(({ game }) => game));
}

/**
 * The bet of the open games that exceeds 100 % the most with a plan; if `before` is given, only odds that differ from
 * it are checked.
 */
export function overInTotal(
  odds: OddsByGame,
  { planSum, closed, before = {} }: PlanAndGames & { readonly before?: OddsByGame | undefined },
): OverWhole | undefined {
  const found = GAMES.filter(({ code }) => !closed.has(code)).map(({ code }) =>
    worstOf(code, changesOf(odds[code] ?? {}, before[code] ?? {}), planSum),
  );
  return shown(furthest(found));
}

interface PlanAndGames {
  /** In hundredths of a percent. */
  readonly planSum: number;
  readonly closed: ReadonlySet<string>;
}

type OddsOfGame = OddsByGame[string];

interface Worst extends OverReturn {
  readonly game: GameCode;
  readonly option: string;
  readonly plan: Fraction;
}

function changesOf(odds: OddsOfGame, before: OddsOfGame): OddsOfGame {
  const differs = ([option, table]: [string, OddsTable]): boolean => {
    const old = before[option];
    return old === undefined || Object.entries(table).some(([key, figure]) => old[key] !== figure);
  };
  return Object.fromEntries(Object.entries(odds).filter(differs));
}

/** Only options with odds in `odds` are checked. */
function worstOf(game: GameCode, odds: OddsOfGame, planSum: number): Worst | undefined {
  const plan = fraction(planSum, 10_000);
  const found = optionsOf(game).map((option): Worst | undefined => {
    const table = odds[option.code];
    const over = table === undefined ? undefined : overWithPlan(option, table, plan);
    return over === undefined ? undefined : { ...over, game, option: option.code, plan };
  });
  return furthest(found);
}

function furthest(found: readonly (Worst | undefined)[]): Worst | undefined {
  return found
    .filter((each) => each !== undefined)
    .toSorted((a, b) => compareFractions(b.excess, a.excess))[0];
}

function shown(worst: Worst | undefined): OverWhole | undefined {
  if (worst === undefined) return undefined;
  const { game, option, keys, share, plan, excess } = worst;
  return {
    game,
    option,
    key: keys.join(", "),
    returned: sharePercent(share),
    plan: sharePercent(plan),
    excess: excessPercent(excess),
  };
}
