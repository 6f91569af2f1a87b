import { createHash } from "node:crypto";
import type { CallData, CALLS } from "@lotus/contract";
import { LOCALES, matchLocale, type Locale } from "@lotus/locales";
import type { Database, Queries } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { sendMessage } from "../../inbox/inbox.ts";
import type { Mailer } from "../../mail/mail.ts";
import type { SealedColumn, SealedPlace, Vault } from "../../vault/vault.ts";
import { writeArchive, type ArchiveOptions } from "../archive/write-archive.ts";
import type { Sink } from "../archive/zip.ts";
import * as sql from "./exports.sql.ts";

/** The sealed column of archives, for reencryption. */
export const SEALED_EXPORTS: readonly SealedColumn[] = [
  { table: "data_export_part", key: ["export_id", "attempt", "place"], column: "sealed" },
];

/** Result of asking for an archive; `nextAt` in epoch milliseconds. */
export type Asking =
  | { readonly outcome: "asked" | "making" | "unknown" }
  | { readonly outcome: "too-often"; readonly nextAt: number };

/** An archive that a ticket opened. */
export interface OpenArchive {
  readonly bytes: number;
  pieces(): AsyncGenerator<Buffer>;
}

export interface DataExportOptions {
  readonly deps: Pick<Deps, "db" | "entropy" | "log">;
  readonly archive: ArchiveOptions;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly keepDays: number;
  /** Called after each commit that wrote live events. */
  readonly notify: () => void;
  /** Where a test makes it break: called before each part is stored. */
  readonly fault?: (place: number) => void | Promise<void>;
}

export const EXPORTS_A_DAY = 3;
const MAX_ATTEMPTS = 5;
const CLAIM_SECONDS = 120;
const RETRY_SECONDS = 10;
const LOOK_EVERY_MS = 15_000;
const TICKET_BYTES = 32;
const TICKET_SECONDS = 60;
/** Bytes of an archive in one row. */
const PART_BYTES = 256 * 1024;

class TakenOver extends Error {
  override readonly name = "TakenOver";
}

interface Claim {
  readonly id: bigint;
  readonly player_id: bigint;
  readonly locale: string;
  readonly attempt: number;
}

/**
 * Archives of everything about a player. They are asked for in the database and made in the background, by one server at
 * a time: whoever makes one holds a claim on it that runs out, so that another begins anew what a lost server had begun.
 */
export class DataExports {
  readonly #options: DataExportOptions;
  readonly #db: Database;
  readonly #vault: Vault;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #wanted = false;
  #stopping = false;

  constructor(options: DataExportOptions) {
    this.#options = options;
    this.#db = options.deps.db;
    this.#vault = options.archive.vault;
  }

  /** Asks for an archive, in the caller's transaction; call `wake` after the commit. */
  async ask(
    tx: Queries,
    { playerId, operatorId, locale }: { playerId: bigint; operatorId: bigint | null; locale: string },
  ): Promise<Asking> {
    const [player] = await tx.query<{ status: string }>(sql.HOLD_PLAYER, [playerId]);
    if (player === undefined || player.status === "closed") return { outcome: "unknown" };
    const [recent] = await tx.query<{ today: number; making: boolean; next_ms: bigint | null }>(sql.RECENT, [
      playerId,
    ]);
    if (recent?.making === true) return { outcome: "making" };
    if ((recent?.today ?? 0) >= EXPORTS_A_DAY)
      return { outcome: "too-often", nextAt: Number(recent?.next_ms ?? 0n) };
    await tx.query(sql.DROP_PARTS, [playerId]);
    await tx.query(sql.EXPIRE_EARLIER, [playerId]);
    await tx.query(sql.ADD, [playerId, operatorId, locale]);
    return { outcome: "asked" };
  }

  async stateOf(playerId: bigint): Promise<Omit<CallData<typeof CALLS.exportState>, "keeps">> {
    const [row] = await this.#db.query<{
      state: "making" | "ready" | "failed";
      ready_ms: bigint | null;
      expires_ms: bigint | null;
      bytes: bigint | null;
    }>(sql.NEWEST, [playerId]);
    if (row === undefined) return { state: "none" };
    const { state, ready_ms: readyAt, expires_ms: expiresAt, bytes } = row;
    if (readyAt === null || expiresAt === null || bytes === null) return { state };
    return { state, readyAt: Number(readyAt), expiresAt: Number(expiresAt), bytes: Number(bytes) };
  }

  /** A secret that opens one download of the player's archive within a minute; null when there is none. */
  async ticket(playerId: bigint): Promise<string | null> {
    const ticket = Buffer.from(this.#options.deps.entropy.bytes(TICKET_BYTES)).toString("base64url");
    const put = await this.#db.query(sql.PUT_TICKET, [playerId, hashOf(ticket), TICKET_SECONDS]);
    return put.length === 0 ? null : ticket;
  }

  /** Opens the archive of a ticket, which is used up by it; null for any other text. */
  async open(ticket: string): Promise<OpenArchive | null> {
    const [taken] = await this.#db.query<{ id: bigint; attempt: number; bytes: bigint }>(sql.TAKE_TICKET, [
      hashOf(ticket),
    ]);
    if (taken === undefined) return null;
    const { id, attempt } = taken;
    const partOf = async (place: number): Promise<Buffer | null> => {
      const [part] = await this.#db.query<{ sealed: Buffer }>(sql.PART, [id, attempt, place]);
      if (part === undefined) return null;
      return Buffer.from(this.#vault.open(placeOf(id, attempt, place), part.sealed), "base64");
    };
    return {
      bytes: Number(taken.bytes),
      pieces: async function* () {
        for (let place = 0; ; place += 1) {
          const bytes = await partOf(place);
          if (bytes === null) return;
          yield bytes;
        }
      },
    };
  }

  /** Deletes a player's archives, when the account closes. */
  async drop(tx: Queries, playerId: bigint): Promise<void> {
    await tx.query(sql.DROP_PARTS, [playerId]);
    await tx.query(sql.DROP_EXPORTS, [playerId]);
  }

  start(): void {
    this.#timer ??= setInterval(() => this.wake(), LOOK_EVERY_MS).unref();
    this.wake();
  }

  /** Waits for the part that is being written; what is left of an archive is made by whoever claims it next. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Makes what waits, in the background. */
  wake(): void {
    this.#wanted = true;
    this.#running ??= this.#workWhileWanted()
      .catch((error: unknown) => {
        this.#options.deps.log.warn({ err: error }, "data exports were not looked for; the next round does");
      })
      .finally(() => {
        this.#running = undefined;
      });
  }

  /** Resolves when nothing is being made here. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  /** One that is asked for while another is made is not left to the next look. */
  async #workWhileWanted(): Promise<void> {
    while (this.#wanted && !this.#stopping) {
      this.#wanted = false;
      await this.work();
    }
  }

  /** Makes all that waits now; returns how many archives it made. */
  async work(): Promise<number> {
    for (let made = 0; ;) {
      await this.#db.query(sql.GIVE_UP, [MAX_ATTEMPTS]);
      const [claim] = await this.#db.query<Claim & Record<string, unknown>>(sql.CLAIM, [CLAIM_SECONDS]);
      if (claim === undefined) return made;
      if (await this.#make(claim)) made += 1;
      if (this.#stopping) return made;
    }
  }

  async #make(claim: Claim): Promise<boolean> {
    const { id, attempt, player_id: playerId } = claim;
    const { deps, archive } = this.#options;
    const locale = localeOf(claim.locale);
    try {
      await this.#db.query(sql.DROP_EARLIER_PARTS, [id, attempt]);
      const parts = new PartWriter((place, bytes) => this.#store(claim, place, bytes));
      const bytes = await writeArchive(this.#db, archive, { playerId, locale, begin: () => parts.begin() });
      await parts.end();
      return await this.#finish(claim, bytes, locale);
    } catch (error) {
      if (error instanceof TakenOver) return false;
      deps.log.warn({ err: error, export: String(id), attempt }, "a data export broke off; it is made again");
      await this.#db.query(sql.RELEASE, [id, attempt, RETRY_SECONDS]);
      return false;
    }
  }

  async #store({ id, attempt }: Claim, place: number, bytes: Buffer): Promise<void> {
    if (this.#stopping) throw new Error("the server stops");
    await this.#options.fault?.(place);
    const sealed = this.#vault.seal(placeOf(id, attempt, place), bytes.toString("base64"));
    const added = await this.#db.query(sql.ADD_PART, [id, attempt, place, sealed, CLAIM_SECONDS]);
    if (added.length === 0) throw new TakenOver("another server makes this export");
  }

  async #finish(
    { id, attempt, player_id: playerId }: Claim,
    bytes: number,
    locale: Locale,
  ): Promise<boolean> {
    const { keepDays, notify } = this.#options;
    const finished = await this.#db.transaction(async (tx) => {
      const rows = await tx.query(sql.FINISH, [id, attempt, bytes, keepDays]);
      if (rows.length === 0) return false;
      await sendMessage(tx, { playerId, template: "dataReady", values: {} });
      return true;
    });
    if (!finished) return false;
    notify();
    await this.#mail(playerId, locale);
    return true;
  }

  /** The link holds no secret: it opens the page, where a session and a password give the file. */
  async #mail(playerId: bigint, locale: Locale): Promise<void> {
    const { archive, mailer, publicUrl } = this.#options;
    const { email } = await archive.accounts.contactsOf(this.#db, playerId);
    if (email === undefined) return;
    const [player] = await this.#db.query<{ username: string }>(sql.USERNAME, [playerId]);
    const link = `${publicUrl.replace(/\/$/u, "")}/pages-sub/settings/my_data`;
    const values = { title: archive.title, username: player?.username ?? "", link };
    const textOf = (key: Parameters<typeof archive.translate>[1]): string =>
      archive.translate(locale, key, values);
    mailer.send({
      to: email,
      subject: textOf("mails.dataReady.subject"),
      text: [textOf("mails.greeting"), textOf("mails.dataReady.text"), textOf("mails.farewell")].join("\n\n"),
    });
  }
}

/** Gathers the bytes of an archive to parts of one size. */
class PartWriter {
  readonly #store: (place: number, bytes: Buffer) => Promise<void>;
  #waiting: Buffer[] = [];
  #size = 0;
  #place = 0;

  constructor(store: (place: number, bytes: Buffer) => Promise<void>) {
    this.#store = store;
  }

  /** A sink for an archive from its beginning. */
  begin(): Sink {
    if (this.#place > 0 || this.#size > 0) throw new Error("an archive was begun twice in one attempt");
    return async (bytes) => {
      this.#waiting.push(Buffer.from(bytes));
      this.#size += bytes.length;
      if (this.#size >= PART_BYTES) await this.end();
    };
  }

  /** Stores what is left. */
  async end(): Promise<void> {
    if (this.#size === 0) return;
    const part = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#size = 0;
    await this.#store(this.#place, part);
    this.#place += 1;
  }
}

function placeOf(id: bigint, attempt: number, place: number): SealedPlace {
  return { table: "data_export_part", column: "sealed", row: `${id}/${attempt}/${place}` };
}

function hashOf(ticket: string): Uint8Array {
  return createHash("sha256").update(ticket).digest();
}

function localeOf(tag: string): Locale {
  return matchLocale(tag) ?? LOCALES[0];
}
