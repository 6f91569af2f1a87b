import type { Queries } from "../db/database.ts";
import type { Deps } from "../deps.ts";

/** Dependencies of the reports: the pool for slow reads. */
export interface ReportDeps extends Pick<Deps, "clock"> {
  readonly db: Queries;
}
