import { CALLS } from "@lotus/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../session/api.ts";

const FRESH_MS = 60_000;

/** The newest notices. The home page loads them in the background, so a failure is not shown. */
export const noticesQuery = (locale: string) =>
  queryOptions({
    queryKey: ["mail", "running", locale],
    queryFn: ({ signal }) => api.call(CALLS.runningNotices, {}, { signal, hideErrors: true }),
    staleTime: FRESH_MS,
  });

/** The latest large wins. */
export const winsQuery = (locale: string) =>
  queryOptions({
    queryKey: ["wins", locale],
    queryFn: ({ signal }) => api.call(CALLS.recentWins, {}, { signal, hideErrors: true }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });

/** Banners published at the desk. */
export const bannersQuery = (locale: string) =>
  queryOptions({
    queryKey: ["banners", locale],
    queryFn: ({ signal }) => api.call(CALLS.banners, {}, { signal, hideErrors: true }),
    staleTime: FRESH_MS,
  });
