import type { Connection, Submittable } from "pg";
import { Client } from "pg";
import { inject } from "vitest";
import type { TestDatabase } from "./test-database.ts";

/** A place where text that must be protected is readable. */
export interface ClearText {
  /** "table player_contact" as COPY writes it out, or "file of player_contact" as it lies on the disk. */
  readonly where: string;
  readonly needle: string;
}

/** Files larger than this are a mistake of the test, not its data. */
const MAX_FILE_BYTES = 64 * 1024 ** 2;

/**
 * Writes out every table with COPY and reads every file of the database, and names each place in which one of
 * `needles` lies open: as it is, in hex (what COPY makes of bytea) or in base64. Take needles that no other test
 * writes and that chance does not make: eight characters and more.
 */
export async function findClearText(
  database: TestDatabase,
  needles: readonly string[],
): Promise<readonly ClearText[]> {
  const owner = new Client({ connectionString: database.ownerUrl });
  const superuser = new Client({ connectionString: superuserUrl(database) });
  try {
    await Promise.all([owner.connect(), superuser.connect()]);
    const spellings = needles.flatMap((needle) => spellingsOf(needle).map((bytes) => ({ needle, bytes })));
    const found: ClearText[] = [];
    const search = (where: string, bytes: Buffer): void => {
      for (const spelling of spellings) {
        const known = found.some((one) => one.where === where && one.needle === spelling.needle);
        if (!known && bytes.includes(spelling.bytes)) found.push({ where, needle: spelling.needle });
      }
    };
    for (const table of await tablesOf(owner)) search(`table ${table}`, await copyOut(owner, table));
    // Rows are written to the files only at a checkpoint.
    await superuser.query("CHECKPOINT");
    for (const { name, bytes } of await filesOf(superuser)) search(`file of ${name}`, bytes);
    return found;
  } finally {
    await Promise.all([owner.end(), superuser.end()]);
  }
}

function spellingsOf(needle: string): readonly Buffer[] {
  const bytes = Buffer.from(needle, "utf8");
  // Base64 depends on the offset of the needle; only its whole groups are searched for.
  const base64 = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .slice(4, -4),
  );
  const texts = [bytes.toString("hex"), ...base64.filter((text) => text.length >= 8)];
  return [bytes, ...texts.map((text) => Buffer.from(text))];
}

function superuserUrl({ ownerUrl }: TestDatabase): string {
  const url = new URL(inject("testCluster").adminUrl);
  url.pathname = new URL(ownerUrl).pathname;
  return url.href;
}

async function tablesOf(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT oid::regclass::text AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`);
  return rows.map(({ name }) => name);
}

async function filesOf(client: Client): Promise<readonly { name: string; bytes: Buffer }[]> {
  const { rows } = await client.query<{ name: string; bytes: Buffer | null }>(
    `SELECT oid::regclass::text AS name, pg_read_binary_file(pg_relation_filepath(oid), 0, $1, true) AS bytes
     FROM pg_class
     WHERE relkind IN ('r', 'i', 't', 'm', 'S') AND NOT relisshared
       AND (relnamespace = 'public'::regnamespace OR relnamespace = 'pg_toast'::regnamespace)
       AND pg_relation_size(oid) > 0`,
    [MAX_FILE_BYTES],
  );
  return rows.map(({ name, bytes }) => ({ name, bytes: bytes ?? Buffer.alloc(0) }));
}

/** COPY … TO STDOUT, whose rows pg's own queries throw away. */
async function copyOut(client: Client, table: string): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let failure: Error | undefined;
    const copy = {
      submit: (connection: Connection) => {
        connection.query(`COPY ${table} TO STDOUT`);
      },
      handleCopyData: ({ chunk }: { chunk: Buffer }) => {
        chunks.push(chunk);
      },
      handleCommandComplete: () => undefined,
      handleError: (error: Error) => {
        failure = error;
      },
      handleReadyForQuery: () => {
        if (failure === undefined) resolve(Buffer.concat(chunks));
        else reject(failure);
      },
    } satisfies Submittable & Record<string, unknown>;
    client.query(copy);
  });
}
