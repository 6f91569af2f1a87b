/**
 * `npm run check:books`: checks every invariant of the books over the whole database, and the chain of the audit log, and prints
 * the result. Exit status 1 if one is broken, 2 if they cannot be checked. Reads DATABASE_URL, or uses the PostgreSQL of a running server in
 * DATA_DIR.
 */
import { argv, env, exit, stderr, stdout } from "node:process";
import { fileURLToPath } from "node:url";
import { findRunningCluster } from "@lotus/server/db/cluster/address";
import { openDatabase } from "@lotus/server/db/database";
import { DatabaseUnavailable } from "@lotus/server/db/errors";
import { auditVerdict, checkAuditChain } from "@lotus/server/desk/audit-chain";
import { booksAreRight, checkBooks, type InvariantResult } from "@lotus/server/ledger";
import { givenDatabaseUrl } from "@lotus/server/settings/database-url";

const TIME_ZONE = "Asia/Ho_Chi_Minh";

/** The report of a check, one invariant per line. */
export function reportOf(results: readonly InvariantResult[]): string {
  const width = Math.max(...results.map(({ name }) => name.length));
  const lines = results.map(({ name, holds, checked, broken, example }) => {
    const verdict = broken === 0n ? "holds " : "BROKEN";
    const wrong = broken === 0n ? "" : `\n       ${String(broken)} wrong, as ${example ?? "-"}`;
    return `${verdict} ${name.padEnd(width)} ${String(checked).padStart(9)}  ${holds}${wrong}`;
  });
  return `${lines.join("\n")}\n${booksAreRight(results) ? "The books are right." : "THE BOOKS ARE WRONG."}\n`;
}

async function main(): Promise<number> {
  const url = givenDatabaseUrl(env) ?? findRunningCluster(env["DATA_DIR"] ?? "./data", "app");
  if (url === null) {
    stderr.write("No server runs in DATA_DIR: start it, or name its database in DATABASE_URL.\n");
    return 2;
  }
  // Retries need no jitter: nothing else checks concurrently.
  const db = openDatabase({ url, applicationName: "check-books", size: 1, random: () => 0.5 });
  try {
    const results = await checkBooks(db, "full", env["TZ_HOUSE"] ?? TIME_ZONE);
    if (results === null) {
      stderr.write("The running server is checking the books itself: try again in a moment.\n");
      return 2;
    }
    const audit = await checkAuditChain(db);
    stdout.write(`${reportOf(results)}${auditVerdict(audit)}\n`);
    return booksAreRight(results) && audit.broken === null ? 0 : 1;
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    stderr.write(`${error.message}\n`);
    return 2;
  } finally {
    await db.close();
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) exit(await main());
