import type { Deps } from "../deps.ts";
import type { BoundCall } from "../http/handler.ts";
import type { HistoryMarks } from "../ledger/ledger.ts";
import { reportCall } from "./calls/report.ts";

/** The door of the reports: what the ledger of a player comes to, for the player. */
export interface Reports {
  readonly calls: readonly BoundCall[];
}

/** Opens the reports. Days begin in the house's time zone where the reader names none. */
export function openReports(
  deps: Pick<Deps, "db" | "clock">,
  tools: { readonly houseTimeZone: string; readonly marks: Pick<HistoryMarks, "caughtUp" | "sawTail"> },
): Reports {
  return { calls: [reportCall(deps, tools)] };
}
