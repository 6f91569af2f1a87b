import type { PlayerCalls } from "../http/handler.ts";
import type { HistoryWatermarks } from "../ledger/ledger.ts";
import { reportCall } from "./calls/report.ts";
import type { ReportDeps } from "./report-deps.ts";

/** Public API of the reports: what the ledger of a player comes to, for the player. */
export interface Reports {
  readonly calls: PlayerCalls<"report">;
}

/** Opens the reports. Days begin in the operator's time zone where the reader names none. */
export function openReports(
  deps: ReportDeps,
  options: {
    readonly houseTimeZone: string;
    readonly marks: Pick<HistoryWatermarks, "caughtUp" | "sawTail">;
  },
): Reports {
  return { calls: { report: reportCall(deps, options) } };
}
