import { type Game, lunarYearOf, periodByNo, picksAnimals } from "@lotus/games";
import type { ChaseDeps } from "./chase-deps.ts";
import { betsOf, type ChaseRow } from "./chase-record.ts";
import type { Bets } from "./plan.ts";

/** The lunar years between which a chase on animals stands: the one agreed to, and that of its next draw. */
export interface TurnedYear {
  readonly agreed: number;
  readonly now: number;
}

/** What is stored of a chase's years: the one agreed to since it began, and the number of its first period. */
interface AgreedYear {
  readonly agreed_year: number | null;
  readonly first_period: string;
}

/**
 * The years of a chase whose draw is in another lunar year than the draws that its player agreed to, if it is on animals: each
 * stands for other numbers then, at other odds. Null if nothing has turned.
 */
export function turnedYear(
  { games }: Pick<ChaseDeps, "games">,
  code: string,
  lines: Bets,
  { agreed_year: since, first_period: first, period }: AgreedYear & { readonly period: string },
): TurnedYear | null {
  const game = games.find((each) => each.code === code);
  if (game?.family !== "mark-six" || !lines.some(({ groups }) => picksAnimals(groups))) return null;
  const [agreed, now] = [since ?? yearOf(game, first), yearOf(game, period)];
  return agreed === null || now === null || agreed === now ? null : { agreed, now };
}

/** The same of a chase as it is read. */
export function turnedYearOf(games: ChaseDeps["games"], row: ChaseRow): TurnedYear | null {
  if (row.next_period === null) return null;
  return turnedYear({ games }, row.game, betsOf(row), { ...row, period: row.next_period });
}

function yearOf(game: Game, periodNo: string): number | null {
  const period = periodByNo(game, periodNo);
  return period === null ? null : lunarYearOf(period.drawAt, game.timeZone);
}
