import type { Queries } from "../db/database.ts";
import type { BirthDates } from "./birth-dates.ts";
import type { Persons } from "./person.ts";
import * as sql from "./identity.sql.ts";

/** What the desk corrects; the rest stays. */
export interface Correction {
  readonly realName?: string | undefined;
  readonly birthDate?: string | undefined;
}

/**
 * Corrects name or date of birth. False if the player has told neither: nothing is to be corrected then. Who turns out to
 * be under age is no longer verified.
 */
export async function correctPerson(
  tx: Queries,
  { persons, birthDates }: { readonly persons: Persons; readonly birthDates: BirthDates },
  playerId: bigint,
  { realName, birthDate }: Correction,
): Promise<boolean> {
  const known = await persons.lock(tx, playerId);
  if (known.realName === null && known.birthDate === null) return false;
  if (realName !== undefined) await persons.storeName(tx, playerId, realName);
  if (birthDate === undefined) return true;
  await persons.storeBirthDate(tx, playerId, birthDate);
  const isMinor = !(await birthDates.isOldEnough(tx, birthDate));
  if (isMinor && known.state === "verified") await tx.query(sql.SET_STATE, [playerId, "refused"]);
  return true;
}
