import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type BulkConnection, openBulk } from "@lotus/server/db/bulk";
import { StartupError } from "@lotus/server/settings/startup-error";
import { ArchiveWriter } from "./archive.ts";
import { type BackupTable, quoted, readMonths, readTables } from "./tables.ts";
import { neededKeys } from "./key-versions.ts";
import { FORMAT, type Manifest, MANIFEST_NAME, type TableInBackup } from "./manifest.ts";

const compress = promisify(gzip);
/** Size of a file of rows before compression, which bounds memory. */
const FILE_BYTES = 8 * 1024 ** 2;
/** Speed before size: the disk should be the bottleneck. */
const LEVEL = 1;

/** Result of a backup. */
export interface BackupReport {
  readonly manifest: Manifest;
  readonly bytes: number;
  /** Hash of the file, as printed by sha256sum. */
  readonly sha256: string;
}

/**
 * Writes the whole database of the server into a new file, from one snapshot, while the server runs: only changes of
 * table definitions wait for it. Everything acknowledged before the snapshot is included. @throws StartupError if the
 * file exists or the database is not that of a server
 */
export async function takeBackup(url: string, file: string): Promise<BackupReport> {
  const connection = await openBulk(url, "lotus-backup");
  try {
    const archive = await ArchiveWriter.create(file);
    try {
      const manifest = await writeSnapshot(connection, archive);
      await archive.add(MANIFEST_NAME, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
      return { manifest, ...(await archive.finish()) };
    } catch (error) {
      await archive.discard();
      throw error;
    }
  } finally {
    await connection.close();
  }
}

async function writeSnapshot(connection: BulkConnection, archive: ArchiveWriter): Promise<Manifest> {
  await connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  // The first statement takes the snapshot.
  const [start] = await connection.query<{ taken: Date; postgres: string; present: boolean }>(
    `SELECT clock_timestamp() AS taken, current_setting('server_version') AS postgres,
            to_regclass('schema_migration') IS NOT NULL AS present`,
  );
  if (start?.present !== true)
    throw new StartupError("the database holds no server: there is nothing to keep");
  const catalog = await readTables(connection);
  // While rows are read, table definitions must not change; nothing else has to wait.
  await connection.query(
    `LOCK TABLE ${catalog.map(({ name }) => quoted(name)).join(", ")} IN ACCESS SHARE MODE`,
  );
  const migrations = await connection.query<Manifest["migrations"][number]>(
    "SELECT number, name, checksum FROM schema_migration WHERE number > 0 ORDER BY number",
  );
  const tables: TableInBackup[] = [];
  for (const table of catalog) tables.push(await writeTable(connection, archive, table));
  const [keys, months] = [await neededKeys(connection), await readMonths(connection)];
  // Sequences are outside snapshots: read last, each is beyond everything that it gave to the rows above.
  const sequences = await connection.query<Manifest["sequences"][number]>(
    `SELECT sequencename::text AS name, last_value::text AS last FROM pg_sequences
     WHERE schemaname = 'public' ORDER BY 1`,
  );
  await connection.query("COMMIT");
  const { taken, postgres } = start;
  return {
    format: FORMAT,
    taken: taken.toISOString(),
    postgres,
    migrations,
    tables,
    sequences,
    months,
    keys,
  };
}

async function writeTable(
  connection: BulkConnection,
  archive: ArchiveWriter,
  { name, columns }: BackupTable,
): Promise<TableInBackup> {
  let [files, rows, waiting, bytes]: [number, number, Buffer[], number] = [0, 0, [], 0];
  const flush = async (): Promise<void> => {
    files += 1;
    const packed = await compress(Buffer.concat(waiting), { level: LEVEL });
    [waiting, bytes] = [[], 0];
    await archive.add(`${name}/${String(files).padStart(5, "0")}.copy.gz`, packed);
  };
  const statement = `COPY (SELECT ${columns.map(quoted).join(", ")} FROM ${quoted(name)}) TO STDOUT`;
  for await (const chunk of connection.copyOut(statement)) {
    waiting.push(chunk);
    bytes += chunk.length;
    rows += rowsIn(chunk);
    if (bytes >= FILE_BYTES) await flush();
  }
  if (bytes > 0) await flush();
  return { name, columns, rows: String(rows), files };
}

/** In the text of COPY every row ends in a line feed, and one within a value is written as two characters. */
function rowsIn(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1;
  return count;
}
