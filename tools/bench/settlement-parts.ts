import { pino } from "pino";
import { findOption, type GameCode, type Option } from "@lotus/games";
import { openOdds } from "@lotus/server/betting/odds";
import type { Database } from "@lotus/server/db/database";
import { booksAreRight, checkBooks } from "@lotus/server/ledger";
import type { SettlementOptions } from "@lotus/server/settlement";

export const TIME_ZONE = "Asia/Ho_Chi_Minh";

/** What the server's own settlement takes to settle what the benchmark has stored in `db`. */
export async function settlementParts(db: Database): Promise<SettlementOptions> {
  const { odds } = (await openOdds(db, {})).current();
  const rulebookOf = (game: GameCode): Awaited<ReturnType<SettlementOptions["rulebookOf"]>> => ({
    option: (id): Option => {
      const found = findOption(game, id);
      if (found === undefined) throw new Error(`${game} has no option ${id}`);
      return found;
    },
    odds: (id) => odds[game]?.[id] ?? {},
  });
  return {
    deps: { db, log: pino({ level: "warn" }) },
    checkClock: () => Promise.resolve(),
    houseTimeZone: TIME_ZONE,
    rulebookOf: (game) => Promise.resolve(rulebookOf(game)),
  };
}

/** Checks all books: what was stored or settled wrong is not worth a measurement. Returns how many seconds it took. */
export async function expectRightBooks(db: Database): Promise<number> {
  const began = performance.now();
  const books = await checkBooks(db, "full", TIME_ZONE);
  if (books === null) throw new Error("the books are being checked by somebody else");
  if (booksAreRight(books)) return (performance.now() - began) / 1000;
  const wrong = books
    .filter(({ broken }) => broken > 0n)
    .map(({ name, broken, example }) => `${name} ${String(broken)} (${example ?? "-"})`);
  throw new Error(`the books are wrong: ${wrong.join(", ")}`);
}
