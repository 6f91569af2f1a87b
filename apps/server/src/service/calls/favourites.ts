import { CALLS } from "@lotus/contract";
import { findGame } from "@lotus/games";
import { sql, type Queries } from "../../db/database.ts";
import { accept, bind, refuse } from "../../http/handler.ts";
import type { ServiceDeps } from "../service-deps.ts";

const LIST = sql`SELECT game FROM favourite WHERE player_id = $1 ORDER BY created DESC, game`;
const STAR = sql`
  INSERT INTO favourite (player_id, game, created) VALUES ($1, $2, house_clock()) ON CONFLICT DO NOTHING`;
const UNSTAR = sql`DELETE FROM favourite WHERE player_id = $1 AND game = $2`;

async function starred(db: Queries, playerId: bigint): Promise<{ list: string[] }> {
  const rows = await db.query<{ game: string }>(LIST, [playerId]);
  return { list: rows.map(({ game }) => game) };
}

/** The player's favourite games: list, add, remove. */
export function favouriteCalls({ db }: ServiceDeps) {
  return {
    favourites: bind(CALLS.favourites, async (_request, { caller }) =>
      accept(await starred(db, caller.playerId)),
    ),
    setFavourite: bind(CALLS.setFavourite, async ({ body }, { caller }) => {
      const game = findGame(body.game_code);
      if (game === undefined) return refuse("GAME_UNKNOWN");
      await db.query(body.on ? STAR : UNSTAR, [caller.playerId, game.code]);
      return accept(await starred(db, caller.playerId));
    }),
  };
}
