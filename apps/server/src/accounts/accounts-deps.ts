import type { Money } from "@lotus/money";
import type { Database, Queries } from "../db/database.ts";
import type { Entropy } from "../deps.ts";
import type { KeyRing } from "../settings/keys.ts";
import type { PasskeySettings } from "../settings/passkey-settings.ts";
import type { RegistrationSettings } from "../settings/registration-settings.ts";
import type { AccountMails } from "./account-mails.ts";
import type { Contacts } from "./contacts.ts";
import type { AuthAttempts } from "./auth-attempts.ts";
import type { Origin } from "./known-origins.ts";
import type { Passkeys } from "./passkeys/passkeys.ts";
import type { PasswordSeals } from "./password-seals.ts";
import type { PasswordRules } from "./password-rules.ts";
import type { Passwords } from "./passwords.ts";
import type { Quotas } from "./quotas.ts";
import type { ReservedUsernames } from "./reserved-usernames.ts";
import type { Registrations } from "./registrations.ts";
import type { Sessions } from "./sessions.ts";
import type { SignInAttempts } from "./sign-in-attempts.ts";
import type { TransPasswords } from "./trans-password.ts";

/** What the accounts need from the ledger. */
export interface PlayerBooks {
  /** Opens the ledger accounts of a new player, in the transaction that adds the player. */
  openAccounts(tx: Queries, playerId: bigint): Promise<void>;
  /** What the player can spend now, or null when there is no such player. */
  balanceOf(db: Queries, playerId: bigint): Promise<Money | null>;
  /** What is held of the player's money beside it, and for what. */
  holdsOf(
    db: Queries,
    playerId: bigint,
  ): Promise<readonly { readonly kind: string; readonly amount: Money }[]>;
}

/** What judges the date of birth of a new player, and stores it sealed. */
export interface NewBirthDates {
  /** Age at which an account can be made. */
  readonly minAge: number;
  /** Why nobody registers with this date, or without one; null if nothing prevents it. */
  refusalOf(
    birthDate: string | undefined,
    origin: Origin,
  ): Promise<"BIRTH_DATE_REQUIRED" | "UNDER_AGE" | null>;
  /** Stores it in the transaction that adds the player, and closes play where somebody under age tried that day. */
  store(
    tx: Queries,
    playerId: bigint,
    told: { readonly birthDate: string | undefined; readonly origin: Origin },
  ): Promise<void>;
}

/** Closes play to a player, under the lock of their cash, if the owner of a contact that they typed is excluded. */
export type MaybeSamePerson = (tx: Queries, playerId: bigint, ownerId: bigint) => Promise<unknown>;

/** Settings of the accounts. */
export interface AccountSettings {
  /** Whether registering requires a referral code. */
  readonly inviteRequired: boolean;
  /** Version of the site terms that a new player agrees to. */
  readonly termsVersion: string;
  readonly currencyCode: string;
  /** Time zone of instants in texts. */
  readonly timeZone: string;
  /** Name of the site in mails. */
  readonly title: string;
  /** Where players open the app, without a path; links in mails begin with it. */
  readonly publicUrl: string;
  /** The house's country: phone numbers without a country code are numbers of it. */
  readonly country: string;
  /** How many accounts may be registered from one origin. */
  readonly registration: RegistrationSettings;
  /** Where passkeys work; null if players can have none. */
  readonly passkeys: PasskeySettings | null;
}

/** What the calls of this module share. */
export interface AccountsDeps {
  readonly db: Database;
  readonly entropy: Entropy;
  readonly settings: AccountSettings;
  readonly books: PlayerBooks;
  readonly birthDates: NewBirthDates;
  readonly maybeSamePerson: MaybeSamePerson;
  readonly passwords: Passwords;
  readonly passwordSeals: PasswordSeals;
  readonly transPasswords: TransPasswords;
  readonly sessions: Sessions;
  readonly passwordRules: PasswordRules;
  readonly reservedUsernames: ReservedUsernames;
  readonly attempts: AuthAttempts;
  readonly signIns: SignInAttempts;
  readonly quotas: Quotas;
  readonly registrations: Registrations;
  readonly contacts: Contacts;
  readonly mails: AccountMails;
  readonly passkeys: Passkeys;
  /** Keys the hashes of codes. */
  readonly pepper: KeyRing<Uint8Array>;
}
