import type { Queries } from "../db/database.ts";
import type { Deps } from "../deps.ts";

/** What the reports are read with: the connections for slow reads. */
export interface ReportDeps extends Pick<Deps, "clock"> {
  readonly db: Queries;
}
