import { DESK_CALLS } from "@lotus/contract/desk";
import { findGame, type GameCode } from "@lotus/games";
import { formatMoney } from "@lotus/money";
import { accept, bind, refuse, type BoundCall, type Refused } from "../../http/handler.ts";
import { deskPage } from "../lists.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { wordsOf } from "../words-of.ts";
import * as sql from "./games.sql.ts";
import {
  changedOdds,
  changesInWords,
  oddsRecordOf,
  refusedOdds,
  type CurrentOdds,
  type RefusedOdds,
} from "./odds-table.ts";
import { refuseOver } from "./over-whole.ts";

/** Calls about the odds: read with their returns, preview changes, and publish a new version. */
export function oddsCalls(deps: DeskDeps) {
  const { services } = deps;
  const current = async (game: GameCode): Promise<CurrentOdds> => {
    const { version, odds } = services.odds.current();
    const planSum = await services.margins.planSum(deps.db);
    return { version, odds: odds[game] ?? {}, planSum, limits: services.games.settingsLimits };
  };
  return {
    odds: bind(DESK_CALLS.odds, async ({ params }, { locale }) => {
      const game = findGame(params.id)?.code;
      if (game === undefined) return refuse("RECORD_UNKNOWN");
      return accept(oddsRecordOf(game, await current(game), wordsOf(deps, locale)));
    }),
    previewOdds: bind(DESK_CALLS.previewOdds, async ({ params, body }, { locale }) => {
      const game = findGame(params.id)?.code;
      if (game === undefined) return refuse("RECORD_UNKNOWN");
      const now = await current(game);
      const changed = changedOdds(game, now, body.changes);
      if (!changed.ok) return refuseOdds(changed, now);
      return accept(oddsRecordOf(game, { ...now, odds: changed.odds }, wordsOf(deps, locale)));
    }),
    publishOdds: publishCall(deps, current),
    oddsVersions: versionsCall(deps),
  };
}

function publishCall(
  deps: DeskDeps,
  current: (game: GameCode) => Promise<CurrentOdds>,
): BoundCall<typeof DESK_CALLS.publishOdds> {
  const { auditedActions, services } = deps;
  return bind(DESK_CALLS.publishOdds, async ({ params, body }, context) => {
    const game = findGame(params.id)?.code;
    if (game === undefined) return refuse("RECORD_UNKNOWN");
    const { base_version: base, changes, reason } = body;
    await services.odds.refresh();
    const before = await current(game);
    const detail = {
      version: base + 1,
      figures: changes.length,
      changes: changesInWords(before.odds, changes),
    };
    const auditedAction = { action: "odds.publish", subject: `game ${game}`, reason, detail } as const;
    const author = `operator ${context.caller.operatorId}`;
    const done = await auditedActions.once(context, auditedAction, async (tx) => {
      const now = await current(game);
      // The old odds in the log must be those that were in force.
      if (now.version !== base || before.version !== base) return refuse("STALE_VERSION");
      const changed = changedOdds(game, now, changes);
      if (!changed.ok) return refuseOdds(changed, now);
      const refused = refusedOdds(game, changed.odds);
      if (refused !== undefined) return refuseOdds(refused, now);
      const over = await services.margins.ofOdds(tx, game, changed.odds, now.odds);
      if (over !== undefined) return refuseOver(over);
      const all = { ...services.odds.current().odds, [game]: changed.odds };
      const version = await services.odds.publishAfter(tx, base, all, author);
      return version === null ? refuse("STALE_VERSION") : accept({ version });
    });
    if (!done.ok) return done;
    await services.odds.refresh();
    services.notify();
    return accept(oddsRecordOf(game, await current(game), wordsOf(deps, context.locale)));
  });
}

function versionsCall({ db }: DeskDeps): BoundCall<typeof DESK_CALLS.oddsVersions> {
  interface Row {
    readonly version: number;
    readonly created_ms: bigint;
    readonly operator_id: bigint | null;
    readonly name: string | null;
    readonly subject: string | null;
    readonly reason: string | null;
    readonly figures: number | null;
  }
  return bind(DESK_CALLS.oddsVersions, async ({ query }) => {
    const { rows, nextCursor } = await deskPage(query, async ({ before, limit }) => {
      const found = await db.query<Row & Record<string, unknown>>(sql.VERSIONS, [before, limit]);
      return found.map((row) => ({ ...row, id: BigInt(row.version) }));
    });
    const list = rows.map(({ version, created_ms: created, operator_id: id, name, ...why }) => ({
      id: String(version),
      version,
      createdAt: Number(created),
      operator: id === null ? null : { id: String(id), name: name ?? "" },
      gameCode: why.subject?.replace(/^game /u, "") ?? null,
      figures: why.figures,
      reason: why.reason,
    }));
    return accept({ list, nextCursor });
  });
}

function refuseOdds(
  { option, key, reason }: RefusedOdds,
  { limits }: Pick<CurrentOdds, "limits">,
): Refused<"ODDS_REFUSED"> {
  const [min, max] = [formatMoney(limits.minBet), formatMoney(limits.maxPayout)];
  return refuse("ODDS_REFUSED", { values: { option, key, reason, min, max }, data: { option, key, reason } });
}
