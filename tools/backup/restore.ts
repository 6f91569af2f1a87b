/**
 * `npm run restore -- <file>`: fills an empty database with a backup and checks the books. Writes to DATABASE_URL
 * (MIGRATE_DATABASE_URL), or to a new embedded PostgreSQL in DATA_DIR. Exit status 1 when the file or the database
 * will not do, and then nothing was changed; also when the books are wrong.
 */
import { ensureNode } from "../run/node-version.ts";

await ensureNode();
// Loaded only now: an older Node could not read it.
const { restore } = await import("./commands.ts");
const { runWithFile } = await import("./command-line.ts");

const USAGE = `usage: npm run restore -- <file> [--continue-log]

Fills an empty database with the backup in <file>, then checks the books.
Reads the settings DATABASE_URL and MIGRATE_DATABASE_URL, or DATA_DIR for a new embedded database.
The public log then goes on under another name, since nobody knows what it said after the backup. --continue-log: the
server was stopped before the backup was taken and never started again, so that the log goes on as it is.
The keys come from where you keep them: LOTUS_KEYS, or DATA_DIR/keys/keys.json of a demo.`;

const CONTINUE = "continue-log";
process.exitCode = await runWithFile(
  process.argv.slice(2),
  USAGE,
  (file, flags) => restore(process.env, file, { continuesLog: flags.has(CONTINUE) }),
  [CONTINUE],
);
