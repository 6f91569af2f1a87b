import { CALLS } from "@lotus/contract";
import { matchLocale } from "@lotus/locales";
import { formatTable, gameWords } from "../../betting/betting.ts";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { lockCash } from "../../ledger/ledger.ts";
import type { ChaseDeps } from "../chase-deps.ts";
import { turnedYearOf } from "../animal-years.ts";
import { parseChaseNo } from "../chase-no.ts";
import * as sql from "../chase.sql.ts";
import { betsOf, chaseRecordOf, type ChaseRow } from "../chase-record.ts";

/** POST /api/lottery/chaseOdds/{chaseNo}. `agreed` is called after the commit: a bet may be due. */
export function chaseOddsCall(
  deps: ChaseDeps,
  agreed: (game: string) => void,
): BoundCall<typeof CALLS.chaseOdds> {
  const { db, betting, games, notify } = deps;
  return bind(CALLS.chaseOdds, async ({ params, body }, { caller, locale }) => {
    const { playerId } = caller;
    const id = parseChaseNo(params.chaseNo);
    if (id === null) return refuse("CHASE_UNKNOWN");
    // Nobody agrees to odds that they have not seen.
    const { version, odds } = betting.odds.current();
    const before = await readChase(deps, playerId, id);
    if (before === null) return refuse("CHASE_UNKNOWN");
    const turned = turnedYearOf(games, before);
    const yearSeen = turned === null || body.lunar_year === turned.now;
    if (body.version !== version || !yearSeen) {
      const now = betsOf(before).map(({ option_id: option }) =>
        formatTable(odds[before.game]?.[option] ?? {}),
      );
      return refuse("ODDS_CHANGED", { values: { line: 1 }, data: { version, odds: now } });
    }
    const game = await db.transaction(async (tx) => {
      await lockCash(tx, playerId);
      const [row] = await tx.query<{ game: string }>(sql.AGREE, [playerId, id, version, turned?.now ?? null]);
      if (row !== undefined) await tx.query(sql.TELL, [[playerId], [id]]);
      return row?.game;
    });
    if (game === undefined) return refuse("CHASE_ENDED");
    notify();
    agreed(game);
    const row = await readChase(deps, playerId, id);
    if (row === null) throw new Error("a chase is gone");
    return accept(chaseRecordOf(row, gameWords(deps.translate, matchLocale(locale) ?? "vi-VN")));
  });
}

async function readChase({ db }: ChaseDeps, playerId: bigint, id: bigint): Promise<ChaseRow | null> {
  const [row] = await db.query<ChaseRow>(sql.ONE, [playerId, id]);
  return row ?? null;
}
