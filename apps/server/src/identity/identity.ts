import type { Money } from "@lotus/money";
import type { Database, Queries } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { openOutsideLine } from "../http/outside-line.ts";
import type { IdentitySettings } from "../settings/identity-settings.ts";
import type { MakeBuckets } from "../http/house-rates.ts";
import type { Vault } from "../vault/vault.ts";
import { BirthDates } from "./birth-dates.ts";
import { identityCalls, type IdentityCalls } from "./calls/identity-calls.ts";
import { correctPerson, type Correction } from "./correct-person.ts";
import { Documents, eraseDue, type OpenDocument } from "./documents.ts";
import { type CardNames, type KnownPerson, type OtherAccounts, type Person, Persons } from "./person.ts";
import { type IsKnown, KnownPlayers } from "./known-players.ts";
import { identityProvider } from "./provider.ts";
import { type HoldListener, UnderAge } from "./under-age.ts";
import { verifyUnseen } from "./verification.ts";
import { WithdrawalRule } from "./withdrawal-rule.ts";

export { eraseDocuments, type OpenDocument } from "./documents.ts";
export type { Correction } from "./correct-person.ts";
export { addDoubt, clearHolds, type Doubt, doubtsOf, isHeld, toCompare } from "./doubts.ts";
export { underAgeWhy } from "./under-age.ts";
export type { IsKnown } from "./known-players.ts";
export {
  type KnownPerson,
  maskBirthDate,
  maskName,
  type OtherAccounts,
  type Person,
  SEALED_IDENTITIES,
} from "./person.ts";
export { decide, type Decision } from "./verification.ts";
export type { WithdrawalNeed } from "./withdrawal-rule.ts";

/** Public API of age and identity: dates of birth, documents and their review, and what withdrawals need of them. */
export interface Identity {
  readonly calls: IdentityCalls;
  /** What registering asks about a date of birth, and where it stores it. */
  readonly birthDates: Pick<BirthDates, "minAge" | "refusalOf" | "store">;
  /** Which withdrawals need to know who the player is. */
  readonly withdrawals: Pick<WithdrawalRule, "judge" | "ask">;
  /** Whether the house knows a player well enough to let them play; null where play does not need it. */
  readonly isKnown: IsKnown | null;
  /** Verifies what a player of a demo has sent, at which nobody looks. */
  verifyUnseen(playerId: bigint): Promise<void>;
  /** Who a player is; null while name or date of birth is unknown. */
  personOf(playerId: bigint): Promise<Person | null>;
  /** The other accounts of the person behind a player; none while name or date of birth is unknown. */
  otherAccounts(playerId: bigint): Promise<OtherAccounts>;
  /** The newest players who told this name, or one with all its parts. */
  findByName(typed: string, limit: number): Promise<readonly bigint[]>;
  /** The own names of these players, to be compared and shown to nobody. */
  namesOf(playerIds: readonly bigint[]): Promise<ReadonlyMap<bigint, string>>;
  /** Calls back once a player has said who they are, before they are told so. */
  onPersonKnown(listener: (playerId: bigint) => Promise<void>): void;
  /** Calls back in the transaction in which play is closed to a player who may be under age. */
  onHeld(listener: HoldListener): void;
  /** Whether the date of birth that a player told is that of somebody of age; true if none was told. */
  isOfAge(db: Queries, playerId: bigint): Promise<boolean>;
  /** What is known of a player, for the desk. */
  known(db: Queries, playerId: bigint): Promise<KnownPerson>;
  /** Corrects what a player has told, in the desk's transaction; false if nothing was told yet. */
  correct(tx: Queries, playerId: bigint, correction: Correction): Promise<boolean>;
  /** Keyed hashes of a player's correction that an operator entered, under each key; the first is under the current one. */
  hashesOf(
    correction: Correction,
    entered: { readonly playerId: bigint; readonly by: bigint },
  ): readonly [Uint8Array, ...Uint8Array[]];
  /** A document that was sent, for the desk; null if there is none, or it was erased. */
  document(id: bigint): Promise<OpenDocument | null>;
  /** Erases the documents that are due, and returns how many. */
  retention(db: Queries): Promise<number>;
}

/** Options of age and identity. */
export interface IdentityOptions {
  readonly settings: IdentitySettings;
  readonly timeZone: string;
  readonly vault: Vault;
  /** Makes the buckets of what may be sent. */
  readonly buckets: MakeBuckets;
  /** Sum of what a player withdrew or asked for in the last 30 days. */
  readonly withdrawn: (db: Queries, playerId: bigint) => Promise<Money>;
  /** The names on the cards of players. */
  readonly cardNames: CardNames;
  /** Called after each commit that wrote live events. */
  readonly notify: () => void;
  /** A stored reason in the language of a call. */
  readonly reasonIn: (locale: string, stored: string) => string;
}

/** Purpose of the keyed hashes of corrections. */
const CORRECTION = "identity-correction";

/** Opens age and identity. */
export function openIdentity(
  { db, clock, entropy, log }: Pick<Deps, "clock" | "entropy" | "log"> & { readonly db: Database },
  { settings, timeZone, vault, buckets, withdrawn, cardNames, notify, reasonIn }: IdentityOptions,
): Identity {
  const persons = new Persons(vault, cardNames);
  const documents = new Documents(vault, buckets);
  const underAge = new UnderAge({ db, vault, persons });
  const birthDates = new BirthDates(db, { persons, underAge }, { ...settings, timeZone });
  const withdrawals = new WithdrawalRule(settings, withdrawn);
  const { provider: address, needed } = settings;
  const known = new KnownPlayers(db, () => clock.now());
  const listeners: ((playerId: bigint) => Promise<void>)[] = [];
  const provider =
    address === null ? null : identityProvider(openOutsideLine({ address, entropy, reference: "reference" }));
  return {
    calls: identityCalls({
      db,
      log,
      persons,
      documents,
      birthDates,
      underAge,
      withdrawals,
      provider,
      settings,
      notify,
      reasonIn,
      personKnown: async (playerId) => {
        for (const listener of listeners) await listener(playerId);
      },
    }),
    birthDates,
    withdrawals,
    isKnown: needed === "play" ? (playerId) => known.has(playerId) : null,
    verifyUnseen: (playerId) => db.transaction((tx) => verifyUnseen(tx, playerId)),
    personOf: async (playerId) => {
      const { realName, birthDate } = await persons.read(db, playerId);
      return realName === null || birthDate === null ? null : { realName, birthDate };
    },
    otherAccounts: (playerId) => persons.otherAccounts(db, playerId),
    findByName: (typed, limit) => persons.find(db, typed, limit),
    namesOf: (playerIds) => persons.names(db, playerIds),
    onPersonKnown: (listener) => void listeners.push(listener),
    onHeld: (listener) => underAge.onHeld(listener),
    isOfAge: async (on, playerId) => {
      const { birthDate } = await persons.read(on, playerId);
      return birthDate === null || (await birthDates.isOldEnough(on, birthDate));
    },
    known: (on, playerId) => persons.read(on, playerId),
    correct: (tx, playerId, correction) =>
      correctPerson(tx, { persons, birthDates, underAge }, playerId, correction),
    hashesOf: ({ realName = null, birthDate = null }, { playerId, by }) => {
      const text = JSON.stringify([realName, birthDate, String(playerId), String(by)]);
      return [vault.blindIndex(CORRECTION, text), ...vault.blindIndexes(CORRECTION, text)];
    },
    document: (id) => documents.read(db, id),
    retention: (on) => eraseDue(on, settings.documentDays),
  };
}
