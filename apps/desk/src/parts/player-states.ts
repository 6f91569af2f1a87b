import type { PlayerRow } from "@lotus/contract/desk";

/** The states a player may be in. */
export const PLAYER_STATES = ["active", "locked", "closed"] as const satisfies readonly PlayerRow["status"][];
