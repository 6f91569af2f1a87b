import { CALLS } from "@lotus/contract";
import { accept, bind, type BoundCall } from "../../http/handler.ts";
import { type HistoryWatermarks, offsetMinutesOf, reportParts } from "../../ledger/ledger.ts";
import { reportOf } from "../report.ts";
import type { ReportDeps } from "../report-deps.ts";

const DAYS = { today: 1, "3d": 3, "7d": 7, "31d": 31 } as const;
const QUARTER_MINUTES = 15;
const DAY_MS = 86_400_000;
/** The longest range of a report. */
const DAYS_MAX = 3_660;

/** GET /api/user/report. */
export function reportCall(
  { db, clock }: ReportDeps,
  {
    houseTimeZone,
    marks,
  }: { readonly houseTimeZone: string; readonly marks: Pick<HistoryWatermarks, "caughtUp" | "sawTail"> },
): BoundCall<typeof CALLS.report> {
  return bind(CALLS.report, async ({ query }, { caller }) => {
    const offset = query.tz_offset ?? offsetMinutesOf(houseTimeZone, clock.now());
    const offsetMinutes = Math.round(offset / QUARTER_MINUTES) * QUARTER_MINUTES;
    const { range = "7d", from, to } = query;
    const span = from === undefined || to === undefined ? undefined : { from, to };
    const days = span === undefined ? DAYS[range] : daysSince(span.from, clock.now(), offsetMinutes);
    const { playerId } = caller;
    const found = await marks.caughtUp(playerId, () => reportParts(db, playerId, { days, offsetMinutes }));
    marks.sawTail(playerId, found.tail);
    return accept(reportOf(found, offsetMinutes, span));
  });
}

/** Number of days to read to include a given day, plus one, as midnight may pass meanwhile. */
function daysSince(day: string, now: number, offsetMinutes: number): number {
  const today = Math.floor((now + offsetMinutes * 60_000) / DAY_MS);
  return Math.max(1, Math.min(DAYS_MAX, today - Date.parse(day) / DAY_MS + 2));
}
