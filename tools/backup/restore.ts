/**
 * `npm run restore -- <file>`: fills an empty database with a backup and checks the books. Writes to DATABASE_URL
 * (MIGRATE_DATABASE_URL), or to a new embedded PostgreSQL in DATA_DIR. Exit status 1 when the file or the database
 * will not do, and then nothing was changed; also when the books are wrong.
 */
import { parseArgs } from "node:util";
import { ensureNode } from "../house/node-version.ts";

await ensureNode();
// Loaded only now: an older Node could not read it.
const { restore } = await import("./commands.ts");

const USAGE = `usage: npm run restore -- <file>

Fills an empty database with the backup in <file>, then checks the books.
Reads the settings DATABASE_URL and MIGRATE_DATABASE_URL, or DATA_DIR for a new embedded database.
The keys come from where you keep them: LOTUS_KEYS, or DATA_DIR/keys/keys.json of a demo.`;

const { values, positionals } = parseArgs({
  options: { help: { type: "boolean", short: "h", default: false } },
  allowPositionals: true,
});
const [file, ...more] = positionals;
if (values.help) console.log(USAGE);
else if (file === undefined || more.length > 0) {
  console.error(USAGE);
  process.exitCode = 2;
} else process.exitCode = await restore(process.env, file);
