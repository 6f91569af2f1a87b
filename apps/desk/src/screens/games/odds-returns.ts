import type { OddsRecord } from "@lotus/contract/desk";
import {
  betReturns,
  checkOdds,
  compareFractions,
  excessPercent,
  findGame,
  findOption,
  fraction,
  minus,
  paysStake,
  plus,
  sharePercent,
  type Fraction,
  type OddsTable,
} from "@lotus/games";
import { formatOdds, parseMoney, parseOdds, parseOddsInput } from "@lotus/money";

/** Edits to the table: text by option and key. */
export type TypedOdds = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns of one option with the edits. */
export interface OptionReturns {
  /** Return by odds key, in percent with two decimals, truncated; absent if the odds are invalid. */
  readonly percents: Readonly<Record<string, string>>;
  /** Keys whose text is no odds figure. */
  readonly unreadable: readonly string[];
  /** Keys whose odds pay less than the stake. */
  readonly low: readonly string[];
  /** Of bets that would return too much, by key: how much too much in percent, with the plan where it is only that. */
  readonly over: Readonly<Record<string, Excess>>;
  /** Whether the option may be offered. */
  readonly good: boolean;
}

/** By how much the return of a bet is too high, and whether only together with the plan. */
export interface Excess {
  readonly percent: string;
  readonly withPlan: boolean;
}

type OddsOption = OddsRecord["options"][number];

const WHOLE = fraction(1);

/** What an option returns under its table with `typed` over it, by the very enumeration that the server settles by. */
export function returnsOf(
  gameId: string,
  option: OddsOption,
  {
    typed = {},
    planPercent,
    locale,
  }: {
    readonly typed?: Readonly<Record<string, string>> | undefined;
    readonly planPercent: string;
    readonly locale: string;
  },
): OptionReturns {
  const game = findGame(gameId);
  const known = game === undefined ? undefined : findOption(game.code, option.option);
  const table: Record<string, bigint> = {};
  const unreadable: string[] = [];
  for (const { key, odds } of option.figures) {
    const text = typed[key];
    const parsed = text === undefined ? parseOdds(odds) : parseOddsInput(text, locale);
    if (parsed.ok) table[key] = parsed.value;
    else unreadable.push(key);
  }
  const low = Object.entries(table).flatMap(([key, odds]) => (paysStake(odds) ? [] : [key]));
  if (known === undefined || unreadable.length > 0)
    return { percents: {}, unreadable, low, over: {}, good: false };
  const percents: Record<string, string> = {};
  const over: Record<string, Excess> = {};
  for (const { keys, share } of betReturns(known, table satisfies OddsTable)) {
    const excess = excessOf(share, planPercent);
    for (const key of keys) {
      percents[key] = sharePercent(share);
      if (excess !== undefined) over[key] = excess;
    }
  }
  const good = checkOdds(known, table) === undefined && Object.keys(over).length === 0;
  return { percents, unreadable, low, over, good };
}

/** The rule of the server: the return alone may reach 100 %, together with the plan it must stay below. */
function excessOf(share: Fraction, planPercent: string): Excess | undefined {
  const plan = parseMoney(planPercent);
  const together = plus(share, fraction(plan.ok ? plan.value : 0n, 10_000n));
  if (compareFractions(together, WHOLE) < 0) return undefined;
  return {
    percent: excessPercent(minus(together, WHOLE)),
    withPlan: compareFractions(share, WHOLE) <= 0,
  };
}

/** The figures that differ from the table, as the server takes them. */
export function changesOf(
  table: OddsRecord,
  typed: TypedOdds,
  locale: string,
): { option: string; key: string; odds: string }[] {
  return table.options.flatMap(({ option, figures }) =>
    figures.flatMap(({ key, odds }) => {
      const text = typed[option]?.[key];
      if (text === undefined) return [];
      const [before, after] = [parseOdds(odds), parseOddsInput(text, locale)];
      const same = before.ok && after.ok && before.value === after.value;
      return same ? [] : [{ option, key, odds: after.ok ? formatOdds(after.value) : text }];
    }),
  );
}
