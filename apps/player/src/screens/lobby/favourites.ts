import { CALLS } from "@lotus/contract";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../session/api.ts";

const favouritesQuery = queryOptions({
  queryKey: ["favourites"],
  queryFn: ({ signal }) => api.call(CALLS.favourites, {}, { signal, hideErrors: true }),
  staleTime: 5 * 60_000,
});

/** The player's starred games, and a function to set a star or remove it: optimistic here, then on the server. */
export function useFavourites() {
  const client = useQueryClient();
  const list = useQuery(favouritesQuery).data?.list ?? [];
  const star = useMutation({
    mutationFn: ({ gameCode, on }: { gameCode: string; on: boolean }) =>
      api.call(CALLS.setFavourite, { body: { game_code: gameCode, on } }),
    onMutate: ({ gameCode, on }) => {
      client.setQueryData(favouritesQuery.queryKey, (before) => {
        const others = (before?.list ?? []).filter((code) => code !== gameCode);
        return { list: on ? [gameCode, ...others] : others };
      });
    },
    onSuccess: (answer) => client.setQueryData(favouritesQuery.queryKey, answer),
    onError: () => void client.invalidateQueries({ queryKey: favouritesQuery.queryKey }),
  });
  return {
    list,
    isStarred: (gameCode: string) => list.includes(gameCode),
    setStar: (gameCode: string, on: boolean) => star.mutate({ gameCode, on }),
  };
}
