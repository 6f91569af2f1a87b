import type { DESK_CALLS } from "@lotus/contract/desk";
import type { CallData } from "@lotus/contract";

/** What the dashboard is told. */
export type DashboardData = CallData<typeof DESK_CALLS.dashboard>;
