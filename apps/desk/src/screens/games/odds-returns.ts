import type { OddsRecord } from "@lotus/contract/desk";
import {
  betReturns,
  checkOdds,
  compareFractions,
  findGame,
  findOption,
  fraction,
  type Fraction,
  type OddsTable,
} from "@lotus/games";
import { parseOdds } from "@lotus/money";

/** What was typed over the table: text by option and key. */
export type TypedOdds = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What one option would return with what is typed. */
export interface OptionReturns {
  /** By odds key: what comes back of a unit, in percent with two decimals, cut; absent where a text is no odds. */
  readonly percents: Readonly<Record<string, string>>;
  /** Keys whose text is no odds figure. */
  readonly unreadable: readonly string[];
  /** Keys of bets that would return more than 100 %. */
  readonly over: readonly string[];
  /** Whether the whole option may be offered. */
  readonly good: boolean;
}

type OddsOption = OddsRecord["options"][number];

const WHOLE = fraction(1);

/** A share in percent with two decimals, cut as the house cuts it: 97.559 % reads "97.55". */
export function percentOf({ num, den }: Fraction): string {
  const hundredths = (num * 10_000n) / den;
  const digits = hundredths.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** What an option returns under its table with `typed` over it, by the very enumeration that the house settles by. */
export function returnsOf(
  gameId: string,
  option: OddsOption,
  typed: Readonly<Record<string, string>> = {},
): OptionReturns {
  const game = findGame(gameId);
  const known = game === undefined ? undefined : findOption(game.code, option.option);
  const table: Record<string, bigint> = {};
  const unreadable: string[] = [];
  for (const { key, odds } of option.figures) {
    const parsed = parseOdds((typed[key] ?? odds).trim().replace(",", "."));
    if (parsed.ok) table[key] = parsed.value;
    else unreadable.push(key);
  }
  if (known === undefined || unreadable.length > 0)
    return { percents: {}, unreadable, over: [], good: false };
  const percents: Record<string, string> = {};
  const over: string[] = [];
  for (const { keys, share } of betReturns(known, table satisfies OddsTable)) {
    for (const key of keys) percents[key] = percentOf(share);
    if (compareFractions(share, WHOLE) > 0) over.push(...keys);
  }
  return { percents, unreadable, over, good: checkOdds(known, table) === undefined };
}

/** The figures that differ from the table, as the house takes them. */
export function changesOf(
  table: OddsRecord,
  typed: TypedOdds,
): { option: string; key: string; odds: string }[] {
  return table.options.flatMap(({ option, figures }) =>
    figures.flatMap(({ key, odds }) => {
      const text = typed[option]?.[key]?.trim().replace(",", ".");
      if (text === undefined) return [];
      const [before, after] = [parseOdds(odds), parseOdds(text)];
      const same = before.ok && after.ok && before.value === after.value;
      return same ? [] : [{ option, key, odds: text }];
    }),
  );
}
