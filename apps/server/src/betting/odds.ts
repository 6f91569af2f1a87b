import {
  defaultOdds,
  GAMES,
  isChosenDefault,
  modesOf,
  type GameCode,
  type OddsSettings,
  type OddsTable,
} from "@lotus/games";
import { canonicalJson } from "@lotus/fair";
import { formatOdds } from "@lotus/money";
import { type Database, type Queries, sql } from "../db/database.ts";
import { announceOdds } from "../fairness/fairness.ts";
import { tellSettings } from "./tell-settings.ts";

/** The odds of every option of every game, by game and option. */
export type OddsByGame = Readonly<Record<string, Readonly<Record<string, OddsTable>>>>;

/** One version of the operator's odds. A version never changes. */
export interface OddsVersion {
  readonly version: number;
  readonly odds: OddsByGame;
}

/** The operator's odds: the current version in memory, older ones on request. */
export interface OddsBook {
  current(): OddsVersion;
  /** Any version, however old; null for a number that was never used. */
  version(version: number): Promise<OddsVersion | null>;
  /** All versions, for settling orders of any of them. */
  all(): Promise<ReadonlyMap<number, OddsVersion>>;
  /** Writes a new version that applies from now on; on this node at once. */
  publish(odds: OddsByGame, author: string): Promise<OddsVersion>;
  /**
   * Writes the version after `base` in the caller's transaction; null when another was published since. Call
   * `refresh` after the commit.
   */
  publishAfter(tx: Queries, base: number, odds: OddsByGame, author: string): Promise<number | null>;
  /** The newest version as the transaction sees it, not as cached on this node. */
  latest(tx: Queries): Promise<OddsVersion>;
  /** Checks whether another node has published. */
  refresh(): Promise<void>;
}

const LATEST = sql`SELECT version, table_json, author FROM odds_version ORDER BY version DESC LIMIT 1`;
const UNKNOWN = sql`SELECT version, table_json, author FROM odds_version WHERE version <> ALL ($1::int[])`;
const ONE = sql`SELECT version, table_json, author FROM odds_version WHERE version = $1`;
const ADD = sql`
  INSERT INTO odds_version (version, table_json, created, author) VALUES ($1, $2, house_clock(), $3)
  ON CONFLICT DO NOTHING RETURNING version, epoch_ms(created) AS created`;

const HOUSE = "house";

type StoredOdds = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>>;

type OddsDatabase = Pick<Database, "query" | "transaction">;

interface Row {
  readonly version: number;
  readonly table_json: StoredOdds;
  readonly author: string;
}

/**
 * Opens the odds. A server without any begins with version 1 from the defaults; options of a newer release and changed
 * settings lead to a new version. Before anything is written, `hold` gets the odds to be offered and those offered
 * already, and throws when they are not allowed.
 */
export async function openOdds(
  db: OddsDatabase,
  settings: OddsSettings,
  hold: (offered: OddsByGame, before: OddsByGame | undefined) => Promise<void> = () => Promise.resolve(),
): Promise<OddsBook> {
  const book = new VersionedOdds(db);
  await book.refresh();
  const before = book.newest()?.odds;
  const offered = withDefaults(before, settings);
  await hold(offered, before);
  if (before === undefined || !sameOdds(before, offered)) await book.publish(offered, HOUSE);
  return book;
}

class VersionedOdds implements OddsBook {
  readonly #db: OddsDatabase;
  readonly #versions = new Map<number, OddsVersion>();
  #current: OddsVersion | undefined;

  constructor(db: OddsDatabase) {
    this.#db = db;
  }

  /** The newest version, if there is one. */
  newest(): OddsVersion | undefined {
    return this.#current;
  }

  current(): OddsVersion {
    if (this.#current === undefined) throw new Error("the server has no odds");
    return this.#current;
  }

  async version(wanted: number): Promise<OddsVersion | null> {
    const known = this.#versions.get(wanted);
    if (known !== undefined) return known;
    const [row] = await this.#db.query<Row>(ONE, [wanted]);
    return row === undefined ? null : this.#remember(row);
  }

  async all(): Promise<ReadonlyMap<number, OddsVersion>> {
    for (const row of await this.#db.query<Row>(UNKNOWN, [[...this.#versions.keys()]])) this.#remember(row);
    return this.#versions;
  }

  async publish(odds: OddsByGame, author: string): Promise<OddsVersion> {
    for (;;) {
      const number = (this.#current?.version ?? 0) + 1;
      const stored = writeOdds(odds);
      const added = await this.#db.transaction((tx) => add(tx, { number, stored, author }));
      if (added !== null) return this.#remember({ version: number, table_json: stored, author });
      // Another node was first with this number: retry with the next one.
      await this.refresh();
    }
  }

  async publishAfter(tx: Queries, base: number, odds: OddsByGame, author: string): Promise<number | null> {
    return add(tx, { number: base + 1, stored: writeOdds(odds), author });
  }

  async latest(tx: Queries): Promise<OddsVersion> {
    const [row] = await tx.query<Row>(LATEST);
    if (row === undefined) throw new Error("the server has no odds");
    return this.#versions.get(row.version) ?? { version: row.version, odds: readOdds(row.table_json) };
  }

  async refresh(): Promise<void> {
    const [row] = await this.#db.query<Row>(LATEST);
    if (row !== undefined) this.#remember(row);
  }

  #remember(row: Row): OddsVersion {
    const known = this.#versions.get(row.version);
    const version = known ?? { version: row.version, odds: readOdds(row.table_json) };
    this.#versions.set(row.version, version);
    if (this.#current === undefined || version.version > this.#current.version) this.#current = version;
    return version;
  }
}

/** Adds a version and puts it in the public log; null if the number was used. */
async function add(
  tx: Queries,
  version: { readonly number: number; readonly stored: StoredOdds; readonly author: string },
): Promise<number | null> {
  const { number, stored, author } = version;
  const [added] = await tx.query<{ version: number; created: bigint }>(ADD, [
    number,
    JSON.stringify(stored),
    author,
  ]);
  if (added === undefined) return null;
  await announceOdds(tx, { version: number, table: stored, from: Number(added.created) });
  await tellSettings(tx);
  return added.version;
}

/** The odds of an option in a version; a missing option is a bug of the server. */
export function oddsFor({ version, odds }: OddsVersion, game: string, optionCode: string): OddsTable {
  const table = odds[game]?.[optionCode];
  if (table === undefined) throw new Error(`version ${version} has no odds for ${game} ${optionCode}`);
  return table;
}

const texts = new WeakMap<OddsTable, string>();

/** The odds of an option as RFC 8785 JSON, which leaves of orders contain: { odds key: odds as the API writes them }. */
export function oddsText(table: OddsTable): string {
  const known = texts.get(table);
  if (known !== undefined) return known;
  const text = canonicalJson(
    Object.fromEntries(Object.entries(table).map(([key, odds]) => [key, formatOdds(odds)])),
  );
  texts.set(table, text);
  return text;
}

/** The odds offered already, with defaults for missing options. */
function withDefaults(offered: OddsByGame | undefined, settings: OddsSettings): OddsByGame {
  const entries = GAMES.map(({ code: game }): [GameCode, Record<string, OddsTable>] => {
    const tables = modesOf(game)
      .flatMap(({ options }) => options)
      .map((option): [string, OddsTable] => {
        const known = offered?.[game]?.[option.code];
        const isUsual = known === undefined || isChosenDefault(option, known);
        return [option.code, isUsual ? defaultOdds(game, option, settings) : known];
      });
    return [game, Object.fromEntries(tables)];
  });
  return Object.fromEntries(entries);
}

function sameOdds(a: OddsByGame, b: OddsByGame): boolean {
  return JSON.stringify(writeOdds(a)) === JSON.stringify(writeOdds(b));
}

function mapTables<From, To>(
  odds: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, From>>>>>>,
  figure: (from: From) => To,
): Record<string, Record<string, Record<string, To>>> {
  const sorted = <T>(record: Readonly<Record<string, T>>): [string, T][] =>
    Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    sorted(odds).map(([game, options]) => [
      game,
      Object.fromEntries(
        sorted(options).map(([option, table]) => [
          option,
          Object.fromEntries(sorted(table).map(([key, value]) => [key, figure(value)])),
        ]),
      ),
    ]),
  );
}

/** Odds ×10⁴ are far below 2⁵³, so JSON carries them exactly. */
function writeOdds(odds: OddsByGame): StoredOdds {
  return mapTables(odds, Number);
}

function readOdds(stored: StoredOdds): OddsByGame {
  return mapTables(stored, BigInt);
}
