import type { Translate } from "@lotus/locales/node";
import type { Database, Queries } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { gaugeOf } from "../gauge-of.ts";
import type { CallerCheck } from "../http/caller-check.ts";
import type { Mailer } from "../mail/mail.ts";
import type { Keys } from "../settings/keys.ts";
import type { Vault } from "../vault/vault.ts";
import { AccountMails } from "./account-mails.ts";
import { bindBindEmail } from "./calls/bind-email.ts";
import { bindBindPhone } from "./calls/bind-phone.ts";
import { bindConfirmEmail } from "./calls/confirm-email.ts";
import { bindEndSession } from "./calls/end-session.ts";
import { bindForgotPwd } from "./calls/forgot-pwd.ts";
import { bindGetUserInfo } from "./calls/get-user-info.ts";
import { bindLogin } from "./calls/login.ts";
import { bindLogout } from "./calls/logout.ts";
import { bindRefreshToken } from "./calls/refresh-token.ts";
import { bindRegister } from "./calls/register.ts";
import { bindResetPwd } from "./calls/reset-pwd.ts";
import { bindSessions } from "./calls/sessions.ts";
import { bindUpdatePwd } from "./calls/update-pwd.ts";
import { bindUpdateTransPwd } from "./calls/update-trans-pwd.ts";
import { bindUsernameFree } from "./calls/username-free.ts";
import { bindAddPasskey, bindAddPasskeyOptions } from "./passkeys/calls/add-passkey.ts";
import { bindRemovePasskey, bindRenamePasskey } from "./passkeys/calls/change-passkeys.ts";
import { bindPasskeyConfirmOptions } from "./passkeys/calls/passkey-confirm-options.ts";
import { bindPasskeyLogin, bindPasskeyLoginOptions } from "./passkeys/calls/passkey-login.ts";
import { bindPasskeys } from "./passkeys/calls/passkeys.ts";
import { bindResetTransPwd } from "./passkeys/calls/reset-trans-pwd.ts";
import { openPasskeys } from "./passkeys/open-passkeys.ts";
import type { Passkey } from "./passkeys/passkeys.ts";
import { removePasskeyIn, type RemovedPasskey } from "./passkeys/remove-passkey.ts";
import * as contactsSql from "./contacts.sql.ts";
import { type ContactKind, Contacts, type PlayerContacts } from "./contacts.ts";
import {
  DeskPlayers,
  type PlayerProfile,
  type PlayerSearch,
  type PlayerStatus,
  type PlayerSummary,
  type StatusChange,
} from "./desk-players.ts";
import { AuthAttempts } from "./auth-attempts.ts";
import * as resetSql from "./password-reset.sql.ts";
import { PasswordSeals } from "./password-seals.ts";
import { PasswordRules } from "./password-rules.ts";
import { Passwords, type HashCost } from "./passwords.ts";
import { Quotas } from "./quotas.ts";
import { ReservedUsernames } from "./reserved-usernames.ts";
import { Registrations } from "./registrations.ts";
import type {
  AccountSettings,
  AccountsDeps,
  MaybeSamePerson,
  NewBirthDates,
  PlayerBooks,
} from "./accounts-deps.ts";
import { Sessions, type EndedSession, type OpenedSession } from "./sessions.ts";
import { SignInAttempts } from "./sign-in-attempts.ts";
import { TransPasswords, type TransPasswordCheck } from "./trans-password.ts";

export type { EndedSession, SessionEnd } from "./sessions.ts";
export { type Passkey, SEALED_PASSKEYS } from "./passkeys/passkeys.ts";
export type { RemovedPasskey } from "./passkeys/remove-passkey.ts";
export type { TransPasswordCheck } from "./trans-password.ts";
export { instantText, refuseTransPassword } from "./trans-password-refusal.ts";
export type { AccountSettings, NewBirthDates, PlayerBooks } from "./accounts-deps.ts";
export { type ContactKind, type PlayerContacts, SEALED_CONTACTS } from "./contacts.ts";
export type {
  PlayerProfile,
  PlayerSearch,
  PlayerStatus,
  PlayerSummary,
  StatusChange,
} from "./desk-players.ts";
export { AuthAttempts } from "./auth-attempts.ts";
export { PasswordRules } from "./password-rules.ts";
export { type SignIn, SignInAttempts } from "./sign-in-attempts.ts";
export { ownerOf } from "./hash-turns.ts";
export { Passwords, type HashCost } from "./passwords.ts";
export { type PasswordRow, PasswordSeals, storedPassword } from "./password-seals.ts";
export {
  addressesLocked,
  holdWithdrawals,
  lockAddresses,
  unlockAddresses,
  playerStatus,
  withdrawalHeldUntil,
} from "./withdrawal-hold.ts";

const SWEEP_EVERY_MS = 10 * 60_000;
const KEEP_SEEN_EVERY_MS = 30_000;

export interface AccountsOptions {
  readonly deps: Pick<Deps, "db" | "clock" | "entropy" | "log" | "metrics">;
  readonly settings: AccountSettings;
  readonly keys: Pick<Keys, "jwt" | "pepper">;
  readonly books: PlayerBooks;
  readonly birthDates: NewBirthDates;
  readonly maybeSamePerson: MaybeSamePerson;
  readonly vault: Vault;
  readonly mailer: Mailer;
  readonly translate: Translate;
  /** How many servers the house has. */
  readonly servers: () => number;
  /** Overrides the cost of password hashing; tests use a cheap one. */
  readonly hashCost?: HashCost;
}

/** Public API of the accounts. */
export interface Accounts {
  readonly calls: ReturnType<typeof bindCalls>;
  /** Resolves an access token to its caller, for the HTTP server. */
  readonly callers: CallerCheck;
  /** Calls `listener` after every session that was opened on this node. */
  onSessionOpened(listener: (opened: OpenedSession) => void): void;
  /** Counts sessions with an open window as seen; `open` lists those of this node. */
  alsoSeen(open: () => Iterable<string>): void;
  /** Keeps now which sessions were seen on this node; each half minute it does so by itself. */
  keepSeen(): Promise<void>;
  /** Calls `listener` after every session that ended on this node. */
  onSessionEnded(listener: (ended: EndedSession) => void): void;
  /**
   * Checks and counts an attempt at the withdrawal password. Call it before a transaction, never inside one.
   * @throws Overloaded when too many passwords wait to be hashed
   */
  checkTransPassword(playerId: bigint, password: string): Promise<TransPasswordCheck>;
  /**
   * Locks, unlocks or closes an account in the desk's transaction. Any status but `active` ends its sessions; a closed
   * account loses its contacts and stays closed.
   */
  setPlayerStatus(tx: Queries, playerId: bigint, status: PlayerStatus): Promise<StatusChange>;
  /** Ends every session of a player in the desk's transaction; call the returned function once that has committed. */
  endSessions(tx: Queries, playerId: bigint): Promise<() => void>;
  /** Players for a list of the desk, newest first. */
  findPlayers(search: PlayerSearch): Promise<readonly PlayerSummary[]>;
  /** Players of a complete phone number or e-mail, for the desk alone, which notes each search. */
  ownersOfContact(text: string): Promise<readonly bigint[]>;
  /** One player for the desk, contacts masked; undefined when there is none. */
  playerProfile(playerId: bigint): Promise<PlayerProfile | undefined>;
  /**
   * A contact in full, for the desk alone; null when none is bound. `within` logs who read it and why, in the same
   * transaction: nothing is read without a log entry.
   */
  readContact(
    playerId: bigint,
    kind: ContactKind,
    by: { within(tx: Queries): Promise<void> },
  ): Promise<string | null>;
  /** A player's contacts in full, for the player's own archive alone. */
  contactsOf(db: Queries, playerId: bigint): Promise<PlayerContacts>;
  /** A player's passkeys, newest first. */
  passkeysOf(db: Queries, playerId: bigint): Promise<readonly Passkey[]>;
  /** Removes a passkey in the desk's transaction and tells the player; null when the player has no such passkey. */
  removePasskey(tx: Queries, playerId: bigint, passkeyId: bigint): Promise<RemovedPasskey | null>;
  /** Passwords hashed so far, as a measure of what logins cost. */
  hashesComputed(): number;
  start(): void;
  stop(): void;
}

/** Opens the accounts module: players, their sessions and credentials. */
export function openAccounts(options: AccountsOptions): Accounts {
  const { log, metrics } = options.deps;
  const moduleDeps = createDeps(options);
  const { db, passwords, sessions, signIns, quotas, transPasswords, contacts, passkeys } = moduleDeps;
  const desk = new DeskPlayers({ db, contacts, passkeys, sessions, country: options.settings.country });
  watchQueue(metrics, passwords);
  sessions.onEnded(({ playerId, why }) => {
    if (why === "reuse")
      log.warn({ player: String(playerId) }, "a jwt came a second time: its session was ended");
  });
  let timers: NodeJS.Timeout[] = [];
  let openWindows: () => Iterable<string> = () => [];
  const keepSeen = (): Promise<void> => sessions.keepSeen(openWindows());
  const keep = (): void => {
    keepSeen().catch((error: unknown) => {
      log.warn({ err: error }, "which sessions were seen was not kept; the next round tries again");
    });
  };
  const sweep = (): void => {
    const sweeps = [sessions.sweep(), signIns.sweep(), quotas.sweep(), passkeys.sweep(), sweepMailed(db)];
    Promise.all(sweeps).catch((error: unknown) => {
      log.warn({ err: error }, "old sessions were not swept; the next round tries again");
    });
  };
  return {
    calls: bindCalls(moduleDeps),
    callers: sessions,
    onSessionOpened: (listener) => sessions.onOpened(listener),
    onSessionEnded: (listener) => sessions.onEnded(listener),
    alsoSeen: (open) => {
      openWindows = open;
    },
    keepSeen,
    checkTransPassword: (playerId, password) => transPasswords.check(playerId, password),
    setPlayerStatus: (tx, playerId, status) => desk.setStatus(tx, playerId, status),
    endSessions: async (tx, playerId) => {
      const ended = await sessions.endAll(tx, playerId, "desk");
      return () => sessions.publishEnded(ended);
    },
    findPlayers: (search) => desk.find(search),
    ownersOfContact: (text) => desk.ownersOf(text),
    playerProfile: (playerId) => desk.profile(playerId),
    readContact: (playerId, kind, by) => desk.readContact(playerId, kind, by),
    contactsOf: (on, playerId) => contacts.read(on, playerId),
    passkeysOf: (on, playerId) => passkeys.list(on, playerId),
    removePasskey: (tx, playerId, passkeyId) => removePasskeyIn(tx, moduleDeps, { playerId, passkeyId }),
    hashesComputed: () => passwords.computed,
    start: () => {
      if (timers.length > 0) return;
      timers = [setInterval(sweep, SWEEP_EVERY_MS).unref(), setInterval(keep, KEEP_SEEN_EVERY_MS).unref()];
    },
    stop: () => {
      for (const timer of timers) clearInterval(timer);
      timers = [];
    },
  };
}

function createDeps({
  deps,
  settings,
  keys,
  books,
  birthDates,
  maybeSamePerson,
  vault,
  mailer,
  translate,
  servers,
  hashCost,
}: AccountsOptions): AccountsDeps {
  const { db, clock, entropy, log } = deps;
  const passwords = new Passwords({
    pepper: keys.pepper,
    entropy,
    ...(hashCost === undefined ? {} : { cost: hashCost }),
  });
  const { title, publicUrl } = settings;
  const passwordSeals = new PasswordSeals({ vault, log });
  const sessions = new Sessions({ db, entropy, key: keys.jwt, vault, log, clock, servers });
  const contacts = new Contacts(vault);
  const mails = new AccountMails({ mailer, translate, title, publicUrl });
  const { pepper } = keys;
  return {
    db,
    entropy,
    settings,
    books,
    birthDates,
    maybeSamePerson,
    passwords,
    passwordSeals,
    transPasswords: new TransPasswords(db, passwords, passwordSeals),
    sessions,
    passwordRules: new PasswordRules(title, "players"),
    reservedUsernames: new ReservedUsernames(title),
    attempts: new AuthAttempts(db),
    signIns: new SignInAttempts(db, pepper),
    quotas: new Quotas(db),
    registrations: new Registrations(settings.registration),
    contacts,
    mails,
    passkeys: openPasskeys({ db, entropy, pepper, settings, sessions, contacts, mails, vault, log }),
    pepper,
  };
}

function bindCalls(moduleDeps: AccountsDeps) {
  return {
    register: bindRegister(moduleDeps),
    login: bindLogin(moduleDeps),
    refreshToken: bindRefreshToken(moduleDeps),
    logout: bindLogout(moduleDeps),
    updatePwd: bindUpdatePwd(moduleDeps),
    updateTransPwd: bindUpdateTransPwd(moduleDeps),
    forgotPwd: bindForgotPwd(moduleDeps),
    resetPwd: bindResetPwd(moduleDeps),
    getUserInfo: bindGetUserInfo(moduleDeps),
    bindPhone: bindBindPhone(moduleDeps),
    bindEmail: bindBindEmail(moduleDeps),
    confirmEmail: bindConfirmEmail(moduleDeps),
    sessions: bindSessions(moduleDeps),
    endSession: bindEndSession(moduleDeps),
    usernameFree: bindUsernameFree(moduleDeps),
    passkeys: bindPasskeys(moduleDeps),
    passkeyLoginOptions: bindPasskeyLoginOptions(moduleDeps),
    passkeyLogin: bindPasskeyLogin(moduleDeps),
    passkeyConfirmOptions: bindPasskeyConfirmOptions(moduleDeps),
    addPasskeyOptions: bindAddPasskeyOptions(moduleDeps),
    addPasskey: bindAddPasskey(moduleDeps),
    renamePasskey: bindRenamePasskey(moduleDeps),
    removePasskey: bindRemovePasskey(moduleDeps),
    resetTransPwd: bindResetTransPwd(moduleDeps),
  };
}

/** Deletes expired links and codes. */
async function sweepMailed(db: Database): Promise<void> {
  await db.query(contactsSql.FORGET_BINDINGS);
  await db.query(resetSql.FORGET_CODES);
}

function watchQueue(metrics: AccountsOptions["deps"]["metrics"], passwords: Passwords): void {
  gaugeOf(
    metrics,
    "lotus_password_hashes_waiting",
    "Passwords that wait to be hashed.",
    () => passwords.waiting,
  );
}
