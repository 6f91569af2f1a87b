import type { CALLS, CallData, CurrentPeriod, DrawResult } from "@lotus/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLiveEvent } from "../../live/live-events.ts";
import { serverClock } from "../../api/server-clock.ts";
import { gamesQuery } from "../game-data/queries.ts";

type Lobby = CallData<typeof CALLS.games>;

/** A game of the lobby with its current period and last result. */
export type LobbyGame = Lobby["list"][number];

/** Delay after a draw before polling, in case no event brought the next period. */
const ASK_AFTER_MS = 2000;

/** Keeps the lobby current as the house opens and closes games. Returns what changes a game of it. */
export function useSwitches() {
  const client = useQueryClient();
  const change = (gameCode: string, edit: (game: LobbyGame) => LobbyGame) =>
    client.setQueryData(gamesQuery.queryKey, (lobby) => lobby && editGame(lobby, gameCode, edit));
  useLiveEvent("game", ({ gameCode, on }) => void change(gameCode, (game) => ({ ...game, on })));
  return change;
}

/** The lobby: fetched once, updated by events, and fetched again if events fail. */
export function useGames() {
  const change = useSwitches();
  useLiveEvent("period", ({ gameCode, ...period }) => change(gameCode, (game) => withPeriod(game, period)));
  useLiveEvent("draw", (draw) => change(draw.gameCode, (game) => withDraw(game, draw)));
  return useQuery({
    ...gamesQuery,
    refetchInterval: ({ state }) => untilNextDraw(state.data, serverClock.now()),
  });
}

function editGame(lobby: Lobby, gameCode: string, edit: (game: LobbyGame) => LobbyGame): Lobby {
  return { ...lobby, list: lobby.list.map((game) => (game.gameCode === gameCode ? edit(game) : game)) };
}

/** A period that draws earlier than the known one is over: events may come late. */
function withPeriod(game: LobbyGame, period: CurrentPeriod): LobbyGame {
  return game.current !== null && game.current.drawAt > period.drawAt ? game : { ...game, current: period };
}

function withDraw(game: LobbyGame, draw: DrawResult): LobbyGame {
  return game.last !== null && game.last.drawAt >= draw.drawAt ? game : { ...game, last: draw };
}

/** Milliseconds until just after the earliest draw ahead; false with nothing to wait for. */
function untilNextDraw(lobby: Lobby | undefined, nowMs: number): number | false {
  const draws =
    lobby?.list.flatMap(({ on, current }) => (on && current !== null ? [current.drawAt] : [])) ?? [];
  return draws.length === 0 ? false : Math.max(ASK_AFTER_MS, Math.min(...draws) - nowMs + ASK_AFTER_MS);
}
