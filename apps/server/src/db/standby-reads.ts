import type { Queries, Transactions } from "./pool.ts";
import { sql } from "./sql.ts";

/** What a reader has been told, which no answer may be older than. */
export interface Told {
  /** The mark that came with the reply to the reader's last write; undefined if it is not known. */
  readonly freshness: string | undefined;
  /** The id of the last live event that reached the reader, "<transaction>-<number>". */
  readonly lastEventId: string | undefined;
}

/** Reads of the past, which decide nothing and move no money: on a standby where one may answer. */
export interface Reads {
  /**
   * Runs `work`, which only reads, on a standby that has replayed all that the reader was told, else on the primary. It may
   * run twice, when the standby fails in the middle.
   */
  run<T>(told: Told, work: (db: Queries) => Promise<T>): Promise<T>;
  /** The mark of everything that is committed by now, for the reply to a write; undefined without standbys. */
  readonly mark: (() => Promise<string>) | undefined;
}

/** The mark when the database could not be asked: a reader with it is answered by the primary. */
export const NO_MARK = "none";

/** How old the newest commit of a standby may be: some missed beats of the leader, and clocks that differ a little. */
const MAX_AGE_MS = 5_000;

/** A timeline and a position in its write-ahead log, as PostgreSQL writes them. */
const MARK = /^([0-9A-F]{8})-([0-9A-F]{1,8}\/[0-9A-F]{1,8})$/u;
const EVENT = /^(\d{1,19})-\d{1,19}$/u;

/** Everything that is committed by now lies before it. */
const READ_MARK = sql`
  SELECT left(pg_walfile_name(l.at), 8) || '-' || l.at AS mark FROM (SELECT pg_current_wal_lsn() AS at) AS l`;

/**
 * Whether this is a standby that has replayed the log up to $2 of a timeline from $1 on, and the transaction $3, and is behind
 * by seconds at most: the leader of the draw clock writes each second, so a standby without anything newer has lost its
 * primary. A server that was a primary and is cut off is none; a standby of such a one is on an older timeline. A transaction
 * that began after what is replayed is an error.
 */
const IS_FRESH = sql`
  SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $2::pg_lsn
         AND pg_last_xact_replay_timestamp() >= clock_timestamp() - $4 * interval '1 millisecond'
         AND (SELECT lpad(upper(to_hex(timeline_id)), 8, '0') FROM pg_control_checkpoint()) >= $1
         AND ($3::text IS NULL OR coalesce(pg_xact_status($3::text::xid8) = 'committed', true)) AS fresh`;

/** Reads without standbys: the primary answers. */
export function primaryReads(primary: Queries): Reads {
  return { run: (_told, work) => work(primary), mark: undefined };
}

/** What came of reads, for the metrics. */
export type ReadPlace = "standby" | "unknown" | "behind" | "failed";

/**
 * Reads from standbys. `onRead` is called with where each was answered: by the standby, or by the primary since the reader said
 * nothing of what it knows, the standby was behind that, or it failed.
 */
export function standbyReads(parts: {
  readonly primary: Queries;
  readonly standby: Transactions;
  readonly onRead: (place: ReadPlace) => void;
  /** How long ago the last commit that the standby knows may be (ms). */
  readonly maxAgeMs?: number;
}): Reads {
  const { primary, standby, onRead, maxAgeMs = MAX_AGE_MS } = parts;
  const shared = sharedAnswer(async () => {
    const [row] = await primary.query<{ mark: string }>(READ_MARK);
    return row?.mark ?? NO_MARK;
  });
  return {
    run: async (told, work) => {
      const known = readTold(told);
      if (known === undefined) {
        onRead("unknown");
        return await work(primary);
      }
      const answer = await onStandby(standby, { ...known, maxAgeMs }, work);
      onRead(answer.place);
      return answer.place === "standby" ? answer.result : await work(primary);
    },
    mark: () => shared().catch(() => NO_MARK),
  };
}

interface Known {
  readonly timeline: string;
  readonly position: string;
  readonly transaction: string | null;
}

function readTold({ freshness, lastEventId }: Told): Known | undefined {
  const mark = MARK.exec(freshness ?? "");
  const event = lastEventId === undefined ? undefined : EVENT.exec(lastEventId);
  if (mark === null || event === null) return undefined;
  return { timeline: mark[1] ?? "", position: mark[2] ?? "", transaction: event?.[1] ?? null };
}

type FromStandby<T> =
  | { readonly place: "standby"; readonly result: T }
  | { readonly place: "behind" | "failed" };

async function onStandby<T>(
  standby: Transactions,
  { timeline, position, transaction, maxAgeMs }: Known & { readonly maxAgeMs: number },
  work: (db: Queries) => Promise<T>,
): Promise<FromStandby<T>> {
  try {
    // One connection for the question and the reads: there may be several standbys behind the URL.
    return await standby.transaction(async (tx): Promise<FromStandby<T>> => {
      const [row] = await tx.query<{ fresh: boolean }>(IS_FRESH, [timeline, position, transaction, maxAgeMs]);
      if (row?.fresh !== true) return { place: "behind" };
      return { place: "standby", result: await work(tx) };
    });
  } catch {
    // Away, a read that replaying cancelled, a transaction it has not heard of: the primary knows, or says what is wrong.
    return { place: "failed" };
  }
}

/**
 * Answers of `ask` for many at once: each call gets an answer whose question began after the call, so it shares the next
 * question, never the running one.
 */
function sharedAnswer<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | undefined;
  let next: Promise<T> | undefined;
  const begin = (): Promise<T> => {
    next = undefined;
    const asked = ask();
    running = asked
      .catch(() => undefined)
      .finally(() => {
        if (next === undefined) running = undefined;
      });
    return asked;
  };
  return () => {
    if (running === undefined) return begin();
    next ??= running.then(begin);
    return next;
  };
}
