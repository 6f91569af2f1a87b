/**
 * `npm run backup -- <file>`: writes the whole database of the server into a new file, whether the server runs or not.
 * Reads DATABASE_URL and MIGRATE_DATABASE_URL, or the embedded PostgreSQL of DATA_DIR. Exit status 1 and no file on
 * failure.
 */
import { ensureNode } from "../run/node-version.ts";

await ensureNode();
// Loaded only now: an older Node could not read it.
const { backUp } = await import("./commands.ts");
const { runWithFile } = await import("./command-line.ts");

const USAGE = `usage: npm run backup -- <file>

Writes the whole database of the server into <file>, from one moment, while bets go on.
Reads the settings DATABASE_URL and MIGRATE_DATABASE_URL, or DATA_DIR for the embedded database.
The keys are not in the file: keep a copy of them apart from it.`;

process.exitCode = await runWithFile(process.argv.slice(2), USAGE, (file) => backUp(process.env, file));
