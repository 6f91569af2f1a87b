import type { Queries } from "../db/database.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import type { ContactKind } from "./contacts.ts";

/** Whoever types a contact of somebody who is excluded may be them. Call it under `lockPlayer`. */
export async function noteTypedContact(
  tx: Queries,
  { contacts, maybeSamePerson }: Pick<AccountsDeps, "contacts" | "maybeSamePerson">,
  playerId: bigint,
  typed: { readonly kind: ContactKind; readonly contact: string },
): Promise<void> {
  for (const owner of await contacts.otherOwners(tx, playerId, typed))
    await maybeSamePerson(tx, playerId, owner);
}
