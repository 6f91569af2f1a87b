import type { Queries } from "../db/database.ts";
import type { IdentitySettings } from "../settings/identity-settings.ts";
import type { Persons } from "./person.ts";
import type { AgeOrigin, UnderAge } from "./under-age.ts";
import * as sql from "./identity.sql.ts";

/** What judges the date of birth of a new player, and stores it with them. */
export class BirthDates {
  readonly #db: Queries;
  readonly #persons: Persons;
  readonly #underAge: Pick<UnderAge, "saidAt" | "holdNew">;
  readonly #settings: Pick<IdentitySettings, "birthDateRequired" | "minAge">;
  readonly #timeZone: string;

  constructor(
    db: Queries,
    {
      persons,
      underAge,
    }: { readonly persons: Persons; readonly underAge: Pick<UnderAge, "saidAt" | "holdNew"> },
    {
      timeZone,
      ...settings
    }: Pick<IdentitySettings, "birthDateRequired" | "minAge"> & { readonly timeZone: string },
  ) {
    this.#db = db;
    this.#persons = persons;
    this.#underAge = underAge;
    this.#settings = settings;
    this.#timeZone = timeZone;
  }

  get minAge(): number {
    return this.#settings.minAge;
  }

  /** Why nobody registers with this date of birth, or without one; null if nothing prevents it. */
  async refusalOf(
    birthDate: string | undefined,
    origin: AgeOrigin,
  ): Promise<"BIRTH_DATE_REQUIRED" | "UNDER_AGE" | null> {
    if (birthDate === undefined) return this.#settings.birthDateRequired ? "BIRTH_DATE_REQUIRED" : null;
    if (await this.isOldEnough(this.#db, birthDate)) return null;
    await this.#underAge.saidAt(this.#db, origin);
    return "UNDER_AGE";
  }

  /** Whether somebody born then has the age by the calendar of the house. */
  async isOldEnough(db: Queries, birthDate: string): Promise<boolean> {
    const [row] = await db.query<{ today: string }>(sql.TODAY, [this.#timeZone]);
    if (row === undefined) throw new Error("today's date was not answered");
    return birthdayOf(birthDate, this.#settings.minAge) <= row.today;
  }

  /** Stores what a new player told, in the transaction that adds them; closes play where somebody under age tried that day. */
  async store(
    tx: Queries,
    playerId: bigint,
    { birthDate, origin }: { readonly birthDate: string | undefined; readonly origin: AgeOrigin },
  ): Promise<void> {
    if (birthDate !== undefined) await this.#persons.storeBirthDate(tx, playerId, birthDate);
    await this.#underAge.holdNew(tx, playerId, origin);
  }
}

/**
 * The birthday in the year of an age, to be compared as text. Somebody born on 29 February has it on 1 March of a year
 * without that day, since "02-29" comes after "02-28" and before "03-01".
 */
function birthdayOf(birthDate: string, age: number): string {
  return `${Number(birthDate.slice(0, 4)) + age}${birthDate.slice(4)}`;
}
