import type { Queries } from "../db/database.ts";
import { lockCash } from "../ledger/ledger.ts";
import type { BirthDates } from "./birth-dates.ts";
import { toCompare } from "./doubts.ts";
import type { Persons } from "./person.ts";
import type { UnderAge } from "./under-age.ts";
import * as sql from "./identity.sql.ts";

/** What the desk corrects; the rest stays. */
export interface Correction {
  readonly realName?: string | undefined;
  readonly birthDate?: string | undefined;
}

interface Persisting {
  readonly persons: Persons;
  readonly birthDates: BirthDates;
  readonly underAge: UnderAge;
}

/**
 * Corrects name or date of birth. False if the player has told neither: nothing is to be corrected then. Who turns out to
 * be under age is no longer verified, and does not play. An excluded player is still found by what they were called.
 */
export async function correctPerson(
  tx: Queries,
  { persons, birthDates, underAge }: Persisting,
  playerId: bigint,
  { realName, birthDate }: Correction,
): Promise<boolean> {
  await lockCash(tx, playerId);
  const known = await persons.lock(tx, playerId);
  if (known.realName === null && known.birthDate === null) return false;
  await persons.keepExcluded(tx, playerId, known);
  await toCompare(tx, playerId);
  if (realName !== undefined) await persons.storeName(tx, playerId, realName);
  if (birthDate === undefined) return true;
  await persons.storeBirthDate(tx, playerId, birthDate);
  const isMinor = !(await birthDates.isOldEnough(tx, birthDate));
  if (!isMinor) return true;
  if (known.state === "verified") await tx.query(sql.SET_STATE, [playerId, "refused"]);
  await underAge.hold(tx, playerId, "said");
  return true;
}
