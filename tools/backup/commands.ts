import { auditVerdict } from "@lotus/server/desk/audit-chain";
import { booksAreRight } from "@lotus/server/ledger";
import type { Environment } from "@lotus/server/settings/environment";
import { StartupError } from "@lotus/server/settings/startup-error";
import { reportOf } from "../check-books.ts";
import { keysInWords, missingKeys } from "./key-versions.ts";
import { openBackup, type OpenBackup, restoreBackup } from "./load-backup.ts";
import type { Manifest } from "./manifest.ts";
import { takeBackup } from "./take-backup.ts";
import { heldKeys, sourceDatabase, targetDatabase } from "./which-database.ts";

const TIME_ZONE = "Asia/Ho_Chi_Minh";

/** Takes a backup and prints its content. Returns the exit status. */
export async function backUp(environment: Environment, file: string): Promise<number> {
  return await exitCodeOf(async () => {
    const database = await sourceDatabase(environment);
    try {
      const { manifest, bytes, sha256 } = await takeBackup(database.ownerUrl, file);
      console.log(`${file}: ${database.name}, as it was at ${manifest.taken}`);
      console.log(`  ${contentOf(manifest)}, ${(bytes / 1024 ** 2).toFixed(1)} MB`);
      console.log(`  sha256 ${sha256}`);
      console.log(`The keys are not in it. To be read it needs: ${keysInWords(manifest.keys)}.`);
      return 0;
    } finally {
      await database.close();
    }
  });
}

/** How a backup is restored. */
export interface RestoreOptions {
  /** Whether nothing happened after the backup, so that the public log goes on as it is. */
  readonly continuesLog: boolean;
}

/** Restores a backup and prints the check of the books. Returns the exit status. */
export async function restore(
  environment: Environment,
  file: string,
  options: RestoreOptions,
): Promise<number> {
  return await exitCodeOf(async () => {
    const backup = await openBackup(file);
    try {
      // Unreadable keys are reported before anything is written.
      const keys = heldKeys(environment);
      const right = await fill(environment, backup, options);
      const missing = keys === null ? null : missingKeys(backup.manifest.keys, keys);
      printKeys(backup.manifest, missing);
      if (!right)
        console.error("Do not open the server on it: the books or the audit log of the backup are wrong.");
      return right ? 0 : 1;
    } finally {
      await backup.archive.close();
    }
  });
}

async function fill(
  environment: Environment,
  backup: OpenBackup,
  { continuesLog }: RestoreOptions,
): Promise<boolean> {
  const database = await targetDatabase(environment);
  try {
    const { ownerUrl, appRole, name } = database;
    const timeZone = environment["TZ_HOUSE"] ?? TIME_ZONE;
    const { books, audit } = await restoreBackup(backup, { ownerUrl, appRole, timeZone, continuesLog });
    console.log(`${name} is as it was at ${backup.manifest.taken}: ${contentOf(backup.manifest)}`);
    process.stdout.write(`${reportOf(books)}${auditVerdict(audit)}\n`);
    if (!continuesLog)
      console.log(
        "The public log goes on under another name: the server says at its start what LOG_ORIGIN and PREVIOUS_LOG_ORIGINS are to be.",
      );
    return booksAreRight(books) && audit.broken === null;
  } finally {
    await database.close();
  }
}

function printKeys({ keys }: Manifest, missing: readonly string[] | null): void {
  if (missing === null) {
    console.log(
      `There are no keys here yet. Before the server starts, bring those it had: ${keysInWords(keys)}.`,
    );
    console.log("Started without them a demo makes new ones, which open nothing of this.");
  } else if (missing.length > 0) {
    console.error(`The keys here cannot open all of it. Missing: ${missing.join(", ")}.`);
  } else console.log(`The keys here are of every version that it needs: ${keysInWords(keys)}.`);
}

function contentOf({ tables }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + BigInt(table.rows), 0n);
  const of = (name: string): string => tables.find((table) => table.name === name)?.rows ?? "0";
  return `${of("player")} players, ${of("bet_order")} bets, ${of("transfer")} transfers, ${rows} rows in ${tables.length} tables`;
}

/** An error that the operator can fix is printed in one line; any other is a bug and has a stack. */
async function exitCodeOf(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    return 1;
  }
}
