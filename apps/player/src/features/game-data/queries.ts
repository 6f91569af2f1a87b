import { type BetState, CALLS, type CallData, type RuleTree } from "@lotus/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { serverClock } from "../../api/server-clock.ts";
import { api } from "../../session/api.ts";
import { daysQuery, type RecordDays } from "./record-days.ts";

/** The lobby: every game with its name, cycle, current period and last result. */
export const gamesQuery = queryOptions({
  queryKey: ["games"],
  queryFn: async ({ signal }) => {
    const games = await api.call(CALLS.games, {}, { signal, hideErrors: true });
    serverClock.sync(games.serverTime);
    return games;
  },
});

/** The rule tree of a game in the reader's language. It changes with the odds; a bet on outdated odds is refused. */
export const ruleQuery = (gameCode: string, locale: string) =>
  queryOptions<RuleTree>({
    queryKey: ["rule", gameCode, locale],
    queryFn: ({ signal }) => api.call(CALLS.rule, { params: { gameCode } }, { signal }),
    staleTime: 60_000,
    // Until the new language is loaded the previous one is shown, so that the page keeps its input and open parts.
    placeholderData: (before) => (before?.gameCode === gameCode ? before : undefined),
  });

/** The period that draws next. */
export const currentQuery = (gameCode: string) =>
  queryOptions({
    queryKey: ["current", gameCode],
    queryFn: async ({ signal }) => {
      const current = await api.call(CALLS.current, { params: { gameCode } }, { signal, hideErrors: true });
      serverClock.sync(current.serverTime);
      return current;
    },
  });

/** The last result, null before the first. */
export const lastQuery = (gameCode: string) =>
  queryOptions({
    queryKey: ["last", gameCode],
    queryFn: ({ signal }) => api.call(CALLS.last, { params: { gameCode } }, { signal, hideErrors: true }),
  });

/** Largest page of records that the server returns. */
export const LARGEST_PAGE = 100;

/** The zone whose days are asked for: its name, and minutes east of UTC for a server that does not know that. */
export function readerZone() {
  return {
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    // Avoids minus zero: it is sent as "0" anyway, but reads badly in a query key.
    tzOffset: 0 - new Date().getTimezoneOffset(),
  };
}

/** The player's latest bets in a game: those still open and those just settled. */
export const latestBetsQuery = (gameCode: string) =>
  queryOptions({
    queryKey: ["bets", gameCode, "latest"],
    queryFn: ({ signal }) =>
      api.call(
        CALLS.betList,
        { params: { gameCode }, query: { range: "3d", ...readerZone(), pageSize: LARGEST_PAGE } },
        { signal, hideErrors: true },
      ),
    select: (found) => found.list,
  });

export type BetPage = CallData<typeof CALLS.betList>;

/** Filter of bets: game, days and state; or one number, whatever else is chosen. */
export interface BetFilter {
  readonly gameCode: string;
  readonly days: RecordDays;
  readonly state: BetState | undefined;
  readonly orderNo?: string | undefined;
}

/** The game code that means every game. */
export const ALL_GAMES = "ALL";

function betQueryOf({ gameCode, days, state, orderNo }: BetFilter) {
  return orderNo === undefined
    ? { params: { gameCode }, query: { ...daysQuery(days), ...readerZone(), state } }
    : { params: { gameCode: ALL_GAMES }, query: { orderNo, ...readerZone() } };
}

/** The player's bets, newest first, page by page. */
export const betPagesQuery = (filter: BetFilter) =>
  infiniteQueryOptions({
    queryKey: ["bets", filter.gameCode, "pages", betQueryOf(filter)],
    initialPageParam: "",
    queryFn: ({ signal, pageParam }) => {
      const { params, query } = betQueryOf(filter);
      const cursor = pageParam === "" ? undefined : pageParam;
      return api.call(CALLS.betList, { params, query: { ...query, cursor } }, { signal, hideErrors: true });
    },
    getNextPageParam: (page) => page.nextCursor,
  });

/** The player's open bets of all games, as many as one page has. */
export const openBetsQuery = queryOptions({
  queryKey: ["bets", ALL_GAMES, "open"],
  queryFn: ({ signal }) => {
    const { params, query } = betQueryOf({ gameCode: ALL_GAMES, days: "7d", state: "notDrawn" });
    const page = { params, query: { ...query, pageSize: LARGEST_PAGE } };
    return api.call(CALLS.betList, page, { signal, hideErrors: true });
  },
  select: ({ list }) => list,
});

/** One page of bets of the largest size, for a file. Shows its own errors. */
export function largeBetPage(filter: BetFilter, cursor: string | undefined): Promise<BetPage> {
  const { params, query } = betQueryOf(filter);
  return api.call(CALLS.betList, { params, query: { ...query, pageSize: LARGEST_PAGE, cursor } });
}
