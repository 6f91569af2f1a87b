import type { Queries } from "../db/database.ts";
import type { Deps } from "../deps.ts";

/** What the reports are read with: the lane of reads that take long. */
export interface ReportDeps extends Pick<Deps, "clock"> {
  readonly db: Queries;
}
