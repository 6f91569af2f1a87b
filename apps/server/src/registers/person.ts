import type { Person } from "../identity/identity.ts";

export type { Person } from "../identity/identity.ts";

/** Finds the person behind a player; null while the player has not said who they are. */
export type PersonOf = (playerId: bigint) => Promise<Person | null>;
