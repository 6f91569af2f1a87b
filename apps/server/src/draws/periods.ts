import { type Game, GAMES } from "@lotus/games";
import type { CheckClock, Database } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { Board } from "./board.ts";
import { ServerClock } from "./server-clock.ts";

/**
 * Periods and clock: all that betting and the wallet need from the draws. It only reads; the scheduler (`openDraws`), a
 * layer above betting and settlement, writes.
 */
export interface Periods {
  /** The games with the operator's time zone, in lobby order. */
  readonly games: readonly Game[];
  readonly time: ServerClock;
  /** For modules that decide by the database's clock. */
  readonly checkClock: CheckClock;
  readonly board: Board;
}

export interface PeriodsDeps extends Pick<Deps, "clock"> {
  readonly db: Database;
  readonly settings: { readonly product: { readonly houseTimeZone: string } };
}

/** Opens the periods; nothing runs in the background. All games, unless a test passes some. */
export function openPeriods(deps: PeriodsDeps, games: readonly Game[] = GAMES): Periods {
  const timeZone = deps.settings.product.houseTimeZone;
  const local = games.map((game) => ({ ...game, timeZone }));
  const time = new ServerClock(deps.db, deps.clock);
  return { games: local, time, checkClock: (tx) => time.check(tx), board: new Board(deps.db, local) };
}
