import type { Role } from "@lotus/contract/desk";
import { Passwords } from "../../accounts/accounts.ts";
import type { Database } from "../../db/database.ts";
import type { Entropy } from "../../deps.ts";
import type { Keys } from "../../settings/keys.ts";
import { openVault } from "../../vault/vault.ts";
import { Deeds } from "../audit/deeds.ts";
import { Operators, type Credentials } from "./operators.ts";

/**
 * Makes an operator from the command line, which is how a house gets its first ones; null when the name is taken.
 * The audit log has it as done by nobody who was signed in.
 */
export async function createOperator(
  parts: {
    readonly db: Database;
    readonly entropy: Entropy;
    readonly keys: Pick<Keys, "data" | "blindIndex" | "pepper">;
    readonly title: string;
  },
  wanted: { readonly name: string; readonly role: Role },
): Promise<Credentials | null> {
  const { db, entropy, keys, title } = parts;
  const passwords = new Passwords({ pepper: keys.pepper, entropy });
  const operators = new Operators({ entropy, vault: openVault(keys, entropy), passwords, title });
  const { hash, ...credentials } = await operators.newCredentials(wanted.name);
  return await db.transaction(async (tx) => {
    const made = { ...wanted, hash, totpSecret: credentials.totpSecret, mustChangePassword: true };
    const operator = await operators.add(tx, made);
    if (operator === null) return null;
    await new Deeds(db).write(
      tx,
      { caller: null, address: "" },
      {
        action: "operator.create",
        subject: `operator ${operator.id}`,
        reason: "command line",
        detail: { ...wanted },
      },
    );
    return credentials;
  });
}
