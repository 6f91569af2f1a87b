import type { Database } from "../db/database.ts";
import type { Plans } from "./plans.ts";
import type { Teams } from "./team.ts";

/** What the calls of agents share. */
export interface AgentDeps {
  readonly db: Database;
  readonly teams: Teams;
  readonly plans: Plans;
}
