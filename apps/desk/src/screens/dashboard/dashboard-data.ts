import type { DESK_CALLS } from "@lotus/contract/desk";
import type { CallData } from "@lotus/contract";

/** Data of the dashboard. */
export type DashboardData = CallData<typeof DESK_CALLS.dashboard>;
