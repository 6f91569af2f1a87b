import { CALLS } from "@lotus/contract";
import { findGame } from "@lotus/games";
import { matchLocale } from "@lotus/locales";
import { formatTable, gameWords, type OddsVersion } from "../../betting/betting.ts";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { pageOf } from "../../ledger/ledger.ts";
import type { ChaseDeps } from "../chase-deps.ts";
import { turnedYearOf } from "../animal-years.ts";
import { parseChaseNo } from "../chase-no.ts";
import * as sql from "../chase.sql.ts";
import { betsOf, chaseRecordOf, type ChaseRow, chaseStepOf, type StepRow } from "../chase-record.ts";

/** The game code that spans every game. */
const ALL = "ALL";
const STEPS_A_PAGE = 100;

/** GET /api/lottery/chases/{gameCode}. */
export function chasesCall({ db, translate }: ChaseDeps): BoundCall<typeof CALLS.chases> {
  return bind(CALLS.chases, async ({ params, query }, { caller, locale }) => {
    const game = params.gameCode === ALL ? null : findGame(params.gameCode);
    if (game === undefined) return refuse("GAME_UNKNOWN");
    const filter = [caller.playerId, game?.code ?? null, query.state ?? null];
    const page = await pageOf(query, ({ before, limit }) =>
      db.heavy.query<ChaseRow>(sql.LIST, [...filter, before, limit]),
    );
    const words = gameWords(translate, matchLocale(locale) ?? "vi-VN");
    return accept({
      list: page.rows.map((row) => chaseRecordOf(row, words)),
      nextCursor: page.nextCursor,
    });
  });
}

/** GET /api/lottery/chaseDetail/{chaseNo}. The cursor is the last place of the page before. */
export function chaseDetailCall({
  db,
  translate,
  betting,
  games,
}: ChaseDeps): BoundCall<typeof CALLS.chaseDetail> {
  return bind(CALLS.chaseDetail, async ({ params, query }, { caller, locale }) => {
    const id = parseChaseNo(params.chaseNo);
    const [row] = id === null ? [] : await db.heavy.query<ChaseRow>(sql.ONE, [caller.playerId, id]);
    if (row === undefined) return refuse("CHASE_UNKNOWN");
    const size = query.page_size ?? STEPS_A_PAGE;
    const after = /^\d{1,4}$/u.test(query.cursor ?? "") ? Number(query.cursor) : 0;
    const steps = await db.heavy.query<StepRow>(sql.STEPS, [caller.playerId, id, after, size + 1]);
    const shown = steps.slice(0, size);
    const current = betting.odds.current();
    return accept({
      chase: chaseRecordOf(row, gameWords(translate, matchLocale(locale) ?? "vi-VN")),
      odds: oddsOf(row, await betting.odds.version(row.odds_version), current),
      version: current.version,
      ...yearOf(games, row),
      steps: shown.map(chaseStepOf),
      nextCursor: steps.length > size ? String(shown.at(-1)?.place ?? "") : null,
    });
  });
}

/** The lunar years of a chase on animals that asks since its next draw is in another one. */
function yearOf(games: ChaseDeps["games"], row: ChaseRow) {
  const year = turnedYearOf(games, row);
  return year === null || row.asks_version === null ? {} : { year };
}

/** By line: the odds that the player agreed to, and those of now where they differ. */
function oddsOf(row: ChaseRow, agreed: OddsVersion | null, current: OddsVersion) {
  return betsOf(row).map(({ option_id: option }) => {
    const then = formatTable(agreed?.odds[row.game]?.[option] ?? {});
    const now = formatTable(current.odds[row.game]?.[option] ?? {});
    return JSON.stringify(then) === JSON.stringify(now) ? { agreed: then } : { agreed: then, now };
  });
}
