import { CALLS, type CallData } from "@lotus/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../../session/api.ts";

export type AgentSummary = CallData<typeof CALLS.agentSummary>;
export type Plan = AgentSummary["plan"];
export type Member = CallData<typeof CALLS.agentTeam>["list"][number];
export type AgentDay = CallData<typeof CALLS.agentDays>["list"][number];

/** Invite code, link, team sizes, figures and plan. */
export const agentSummaryQuery = queryOptions({
  queryKey: ["agent", "summary"],
  queryFn: ({ signal }) => api.call(CALLS.agentSummary, {}, { signal, hideErrors: true }),
});

const pageOf = (pageParam: string) => (pageParam === "" ? undefined : pageParam);

/** The players of a level, newest first, page by page. */
export const teamQuery = (level: number) =>
  infiniteQueryOptions({
    queryKey: ["agent", "team", level],
    initialPageParam: "",
    queryFn: ({ signal, pageParam }) =>
      api.call(
        CALLS.agentTeam,
        { query: { level, cursor: pageOf(pageParam) } },
        { signal, hideErrors: true },
      ),
    getNextPageParam: (page) => page.nextCursor,
  });

/** Turnover and commission by day, newest first, page by page. */
export const agentDaysQuery = infiniteQueryOptions({
  queryKey: ["agent", "days"],
  initialPageParam: "",
  queryFn: ({ signal, pageParam }) =>
    api.call(CALLS.agentDays, { query: { cursor: pageOf(pageParam) } }, { signal, hideErrors: true }),
  getNextPageParam: (page) => page.nextCursor,
});
