import type { Deps } from "../deps.ts";
import type { BoundCall } from "../http/handler.ts";
import { reportCall } from "./calls/report.ts";

/** The door of the reports: what the ledger of a player comes to, for the player. */
export interface Reports {
  readonly calls: readonly BoundCall[];
}

/** Opens the reports. Days begin in the house's time zone where the reader names none. */
export function openReports(
  deps: Pick<Deps, "db" | "clock">,
  settings: { readonly houseTimeZone: string },
): Reports {
  return { calls: [reportCall(deps, settings.houseTimeZone)] };
}
