import type { PlayerCalls } from "../http/handler.ts";
import type { HistoryWatermarks } from "../ledger/ledger.ts";
import { reportCall } from "./calls/report.ts";
import type { ReportDeps } from "./report-deps.ts";

/** Public API of the reports: sums of a player's ledger. */
export interface Reports {
  readonly calls: PlayerCalls<"report">;
}

/** Opens the reports. Days are of the operator's time zone unless the request names another. */
export function openReports(
  deps: ReportDeps,
  options: {
    readonly houseTimeZone: string;
    readonly marks: Pick<HistoryWatermarks, "caughtUp" | "sawTail">;
  },
): Reports {
  return { calls: { report: reportCall(deps, options) } };
}
