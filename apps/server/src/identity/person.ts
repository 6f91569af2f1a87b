import type { Queries } from "../db/database.ts";
import type { IdentityState } from "@lotus/contract";
import { compareNames, comparePersons, foldName } from "@lotus/contract";
import {
  findByName,
  NAME_INDEX,
  nameIndex,
  sameNameIndexes,
  type SealedColumn,
  type SealedPlace,
  type Vault,
} from "../vault/vault.ts";
import * as sql from "./identity.sql.ts";
import { nearDates } from "./near-dates.ts";

/** Who a player is. */
export interface Person {
  readonly realName: string;
  /** As "1990-12-31". */
  readonly birthDate: string;
}

/** What a player has told so far, and the state of its verification. */
export interface KnownPerson {
  readonly realName: string | null;
  readonly birthDate: string | null;
  readonly state: IdentityState;
}

/** The sealed columns of persons and documents, for reencryption. */
export const SEALED_IDENTITIES: readonly SealedColumn[] = [
  {
    table: "player_identity",
    key: ["player_id"],
    column: "real_name",
    index: NAME_INDEX,
  },
  {
    table: "player_identity",
    key: ["player_id"],
    column: "birth_date",
    index: { column: "born_by", purpose: () => BIRTH_DATES },
  },
  { table: "identity_document", key: ["id"], column: "sealed" },
  { table: "person_before", key: ["id"], column: "real_name" },
  {
    table: "person_before",
    key: ["id"],
    column: "birth_date",
    index: { column: "born_by", purpose: () => BIRTH_DATES },
  },
];

/** Purposes of the blind indexes: of dates, and of names for servers that do not know migration 075. */
const BIRTH_DATES = "birth-date";
const FORMER_NAMES = "identity-name";
/** Persons opened at once: of a common date there may be thousands. */
const PERSONS_AT_ONCE = 200;

/** The names on the cards of each of these players, to be compared and shown to nobody. */
export type CardNames = (
  db: Queries,
  playerIds: readonly bigint[],
) => Promise<ReadonlyMap<bigint, readonly string[]>>;

/** Other players of the same date of birth. */
export interface OtherAccounts {
  /** Of the same name, however it is spelled. */
  readonly same: readonly bigint[];
  /** Of nearly the same name. */
  readonly near: readonly bigint[];
}

interface Row {
  readonly real_name: Uint8Array | null;
  readonly birth_date: Uint8Array | null;
  readonly state: IdentityState;
}

interface BeforeRow {
  readonly id: bigint;
  readonly player_id: bigint;
  readonly real_name: Uint8Array;
  readonly birth_date: Uint8Array;
}

const NOBODY: KnownPerson = { realName: null, birthDate: null, state: "none" };

/** Stores who players are: sealed for their row. */
export class Persons {
  readonly #vault: Vault;
  readonly #cardNames: CardNames;

  constructor(vault: Vault, cardNames: CardNames) {
    this.#vault = vault;
    this.#cardNames = cardNames;
  }

  async read(db: Queries, playerId: bigint): Promise<KnownPerson> {
    const [row] = await db.query<Row & Record<string, unknown>>(sql.READ, [playerId]);
    return row === undefined ? NOBODY : this.#open(playerId, row);
  }

  /** As `read`, and until the transaction ends nobody else changes it. */
  async lock(tx: Queries, playerId: bigint): Promise<KnownPerson> {
    await tx.query(sql.ADD, [playerId]);
    const [row] = await tx.query<Row & Record<string, unknown>>(sql.LOCK, [playerId]);
    if (row === undefined) throw new Error("an identity was added and is not there");
    return this.#open(playerId, row);
  }

  /** Stores a date of birth; `lock` first, or add the player in this transaction. */
  async storeBirthDate(tx: Queries, playerId: bigint, birthDate: string): Promise<void> {
    await tx.query(sql.ADD, [playerId]);
    const sealed = this.#vault.seal(placeOf(playerId, "birth_date"), birthDate);
    await tx.query(sql.SET_BIRTH_DATE, [playerId, sealed, this.#vault.blindIndex(BIRTH_DATES, birthDate)]);
  }

  /** Stores a name; `lock` first. */
  async storeName(tx: Queries, playerId: bigint, realName: string): Promise<void> {
    const sealed = this.#vault.seal(placeOf(playerId, "real_name"), realName);
    const former = this.#vault.blindIndex(FORMER_NAMES, formerly(realName));
    await tx.query(sql.SET_NAME, [playerId, sealed, former, nameIndex(this.#vault, realName)]);
  }

  /** The newest players of this name, or of all its parts. */
  async find(db: Queries, typed: string, limit: number): Promise<readonly bigint[]> {
    return await findByName(db, this.#vault, { table: "player_identity", typed, limit });
  }

  /** Keeps what a player was called who is excluded by their own word, before it is corrected. */
  async keepExcluded(tx: Queries, playerId: bigint, { realName, birthDate }: KnownPerson): Promise<void> {
    if (birthDate === null) return;
    const [row] = await tx.query<{ excluded: boolean | null }>(sql.EXCLUDED, [playerId]);
    if (row?.excluded !== true) return;
    const cards = (await this.#cardNames(tx, [playerId])).get(playerId) ?? [];
    for (const name of realName === null ? cards : [realName, ...cards])
      await this.#keepBefore(tx, playerId, { realName: name, birthDate });
  }

  async #keepBefore(tx: Queries, playerId: bigint, { realName, birthDate }: Person): Promise<void> {
    const [next] = await tx.query<{ id: bigint }>(sql.NEXT_BEFORE);
    if (next === undefined) throw new Error("no number for a former name");
    await tx.query(sql.KEEP_BEFORE, [
      playerId,
      next.id,
      this.#vault.seal(beforePlace(next.id, "real_name"), realName),
      this.#vault.seal(beforePlace(next.id, "birth_date"), birthDate),
      this.#vault.blindIndex(BIRTH_DATES, birthDate),
    ]);
  }

  /** The names of these players, as far as they have told one. */
  async names(db: Queries, playerIds: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> {
    const rows = await db.query<{ player_id: bigint; real_name: Uint8Array }>(sql.NAMES, [playerIds]);
    return new Map(
      rows.map(({ player_id: id, real_name: name }) => [
        id,
        this.#vault.open(placeOf(id, "real_name"), name),
      ]),
    );
  }

  /**
   * The other players of the same date of birth who have a name that is the same, or nearly. A name is what somebody told, what
   * one of their cards bears, or what an excluded player was called before. The same name with a date that a slip makes of the
   * other one is near too. Where one of the two told no date of birth, the same name
   * and an address in common make them nearly the same.
   */
  async otherAccounts(db: Queries, playerId: bigint): Promise<OtherAccounts> {
    const { realName, birthDate } = await this.read(db, playerId);
    const found = { same: new Set<bigint>(), near: new Set<bigint>() };
    const names = [realName, ...((await this.#cardNames(db, [playerId])).get(playerId) ?? [])];
    const told = names.flatMap((name) =>
      name === null || birthDate === null ? [] : [{ realName: name, birthDate }],
    );
    for (const person of [...told, ...(await this.#before(db, playerId))])
      await this.#find(db, playerId, person, found);
    for (const name of names)
      if (name !== null)
        for (const { player_id: id } of await db.query<{ player_id: bigint }>(sql.NAMED_NEARBY, [
          playerId,
          sameNameIndexes(this.#vault, name),
          birthDate === null,
        ]))
          found.near.add(id);
    const same = [...found.same];
    return { same, near: [...found.near].filter((id) => !found.same.has(id)) };
  }

  /** Who an excluded player was before the desk corrected it. */
  async #before(db: Queries, playerId: bigint): Promise<readonly Person[]> {
    const rows = await db.query<BeforeRow & Record<string, unknown>>(sql.BEFORE, [playerId]);
    return rows.map((row) => this.#openBefore(row));
  }

  async #find(
    db: Queries,
    playerId: bigint,
    { realName, birthDate }: Person,
    found: Readonly<Record<"same" | "near", Set<bigint>>>,
  ): Promise<void> {
    const dates = [birthDate, ...nearDates(birthDate)];
    const born = dates.flatMap((date) => this.#vault.blindIndexes(BIRTH_DATES, date));
    const former = this.#vault.blindIndexes(FORMER_NAMES, formerly(realName));
    const judge = (id: bigint, other: Person): void => {
      if (other.birthDate !== birthDate) {
        const isNear = dates.includes(other.birthDate) && compareNames(realName, other.realName) === "same";
        if (isNear) found.near.add(id);
        return;
      }
      const match = comparePersons(realName, other.realName);
      if (match !== "other") found[match].add(id);
    };
    for (let after: bigint | undefined = 0n; after !== undefined;) {
      const rows: readonly { player_id: bigint; real_name: Uint8Array | null; birth_date: Uint8Array }[] =
        await db.query(sql.BORN_WITH, [playerId, born, after, PERSONS_AT_ONCE, former]);
      const cards = await this.#cardNames(
        db,
        rows.map(({ player_id: id }) => id),
      );
      for (const { player_id: id, real_name: name, birth_date: sealed } of rows) {
        const date = this.#vault.open(placeOf(id, "birth_date"), sealed);
        const own = name === null ? [] : [this.#vault.open(placeOf(id, "real_name"), name)];
        for (const one of [...own, ...(cards.get(id) ?? [])]) judge(id, { realName: one, birthDate: date });
      }
      after = rows.length < PERSONS_AT_ONCE ? undefined : rows.at(-1)?.player_id;
    }
    for (let after: bigint | undefined = 0n; after !== undefined;) {
      const rows: readonly BeforeRow[] = await db.query<BeforeRow & Record<string, unknown>>(
        sql.BORN_BEFORE,
        [playerId, born, after, PERSONS_AT_ONCE],
      );
      for (const row of rows) judge(row.player_id, this.#openBefore(row));
      after = rows.length < PERSONS_AT_ONCE ? undefined : rows.at(-1)?.id;
    }
  }

  #openBefore({ id, real_name: name, birth_date: date }: BeforeRow): Person {
    return {
      realName: this.#vault.open(beforePlace(id, "real_name"), name),
      birthDate: this.#vault.open(beforePlace(id, "birth_date"), date),
    };
  }

  #open(playerId: bigint, { real_name: name, birth_date: date, state }: Row): KnownPerson {
    return {
      realName: name === null ? null : this.#vault.open(placeOf(playerId, "real_name"), name),
      birthDate: date === null ? null : this.#vault.open(placeOf(playerId, "birth_date"), date),
      state,
    };
  }
}

/** A name as servers that do not know migration 075 compare it. */
function formerly(name: string): string {
  return foldName(name).split(" ").toSorted().join(" ");
}

/** A masked name: the first letter of each word. */
export function maskName(name: string): string {
  return name
    .split(" ")
    .map((word) => `${Array.from(word)[0] ?? ""}•••`)
    .join(" ");
}

/** A date of birth as its owner recognizes it. */
export function maskBirthDate(date: string): string {
  return `${date.slice(0, 4)}-••-••`;
}

function placeOf(playerId: bigint, column: "real_name" | "birth_date"): SealedPlace {
  return { table: "player_identity", column, row: playerId };
}

function beforePlace(id: bigint, column: "real_name" | "birth_date"): SealedPlace {
  return { table: "person_before", column, row: id };
}
