import type { Role } from "@lotus/contract/desk";
import type { Database } from "../../db/database.ts";
import type { Entropy } from "../../deps.ts";
import type { Keys } from "../../settings/keys.ts";
import { openVault } from "../../vault/vault.ts";
import { AuditedActions } from "../audit/audited-actions.ts";
import { Enrolments, newHalf } from "./enrolments.ts";
import { Operators } from "./operators.ts";

/**
 * Creates an operator from the command line, as the first ones of a server are; null when the name is taken. Returns
 * both halves of the enrolment code, since whoever controls the machine controls the server anyway. The audit log shows
 * no signed-in operator for it, and the new one counts as a second person at once.
 */
export async function createOperator(
  options: {
    readonly db: Database;
    readonly entropy: Entropy;
    readonly keys: Pick<Keys, "data" | "blindIndex">;
  },
  wanted: { readonly name: string; readonly role: Role },
): Promise<{ readonly first: string; readonly second: string } | null> {
  const { db, entropy, keys } = options;
  const vault = openVault(keys, entropy);
  const [operators, enrolments] = [new Operators({ vault }), new Enrolments({ entropy, vault })];
  const [first, second] = [newHalf(entropy), newHalf(entropy)];
  return await db.transaction(async (tx) => {
    const operator = await operators.add(tx, wanted);
    if (operator === null) return null;
    await enrolments.open(tx, operator.id, first.hash, second.hash);
    await new AuditedActions(db).write(
      tx,
      { caller: null, address: "" },
      {
        action: "operator.create",
        subject: `operator ${operator.id}`,
        reason: "command line",
        detail: { ...wanted },
      },
    );
    return { first: first.text, second: second.text };
  });
}
