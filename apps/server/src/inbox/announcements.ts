import type { AnnouncementTexts, MailTab } from "@lotus/contract";
import type { Locale } from "@lotus/locales";
import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import type { Database, Queries } from "../db/database.ts";
import * as sql from "./announcements.sql.ts";
import { TELL } from "./inbox.sql.ts";

/** The acting operator, and what to write in the same transaction (the audit row). */
export interface DoneBy {
  readonly operatorId: bigint;
  within(tx: Queries, id: bigint): Promise<void>;
}

/** The recipients of a message; a missing field does not filter. Evaluated when the message is sent. */
export interface Audience {
  readonly playerIds?: readonly bigint[];
  readonly status?: "active" | "locked";
  /** Epoch milliseconds. */
  readonly registeredFrom?: number;
  /** Epoch milliseconds, exclusive. */
  readonly registeredBefore?: number;
  /** Spendable balance in minor units. */
  readonly balanceFrom?: bigint;
  readonly balanceTo?: bigint;
}

/** A notice or a message to publish. */
export interface NewAnnouncement {
  readonly texts: AnnouncementTexts;
  /** The language it is shown in; null for all. */
  readonly locale: Locale | null;
  /** End of a notice, epoch milliseconds; absent for none. */
  readonly shownUntil?: number | null;
  readonly by: DoneBy;
}

/** A notice or message of the desk's list. Times are epoch milliseconds. */
export interface Announcement {
  readonly id: bigint;
  readonly tab: MailTab;
  readonly texts: AnnouncementTexts;
  readonly locale: Locale | null;
  /** False if for all players. */
  readonly addressed: boolean;
  readonly audience: Readonly<Record<string, unknown>> | null;
  /** Number of recipients; null for everybody. */
  readonly recipients: number | null;
  readonly operator_id: bigint;
  readonly created: bigint;
  readonly withdrawn: bigint | null;
  readonly withdrawn_by: bigint | null;
  readonly shown_until: bigint | null;
}

/** Notices and messages written at the desk. */
export interface Announcements {
  /** Publishes a notice to all players, or to all readers of a language. One row, whatever the number of players. */
  publishNotice(notice: NewAnnouncement): Promise<{ readonly id: bigint }>;
  /**
   * Sends a site message to all players who match now. With an empty audience every registered player gets it, and it
   * is a single row (`recipients` null). If nobody matches, nothing is stored and `within` is not called.
   */
  sendToPlayers(
    message: NewAnnouncement & { readonly audience: Audience },
  ): Promise<{ readonly id: bigint; readonly recipients: number | null } | { readonly recipients: 0 }>;
  /** Withdraws a notice or a message: it is no longer shown and no longer counts as unread. */
  withdraw(id: bigint, by: DoneBy): Promise<"done" | "unknown" | "withdrawn">;
  /** Sets the end of a notice, epoch milliseconds; null for none. */
  schedule(id: bigint, until: number | null, by: DoneBy): Promise<"done" | "unknown">;
  /** Current size of an audience. */
  count(audience: Audience): Promise<number>;
  one(id: bigint): Promise<Announcement | null>;
  /** Announcements, newest first, withdrawn ones included. */
  list(query: {
    readonly tab?: MailTab;
    readonly before?: bigint;
    readonly limit: number;
  }): Promise<readonly Announcement[]>;
}

/**
 * Up to this many players get an event each; above it one event goes to everybody, and clients poll at a random moment.
 */
const MAX_NOTIFIED_ONE_BY_ONE = 1_000;
/** The interval over which all players poll after an announcement, so that they do not all poll at once. */
const SPREAD_MS = 10_000;
/** A message to a million players is a million rows. */
const SENDING = { statementMs: 300_000 } as const;

/** Opens the announcements. `notify` is called after each commit that wrote live events. */
export function openAnnouncements(db: Database, notify: () => void): Announcements {
  return {
    publishNotice: async ({ texts, locale, shownUntil = null, by }) => {
      const id = await db.transaction(async (tx) => {
        await oneAtATime(tx);
        const added = await add(tx, [
          "notice",
          JSON.stringify(texts),
          locale,
          false,
          null,
          by.operatorId,
          shownUntil,
        ]);
        await tx.query(TELL, [null, SPREAD_MS]);
        await by.within(tx, added);
        return added;
      });
      notify();
      return { id };
    },
    sendToPlayers: async ({ texts, locale, audience, by }) => {
      try {
        const sent = await db.transaction((tx) => send(tx, { texts, locale, audience, by }), SENDING);
        notify();
        return sent;
      } catch (error) {
        if (error instanceof NobodyFits) return { recipients: 0 };
        throw error;
      }
    },
    withdraw: async (id, by) => {
      const outcome = await db.transaction(async (tx) => {
        const [withdrawn] = await tx.query(sql.WITHDRAW, [id, by.operatorId]);
        if (withdrawn === undefined) {
          const [known] = await tx.query(sql.EXISTS, [id]);
          return known === undefined ? "unknown" : "withdrawn";
        }
        await tx.query(TELL, [null, SPREAD_MS]);
        await by.within(tx, id);
        return "done";
      });
      if (outcome === "done") notify();
      return outcome;
    },
    schedule: async (id, until, by) => {
      const outcome = await db.transaction(async (tx) => {
        const [scheduled] = await tx.query(sql.SCHEDULE, [id, until]);
        if (scheduled === undefined) return "unknown";
        await tx.query(TELL, [null, SPREAD_MS]);
        await by.within(tx, id);
        return "done";
      });
      if (outcome === "done") notify();
      return outcome;
    },
    count: async (audience) => {
      const [row] = await db.query<{ players: number }>(sql.COUNT, valuesOf(audience));
      return row?.players ?? 0;
    },
    one: async (id) => (await db.query<Announcement & Row>(sql.ONE, [id]))[0] ?? null,
    list: ({ tab, before, limit }) => db.query<Announcement & Row>(sql.LIST, [tab, before, limit]),
  };
}

/** Type of pg's rows. */
type Row = Readonly<Record<string, unknown>>;

async function add(tx: Queries, values: readonly unknown[]): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(sql.ADD, values);
  if (row === undefined) throw new Error("an announcement was not kept");
  return row.id;
}

/** Serializes announcements, so that their ids become visible in order and a "read up to" mark skips none. */
async function oneAtATime(tx: Queries): Promise<void> {
  await tx.query(sql.ONE_AT_A_TIME, [ADVISORY_LOCKS.announcements]);
}

/** Rolls back a message without recipients. */
class NobodyFits extends Error {
  override readonly name = "NobodyFits";
}

async function send(
  tx: Queries,
  { texts, locale, audience, by }: NewAnnouncement & { readonly audience: Audience },
): Promise<{ readonly id: bigint; readonly recipients: number | null }> {
  const everybody = Object.values(audience).every((value) => value === undefined);
  const audienceJson = everybody ? null : JSON.stringify(audience, (_key, value: unknown) => writable(value));
  if (everybody) await oneAtATime(tx);
  const id = await add(tx, [
    "message",
    JSON.stringify(texts),
    locale,
    !everybody,
    audienceJson,
    by.operatorId,
    null,
  ]);
  let recipients: number | null = null;
  let notified: readonly bigint[] | null = null;
  if (!everybody) {
    const found = await address(tx, id, audience);
    if (found.recipients === 0) throw new NobodyFits();
    recipients = found.recipients;
    if (found.recipients <= MAX_NOTIFIED_ONE_BY_ONE) notified = found.players;
  }
  await tx.query(TELL, [notified, notified === null ? SPREAD_MS : 0]);
  await by.within(tx, id);
  return { id, recipients };
}

async function address(
  tx: Queries,
  id: bigint,
  audience: Audience,
): Promise<{ readonly recipients: number; readonly players: readonly bigint[] }> {
  const [found] = await tx.query<{ recipients: number; players: bigint[] | null }>(sql.ADDRESS, [
    ...valuesOf(audience),
    id,
    MAX_NOTIFIED_ONE_BY_ONE,
  ]);
  return { recipients: found?.recipients ?? 0, players: found?.players ?? [] };
}

/** The audience as parameters of the statements. */
function valuesOf(audience: Audience): readonly unknown[] {
  const { playerIds, status, registeredFrom, registeredBefore, balanceFrom, balanceTo } = audience;
  return [playerIds, status, registeredFrom, registeredBefore, balanceFrom, balanceTo];
}

function writable(value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
