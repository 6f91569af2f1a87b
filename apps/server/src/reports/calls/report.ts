import { CALLS } from "@lotus/contract";
import { accept, bind, type BoundCall } from "../../http/handler.ts";
import { type HistoryWatermarks, type ReaderZone, reportParts, zoneOf } from "../../ledger/ledger.ts";
import { reportOf } from "../report.ts";
import type { ReportDeps } from "../report-deps.ts";

const DAYS = { today: 1, "3d": 3, "7d": 7, "31d": 31 } as const;
const QUARTER_MINUTES = 15;

/** GET /api/user/report. */
export function reportCall(
  { db }: ReportDeps,
  {
    houseTimeZone,
    marks,
  }: { readonly houseTimeZone: string; readonly marks: Pick<HistoryWatermarks, "caughtUp" | "sawTail"> },
): BoundCall<typeof CALLS.report> {
  return bind(CALLS.report, async ({ query }, { caller }) => {
    const { range = "7d", from, to } = query;
    const days = from === undefined || to === undefined ? DAYS[range] : { from, to };
    const timeZone = zoneOf(inQuarters(query), houseTimeZone);
    const { playerId } = caller;
    const found = await marks.caughtUp(playerId, () => reportParts(db, playerId, { days, timeZone }));
    marks.sawTail(playerId, found.tail);
    return accept(reportOf(found));
  });
}

/** Sums are kept by quarters of an hour, with which days of every zone begin. */
function inQuarters({ time_zone: name, tz_offset: offset }: ReaderZone): ReaderZone {
  const quarters = offset === undefined ? undefined : Math.round(offset / QUARTER_MINUTES) * QUARTER_MINUTES;
  return { time_zone: name, tz_offset: quarters };
}
