/** What a register knows a person by. */
export interface Person {
  readonly realName: string;
  /** As 1990-01-31. */
  readonly birthDate: string;
}

/** Finds the person behind a player; null while the player has not said who they are. */
export type PersonOf = (playerId: bigint) => Promise<Person | null>;
