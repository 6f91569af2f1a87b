import { DESK_CALLS } from "@lotus/contract/desk";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { movementsBetween } from "../../ledger/ledger.ts";
import { codesOf, transactionOf } from "../../wallet/wallet.ts";
import { deskPage, instantOf } from "../lists.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { wordsOf } from "../words-of.ts";
import { listBets, nameOf, playerRows, readPlayer } from "./players.ts";
import { playersKnownBy } from "./sealed-search.ts";
import * as sql from "./players.sql.ts";

interface SessionRow {
  readonly id: string;
  readonly device: string;
  readonly user_agent: string;
  readonly address: string;
  readonly created_ms: bigint;
  readonly seen_ms: bigint;
}

/** Calls that read players: search, details, money, bets and sessions. */
export function playerReads(deps: DeskDeps) {
  const { db, services } = deps;
  return {
    players: bind(DESK_CALLS.players, async ({ query }, context) => {
      const text = query.q ?? "";
      const also = await playersKnownBy(deps, text, context);
      const { rows, nextCursor } = await deskPage(query, ({ before, limit }) =>
        services.accounts.findPlayers({
          text,
          also,
          limit,
          ...(query.status === undefined ? {} : { status: query.status }),
          ...(before === null ? {} : { before }),
        }),
      );
      return accept({ list: await playerRows(db, rows), nextCursor });
    }),
    player: bind(DESK_CALLS.player, async ({ params }) => {
      const player = await readPlayer(deps, BigInt(params.id));
      return player === null ? refuse("RECORD_UNKNOWN") : accept(player);
    }),
    playerLedger: ledgerCall(deps),
    playerBets: bind(DESK_CALLS.playerBets, async ({ params, query }, { locale }) => {
      const id = BigInt(params.id);
      if ((await nameOf(db, id)) === undefined) return refuse("RECORD_UNKNOWN");
      const of = { playerId: id, words: wordsOf(deps, locale) };
      const { rows, nextCursor } = await deskPage(query, (at) => listBets(db, of, query, at));
      return accept({ list: rows.map(({ record }) => record), nextCursor });
    }),
    playerSessions: bind(DESK_CALLS.playerSessions, async ({ params }) => {
      const id = BigInt(params.id);
      if ((await nameOf(db, id)) === undefined) return refuse("RECORD_UNKNOWN");
      const rows = await db.query<SessionRow & Record<string, unknown>>(sql.SESSIONS, [id]);
      const list = rows.map((row) => ({
        id: row.id,
        device: row.device,
        userAgent: row.user_agent,
        address: row.address,
        createdAt: Number(row.created_ms),
        seenAt: Number(row.seen_ms),
      }));
      return accept({ list, nextCursor: null, total: list.length });
    }),
  };
}

function ledgerCall({ db }: DeskDeps): BoundCall<typeof DESK_CALLS.playerLedger> {
  return bind(DESK_CALLS.playerLedger, async ({ params, query }) => {
    const playerId = BigInt(params.id);
    if ((await nameOf(db, playerId)) === undefined) return refuse("RECORD_UNKNOWN");
    const filter = {
      playerId,
      codes: query.type === undefined ? null : codesOf(query.type),
      from: instantOf(query.from),
      to: instantOf(query.to),
    };
    const { rows, nextCursor } = await deskPage(query, (at) => movementsBetween(db, filter, at));
    const list = rows.map((movement) => {
      const { orderNo, ...row } = transactionOf(movement);
      return { id: orderNo, ...row };
    });
    return accept({ list, nextCursor });
  });
}
