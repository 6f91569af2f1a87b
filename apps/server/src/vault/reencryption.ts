import { Counter, Gauge } from "prom-client";
import { type Queries, type Sql, sql } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { SealedPlace, Vault } from "./sealing.ts";

/** A sealed column of a table, as its module names it. */
export interface SealedColumn {
  readonly table: string;
  /** The columns of the primary key; the sealed place's row is their values, joined by "/". */
  readonly key: readonly string[];
  readonly column: string;
  /** The blind index of the same text, where there is one. */
  readonly index?: {
    readonly column: string;
    /** The purpose of the index, by the values of the key. */
    readonly purpose: (key: readonly string[]) => string;
    /** Converts the sealed text to the one that is indexed; default unchanged. */
    readonly text?: (opened: string) => string;
    /** Converts it to several, at least one, for a column that holds an array of indexes. */
    readonly texts?: (opened: string) => readonly string[];
  };
}

/** The result of a round over every column. */
export interface ReencryptionRound {
  readonly renewed: number;
  /** Rows that could not be renewed: their key is gone, they were forged, or they clash. */
  readonly failed: number;
}

/** Renews the seals of older keys while the server runs. */
export interface Reencryption {
  /** Goes over every column once. Rounds do not overlap. */
  round(): Promise<ReencryptionRound>;
  start(): void;
  stop(): Promise<void>;
}

interface OldRow {
  readonly key: string[];
}

const BATCH = 100;
const ROUND_EVERY_MS = 3_600_000;

/** Opens the renewal of seals; `start` runs a round now and then each hour. */
export function openReencryption(
  deps: Pick<Deps, "db" | "log" | "metrics">,
  vault: Vault,
  columns: readonly SealedColumn[],
): Reencryption {
  return new HourlyReencryption(deps, vault, columns);
}

type ColumnStatements = { readonly column: SealedColumn } & ReturnType<typeof statementsOf>;

class HourlyReencryption implements Reencryption {
  readonly #db: Deps["db"];
  readonly #log: Deps["log"];
  readonly #vault: Vault;
  readonly #statements: readonly ColumnStatements[];
  readonly #renewed: Counter;
  readonly #failing: Gauge;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<ReencryptionRound> | undefined;
  #stopping = false;

  constructor(
    { db, log, metrics }: Pick<Deps, "db" | "log" | "metrics">,
    vault: Vault,
    columns: readonly SealedColumn[],
  ) {
    this.#db = db;
    this.#log = log;
    this.#vault = vault;
    this.#statements = columns.map((column) => ({ column, ...statementsOf(column) }));
    ({ renewed: this.#renewed, failing: this.#failing } = measures(metrics));
  }

  round(): Promise<ReencryptionRound> {
    return (this.#running ??= this.#runRound().finally(() => {
      this.#running = undefined;
    }));
  }

  start(): void {
    const inBackground = (): void => {
      this.round().catch((error: unknown) => {
        this.#log.warn({ err: error }, "sealed rows were not renewed; the next round tries again");
      });
    };
    this.#timer ??= setInterval(inBackground, ROUND_EVERY_MS).unref();
    inBackground();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping = true;
    await this.#running?.catch(() => undefined);
  }

  async #roundOf({ column, first, next, read, write }: ColumnStatements): Promise<ReencryptionRound> {
    const total = { renewed: 0, failed: 0 };
    const versions = [versionPrefix(this.#vault.versions.data)];
    if (column.index !== undefined) versions.push(versionPrefix(this.#vault.versions.blindIndex));
    for (let after: readonly string[] | null = null; !this.#stopping;) {
      const rows: OldRow[] =
        after === null
          ? await this.#db.query<OldRow>(first, versions)
          : await this.#db.query<OldRow>(next, [...versions, ...after]);
      for (const row of rows) {
        const done = await renew(this.#db, this.#vault, { column, read, write, key: row.key }).catch(
          (error: unknown) => {
            this.#log.error({ err: error, table: column.table }, "a sealed row could not be this.#renewed");
            return null;
          },
        );
        if (done === null) total.failed += 1;
        else if (done) total.renewed += 1;
      }
      after = rows.at(-1)?.key ?? null;
      if (rows.length < BATCH) break;
    }
    return total;
  }

  async #runRound(): Promise<ReencryptionRound> {
    const total = { renewed: 0, failed: 0 };
    for (const one of this.#statements) {
      const { renewed: more, failed } = await this.#roundOf(one);
      total.renewed += more;
      total.failed += failed;
    }
    this.#renewed.inc(total.renewed);
    this.#failing.set(total.failed);
    if (total.renewed > 0) this.#log.info(total, "sealed rows were this.#renewed with the current keys");
    return total;
  }
}

/**
 * Renews one row. It is read alone, since what is sealed may be as large as a picture. False when it was changed or
 * removed meanwhile: whoever did that sealed it with the new key.
 */
async function renew(
  db: Queries,
  vault: Vault,
  { column, read, write, key }: { column: SealedColumn; read: Sql; write: Sql; key: readonly string[] },
): Promise<boolean> {
  const [row] = await db.query<{ sealed: Buffer }>(read, key);
  if (row === undefined) return false;
  const place: SealedPlace = { table: column.table, column: column.column, row: key.join("/") };
  const text = vault.open(place, row.sealed);
  const { index } = column;
  const found = index === undefined ? [] : [indexOf(vault, index, key, text)];
  const written = await db.query(write, [row.sealed, vault.seal(place, text), ...found, ...key]);
  return written.length > 0;
}

function indexOf(
  vault: Vault,
  index: NonNullable<SealedColumn["index"]>,
  key: readonly string[],
  text: string,
): Uint8Array | readonly Uint8Array[] {
  const { purpose, text: one, texts } = index;
  const indexed = (each: string): Uint8Array => vault.blindIndex(purpose(key), each);
  return texts === undefined ? indexed(one?.(text) ?? text) : texts(text).map(indexed);
}

/**
 * The rows whose seal or blind index is of an older key, a batch at a time in the order of the key. Never those of a
 * newer one: while versions of the server change, a node that does not know the new key yet must not undo it.
 */
function statementsOf({ table, key, column, index }: SealedColumn): {
  first: Sql;
  next: Sql;
  read: Sql;
  write: Sql;
} {
  const [t, c] = [identifier(table), identifier(column)];
  const i = index === undefined ? undefined : identifier(index.column);
  // All indexes of an array are made at once.
  const first = i === undefined || index?.texts === undefined ? i : sql`${i}[1]`;
  const keys = key.map(identifier);
  const list = joined(keys, ", ");
  const keyFrom = i === undefined ? 2 : 3;
  const parameters = (from: number): Sql[] => keys.map((_, at) => verbatim(`$${from + at}`));
  const old =
    i === undefined || first === undefined
      ? sql`substring(${c} FROM 1 FOR 2) < $1::bytea`
      : // Or it has none yet, from before there was an index.
        sql`(substring(${c} FROM 1 FOR 2) < $1::bytea OR substring(${first} FROM 1 FOR 2) < $2::bytea
             OR ${c} IS NOT NULL AND ${i} IS NULL)`;
  const texts = joined(
    keys.map((name) => sql`${name}::text`),
    ", ",
  );
  const rows = sql`SELECT ARRAY[${texts}] AS key FROM ${t} WHERE ${old}`;
  const batch = sql`ORDER BY ${list} LIMIT ${verbatim(String(BATCH))}`;
  const set = i === undefined ? sql`${c} = $2` : sql`${c} = $2, ${i} = $3`;
  // The parameters after the old seal, the new seal and the new index, if any.
  const places = parameters(keyFrom + 1);
  return {
    first: sql`${rows} ${batch}`,
    next: sql`${rows} AND (${list}) > (${joined(parameters(keyFrom), ", ")}) ${batch}`,
    read: sql`SELECT ${c} AS sealed FROM ${t} WHERE (${list}) = (${joined(parameters(1), ", ")})`,
    write: sql`
      UPDATE ${t} SET ${set} WHERE (${list}) = (${joined(places, ", ")}) AND ${c} = $1 RETURNING 1 AS done`,
  };
}

/** A name of a table or column, which comes from the code and never from a request. */
function identifier(name: string): Sql {
  if (!/^[a-z][a-z_]*$/u.test(name)) throw new Error(`${name} is no name of a table or column`);
  return verbatim(name);
}

function verbatim(text: string): Sql {
  return { name: "", text };
}

function joined(parts: readonly Sql[], separator: string): Sql {
  return verbatim(parts.map(({ text }) => text).join(separator));
}

function versionPrefix(version: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(version);
  return bytes;
}

function measures(metrics: Deps["metrics"]): { renewed: Counter; failing: Gauge } {
  const renewed = new Counter({
    name: "lotus_sealed_rows_renewed_total",
    help: "Sealed rows renewed with the current keys.",
    registers: [metrics],
  });
  const failing = new Gauge({
    name: "lotus_sealed_rows_failing",
    help: "Sealed rows of older keys that could not be renewed in the last round.",
    registers: [metrics],
  });
  return { renewed, failing };
}
