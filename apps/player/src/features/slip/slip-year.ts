import type { CurrentPeriod } from "@lotus/contract";
import { DEFAULT_TIME_ZONE, findGame, findOption, itemOddsKey, lunarYearOf, periodByNo } from "@lotus/games";
import { oddsTable } from "./assess.ts";
import type { Attempt } from "./slip-line.ts";
import type { BetPeriod } from "./slip-period.ts";
import type { LineFigures, OddsChange } from "./slip-figures.ts";

/** The period of a slip: the one it was sent to, else the one the player saw, else the one on sale. */
interface SlipPeriod {
  readonly attempt: Attempt | null;
  readonly seen: BetPeriod | null;
  readonly current: CurrentPeriod | undefined;
}

/**
 * Lunar year of a slip's draw, which decides bets on animals; undefined in games without animals and until a period is
 * loaded.
 */
export function slipYear(gameCode: string, { attempt, seen, current }: SlipPeriod): number | undefined {
  const game = findGame(gameCode);
  if (game?.family !== "mark-six") return undefined;
  const period = attempt === null ? (seen ?? current) : periodByNo(game, attempt.prizeNo);
  return period === undefined || period === null
    ? undefined
    : lunarYearOf(period.drawAt, game.timeZone ?? DEFAULT_TIME_ZONE);
}

/** The lines whose odds differ in another lunar year, with the picked animals concerned. */
export function yearChanges(
  gameCode: string,
  lines: readonly LineFigures[],
  before: number,
  now: number,
): readonly OddsChange[] {
  return lines.flatMap(({ line, name, option: rule }) => {
    const game = findGame(gameCode);
    const option = game === undefined ? undefined : findOption(game.code, line.optionId);
    if (option === undefined) return [];
    const odds = oddsTable(rule);
    const oddsOf = (group: string, item: string, year: number) =>
      odds[itemOddsKey(option, group, item, year) ?? ""];
    const figures = rule.groups.flatMap(({ code, items }) => {
      const picked = line.groups.find((group) => group.code === code)?.items ?? [];
      return items.flatMap(({ id, name: prize }) => {
        const [old, renewed] = [oddsOf(code, id, before), oddsOf(code, id, now)];
        if (!picked.includes(id) || old === undefined || renewed === undefined || old === renewed) return [];
        return [{ prize, before: old, now: renewed }];
      });
    });
    return figures.length === 0 ? [] : [{ key: line.key, name, figures }];
  });
}
