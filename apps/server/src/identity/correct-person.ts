import type { Queries } from "../db/database.ts";
import type { Persons } from "./person.ts";

/** What the desk corrects; the rest stays. */
export interface Correction {
  readonly realName?: string | undefined;
  readonly birthDate?: string | undefined;
}

/** Corrects name or date of birth. False if the player has told neither: nothing is to be corrected then. */
export async function correctPerson(
  tx: Queries,
  persons: Persons,
  playerId: bigint,
  { realName, birthDate }: Correction,
): Promise<boolean> {
  const known = await persons.lock(tx, playerId);
  if (known.realName === null && known.birthDate === null) return false;
  if (realName !== undefined) await persons.storeName(tx, playerId, realName);
  if (birthDate !== undefined) await persons.storeBirthDate(tx, playerId, birthDate);
  return true;
}
