import { CALLS, type DrawResult, type Trend } from "@lotus/contract";
import { facts, type Game, lunarYearOf, TREND_LOOK_BACK, type TrackedDraw, trendsOf } from "@lotus/games";
import { acceptRaw, bind, type BoundCall, refuse } from "../../http/handler.ts";
import { prepareReply, type PreparedReply } from "../../http/prepared-reply.ts";
import { type Board, RESULTS_KEPT } from "../board.ts";

const DEFAULT_SIZE = "30";

/** The counts since the last draw of a game. */
interface Counted {
  /** The board's list of results; a new draw replaces the list. */
  readonly results: readonly DrawResult[];
  /** Every draw that a request may cover, newest first. */
  readonly draws: Promise<readonly DrawResult[]>;
  /** By number of draws requested. */
  readonly replies: Map<string, Promise<PreparedReply>>;
}

/**
 * GET /api/lottery/trend/{gameCode}. Counted once for each game and size between two draws, and cached for all
 * requests. */
export function trendCall(board: Board): BoundCall<typeof CALLS.trend> {
  const counted = new Map<string, Counted>();
  const countedOf = (game: Game): Counted => {
    const results = board.resultsOf(game.code);
    const known = counted.get(game.code);
    if (known?.results === results) return known;
    const fresh: Counted = { results, draws: withEarlier(board, game, results), replies: new Map() };
    counted.set(game.code, fresh);
    return fresh;
  };
  return bind(CALLS.trend, async ({ params, query }) => {
    const game = board.gameOf(params.gameCode);
    if (game === undefined) return refuse("GAME_UNKNOWN");
    const now = countedOf(game);
    const size = query.draws ?? DEFAULT_SIZE;
    let reply = now.replies.get(size);
    if (reply === undefined) {
      reply = now.draws.then((draws) => prepareReply({ data: count(game, draws, Number(size)) }));
      now.replies.set(size, reply);
    }
    try {
      return acceptRaw(await reply);
    } catch (error) {
      // A failed read is not cached: the next request tries again.
      if (counted.get(game.code) === now) counted.delete(game.code);
      throw error;
    }
  });
}

/** The cached results and, if more are needed, earlier ones from the database: newest first. */
async function withEarlier(
  board: Board,
  game: Game,
  results: readonly DrawResult[],
): Promise<readonly DrawResult[]> {
  const oldest = results.at(-1);
  if (oldest === undefined || results.length < RESULTS_KEPT) return results;
  return [...results, ...(await board.resultsBefore(game, oldest.drawAt, TREND_LOOK_BACK))];
}

function count(game: Game, draws: readonly DrawResult[], size: number): Trend {
  const window = draws.slice(0, size).toReversed();
  const before = draws.slice(size, size + TREND_LOOK_BACK).toReversed();
  const tracked = ({ numbers, drawAt }: DrawResult): TrackedDraw => {
    const lunarYear = game.family === "mark-six" ? lunarYearOf(drawAt, game.timeZone) : undefined;
    return { numbers, facts: facts(game.code, numbers, lunarYear) };
  };
  return {
    gameCode: game.code,
    family: game.family,
    draws: window.map(({ prizeNo, drawAt, numbers }) => ({ prizeNo, drawAt, numbers })),
    tracks: trendsOf(game.family, window.map(tracked), before.map(tracked)),
  };
}
