import type { Database, Queries } from "../db/database.ts";
import type { ContactKind, Contacts } from "./contacts.ts";
import { maskedEmail, maskedPhone } from "./contacts.ts";
import * as sql from "./desk-players.sql.ts";
import type { Passkeys } from "./passkeys/passkeys.ts";
import { parsePhone } from "./phone.ts";
import { securityLevel } from "./security-level.ts";
import type { EndedSession, Sessions } from "./sessions.ts";

/** `locked` may not log in; `closed` is final. */
export type PlayerStatus = "active" | "locked" | "closed";

/** A player as a list of the desk shows them. Instants are epoch milliseconds. */
export interface PlayerSummary {
  readonly id: bigint;
  readonly username: string;
  readonly status: PlayerStatus;
  readonly inviteCode: string;
  readonly inviterId: bigint | null;
  readonly createdAt: number;
  readonly lastLoginAt: number | null;
  readonly lastLoginIp: string;
  readonly addressesLocked: boolean;
  /** Until when withdrawals are held after a change; null when they are not. */
  readonly withdrawalHeldUntil: number | null;
  /** Until when the withdrawal password is locked after wrong tries; null when it is not. */
  readonly transPasswordLockedUntil: number | null;
}

/** A player on the desk's detail page. Contacts are masked; empty when none is bound. */
export interface PlayerProfile extends PlayerSummary {
  readonly phone: string;
  readonly email: string;
  /** An e-mail whose link is not opened yet. */
  readonly pendingEmail: string;
  readonly securityLevel: "low" | "medium" | "high";
  readonly termsVersion: string;
  readonly openSessions: number;
}

/** Filter and page of the desk's list of players. */
export interface PlayerSearch {
  /** An id or a prefix of a username. Empty matches all players. */
  readonly text?: string;
  /** Ids of players whom the text matches by what is sealed. */
  readonly also?: readonly bigint[];
  readonly status?: PlayerStatus;
  /** Only players with a smaller id: the last one of the previous page. */
  readonly before?: bigint;
  /** 20 by default, at most 100. */
  readonly limit?: number;
}

/** Result of a change of status. */
export interface StatusChange {
  /** `closed`: refused, since closing an account is final. */
  readonly outcome: "done" | "unknown" | "closed";
  /** To be called once the transaction has committed: it closes the streams of the ended sessions. */
  notify(): void;
}

interface SummaryRow {
  readonly id: bigint;
  readonly username: string;
  readonly status: PlayerStatus;
  readonly invite_code: string;
  readonly inviter_id: bigint | null;
  readonly address_locked: boolean;
  readonly terms_version: string;
  readonly created_ms: bigint;
  readonly login_ms: bigint | null;
  readonly last_login_ip: string | null;
  readonly hold_ms: bigint | null;
  readonly trans_lock_ms: bigint | null;
}

/** Queries and changes of players for the desk. */
export class DeskPlayers {
  readonly #db: Database;
  readonly #contacts: Contacts;
  readonly #passkeys: Passkeys;
  readonly #sessions: Sessions;
  readonly #country: string;

  constructor(options: {
    db: Database;
    contacts: Contacts;
    passkeys: Passkeys;
    sessions: Sessions;
    country: string;
  }) {
    this.#db = options.db;
    this.#contacts = options.contacts;
    this.#passkeys = options.passkeys;
    this.#sessions = options.sessions;
    this.#country = options.country;
  }

  async find({
    text = "",
    also = [],
    status,
    before,
    limit = 20,
  }: PlayerSearch): Promise<readonly PlayerSummary[]> {
    const wanted = text.trim();
    const listed = [before ?? null, status ?? null, Math.min(limit, 100)] as const;
    const rows = await (wanted === ""
      ? this.#db.query<SummaryRow>(sql.NEWEST_PLAYERS, listed)
      : this.#db.query<SummaryRow>(sql.FIND_PLAYERS, [
          ...listed,
          wanted,
          /^\d{1,18}$/u.test(wanted) ? wanted : null,
          also,
        ]));
    return rows.map(summaryOf);
  }

  async profile(playerId: bigint): Promise<PlayerProfile | undefined> {
    const [row] = await this.#db.query<SummaryRow>(sql.READ_PLAYER, [playerId]);
    if (row === undefined) return undefined;
    const { phone, email, pendingEmail } = await this.#contacts.read(this.#db, playerId);
    const [sessions] = await this.#db.query<{ open: number }>(sql.COUNT_SESSIONS, [playerId]);
    return {
      ...summaryOf(row),
      phone: phone === undefined ? "" : maskedPhone(phone),
      email: email === undefined ? "" : maskedEmail(email),
      pendingEmail: pendingEmail === undefined ? "" : maskedEmail(pendingEmail),
      securityLevel: securityLevel({
        transPassword: true,
        phone: phone !== undefined,
        email: email !== undefined,
      }),
      termsVersion: row.terms_version,
      openSessions: sessions?.open ?? 0,
    };
  }

  async readContact(
    playerId: bigint,
    kind: ContactKind,
    by: { within(tx: Queries): Promise<void> },
  ): Promise<string | null> {
    return await this.#db.transaction(async (tx) => {
      await by.within(tx);
      return (await this.#contacts.read(tx, playerId))[kind] ?? null;
    });
  }

  async setStatus(tx: Queries, playerId: bigint, status: PlayerStatus): Promise<StatusChange> {
    const [player] = await tx.query<{ status: PlayerStatus }>(sql.LOCK_STATUS, [playerId]);
    if (player === undefined) return { outcome: "unknown", notify: () => undefined };
    if (player.status === "closed" && status !== "closed")
      return { outcome: "closed", notify: () => undefined };
    await tx.query(sql.SET_STATUS, [playerId, status]);
    let ended: readonly EndedSession[] = [];
    if (status !== "active") ended = await this.#sessions.endAll(tx, playerId, "closed");
    if (status === "closed") {
      await this.#contacts.erase(tx, playerId);
      await this.#passkeys.erase(tx, playerId);
    }
    return { outcome: "done", notify: () => this.#sessions.publishEnded(ended) };
  }

  /** Players of a complete phone number or e-mail. */
  async ownersOf(contact: string): Promise<readonly bigint[]> {
    const indexes = this.#foundBy(contact.trim());
    if (indexes.length === 0) return [];
    const rows = await this.#db.query<{ player_id: bigint }>(sql.OWNERS_OF_CONTACT, [indexes]);
    return rows.map((row) => row.player_id);
  }

  /** The blind indexes of a text that may be a contact. */
  #foundBy(text: string): readonly Uint8Array[] {
    if (text.includes("@")) return this.#contacts.foundBy("email", text);
    const phone = parsePhone(text, this.#country);
    return phone === undefined ? [] : this.#contacts.foundBy("phone", phone);
  }
}

function summaryOf(row: SummaryRow): PlayerSummary {
  return {
    id: row.id,
    username: row.username,
    status: row.status,
    inviteCode: row.invite_code,
    inviterId: row.inviter_id,
    createdAt: Number(row.created_ms),
    lastLoginAt: epochMs(row.login_ms),
    lastLoginIp: row.last_login_ip ?? "",
    addressesLocked: row.address_locked,
    withdrawalHeldUntil: epochMs(row.hold_ms),
    transPasswordLockedUntil: epochMs(row.trans_lock_ms),
  };
}

function epochMs(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}
