import { CALLS, type CallData } from "@lotus/contract";
import { queryOptions } from "@tanstack/react-query";
import { readerZone } from "../../features/game-data/queries.ts";
import { api } from "../../session/api.ts";
import type { Days } from "../../features/days/days.ts";

export type Report = CallData<typeof CALLS.report>;
export type ReportDay = Report["days"][number];

/** Key of every report; a movement of money or a settled bet invalidates them. */
export const REPORT_KEY = ["report"] as const;

/** What the player won, spent and transferred on these days. */
export const reportQuery = ({ from, to }: Days) =>
  queryOptions({
    queryKey: [...REPORT_KEY, from, to],
    queryFn: ({ signal }) =>
      api.call(CALLS.report, { query: { from, to, ...readerZone() } }, { signal, hideErrors: true }),
  });
