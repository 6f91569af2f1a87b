import { CALLS, type CallData, type RuleTree } from "@lotus/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { serverClock } from "../../api/server-clock.ts";
import { api } from "../../session/api.ts";

/** The lobby: every game with its name, cycle, current period and last result. */
export const gamesQuery = queryOptions({
  queryKey: ["games"],
  queryFn: async ({ signal }) => {
    const games = await api.call(CALLS.games, {}, { signal, hideErrors: true });
    serverClock.hear(games.serverTime);
    return games;
  },
});

/** The rule tree of a game in the reader's language. It changes with the odds, which a bet then says. */
export const ruleQuery = (gameCode: string, locale: string) =>
  queryOptions<RuleTree>({
    queryKey: ["rule", gameCode, locale],
    queryFn: ({ signal }) => api.call(CALLS.rule, { params: { gameCode } }, { signal }),
    staleTime: 60_000,
    // In the language before until it is there in the new one, so that what was typed and opened on a page stays.
    placeholderData: (before) => (before?.gameCode === gameCode ? before : undefined),
  });

/** The period that draws next. */
export const currentQuery = (gameCode: string) =>
  queryOptions({
    queryKey: ["current", gameCode],
    queryFn: async ({ signal }) => {
      const current = await api.call(CALLS.current, { params: { gameCode } }, { signal, hideErrors: true });
      serverClock.hear(current.serverTime);
      return current;
    },
  });

/** The last result, null before the first. */
export const lastQuery = (gameCode: string) =>
  queryOptions({
    queryKey: ["last", gameCode],
    queryFn: ({ signal }) => api.call(CALLS.last, { params: { gameCode } }, { signal, hideErrors: true }),
  });

/** Most records that the server puts on one page. */
export const LARGEST_PAGE = 100;

/** Minutes east of UTC, as the server counts a player's days. */
export function tzOffset(): number {
  // Minus zero would travel as "0" all the same, but reads badly in a key.
  return 0 - new Date().getTimezoneOffset();
}

/** The player's latest bets in a game: those still open and those just settled. */
export const latestBetsQuery = (gameCode: string) =>
  queryOptions({
    queryKey: ["bets", gameCode, "latest"],
    queryFn: ({ signal }) =>
      api.call(
        CALLS.betList,
        { params: { gameCode }, query: { range: "3d", tzOffset: tzOffset(), pageSize: LARGEST_PAGE } },
        { signal, hideErrors: true },
      ),
    select: (found) => found.list,
  });

export type BetPage = CallData<typeof CALLS.betList>;
export type BetRange = "today" | "3d" | "7d";

export interface BetFilter {
  readonly gameCode: string;
  readonly range: BetRange;
  readonly status: BetPage["list"][number]["status"] | undefined;
}

/** The player's bets, newest first, page by page. */
export const betPagesQuery = ({ gameCode, range, status }: BetFilter) =>
  infiniteQueryOptions({
    queryKey: ["bets", gameCode, "pages", range, status ?? "all"],
    initialPageParam: "",
    queryFn: ({ signal, pageParam }) =>
      api.call(
        CALLS.betList,
        {
          params: { gameCode },
          query: {
            range,
            tzOffset: tzOffset(),
            status,
            cursor: pageParam === "" ? undefined : pageParam,
          },
        },
        { signal, hideErrors: true },
      ),
    getNextPageParam: (page) => page.nextCursor,
  });

/** One of the largest pages of bets, for a file. Says itself what goes wrong. */
export function largeBetPage(
  { gameCode, range, status }: BetFilter,
  cursor: string | undefined,
): Promise<BetPage> {
  const query = { range, tzOffset: tzOffset(), status, pageSize: LARGEST_PAGE, cursor };
  return api.call(CALLS.betList, { params: { gameCode }, query });
}
