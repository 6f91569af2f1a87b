/**
 * `npm run backup -- <file>`: writes everything the house's database holds into a new file, while the house runs or
 * not. Reads DATABASE_URL and MIGRATE_DATABASE_URL, or the embedded PostgreSQL of DATA_DIR. Exit status 1, and no
 * file, when something is wrong.
 */
import { parseArgs } from "node:util";
import { ensureNode } from "../house/node-version.ts";

await ensureNode();
// Loaded only now: an older Node could not read it.
const { backUp } = await import("./commands.ts");

const USAGE = `usage: npm run backup -- <file>

Writes the whole database of the house into <file>, from one moment, while bets go on.
Reads the settings DATABASE_URL and MIGRATE_DATABASE_URL, or DATA_DIR for the embedded database.
The keys are not in the file: keep a copy of them apart from it.`;

const { values, positionals } = parseArgs({
  options: { help: { type: "boolean", short: "h", default: false } },
  allowPositionals: true,
});
const [file, ...more] = positionals;
if (values.help) console.log(USAGE);
else if (file === undefined || more.length > 0) {
  console.error(USAGE);
  process.exitCode = 2;
} else process.exitCode = await backUp(process.env, file);
