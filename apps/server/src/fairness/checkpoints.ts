import {
  acceptCheckpoint,
  formatCheckpoint,
  formatNote,
  isQuorum,
  parseNote,
  type Policy,
} from "@lotus/tlog";
import type { Logger } from "pino";
import type { Database, Queries } from "../db/database.ts";
import * as sql from "./fairness.sql.ts";
import type { LogKey } from "./log-key.ts";
import type { LogTiles } from "./log-tiles.ts";

/** A witness as the server asks it for cosignatures. */
export interface Cosigner {
  /** Its name in the policy. */
  readonly name: string;
  cosign(
    checkpoint: { readonly checkpoint: string; readonly size: number; readonly root: Uint8Array },
    proofFrom: (olderSize: number) => Promise<Uint8Array[]>,
  ): Promise<
    | { readonly ok: true; readonly line: string; readonly timestampS: number }
    | { readonly ok: false; readonly why: string; readonly status?: number }
  >;
}

/** Runs a transaction that fails once another node leads. */
export type LeaderTransaction = <T>(work: (tx: Queries) => Promise<T>) => Promise<T>;

/** What is measured of checkpoints. */
export interface CheckpointMetrics {
  /** A witness answered, or did not. */
  cosigned(witness: string, outcome: "cosigned" | "failed"): void;
  published(size: number): void;
}

export interface CheckpointDeps {
  readonly db: Database;
  readonly log: Logger;
  readonly tiles: LogTiles;
  readonly origin: string;
  /** The key of a version; throws for an unknown one. */
  readonly keyOf: (version: number) => LogKey;
  readonly policy: Policy;
  readonly witnesses: readonly Cosigner[];
  readonly metrics: CheckpointMetrics;
  /** Epoch milliseconds, for the pace only. */
  readonly now: () => number;
}

/** A checkpoint as stored. */
export interface StoredCheckpoint {
  readonly size: bigint;
  readonly root: Uint8Array;
  readonly note: string;
  readonly has_quorum: boolean;
}

/** The end of the log as stored. */
export interface LogEnd {
  /** Number of the log that is written. */
  readonly log: number;
  readonly size: bigint;
  readonly key_version: number;
  readonly witnessed_at: bigint;
  readonly opened: bigint;
  /** Size of the newest checkpoint, 0 for none, and whether a quorum cosigned it. */
  readonly published_size: bigint;
  readonly is_cosigned: boolean;
  /** Size of the newest checkpoint that a quorum cosigned, 0 for none. */
  readonly cosigned_size: bigint;
  readonly cosigned_root: Uint8Array | null;
  /** Whether the audit log has lines that the log has not told of for ten minutes. */
  readonly audit_due: boolean;
}

/** How long the publisher waits for a quorum before it goes on. Slower witnesses get the next checkpoint. */
const QUORUM_WAIT_MS = 1_500;
/** Without new entries, the newest checkpoint is cosigned again this often: it shows that witnesses are reachable. */
const RENEW_MS = 5_000;
/** Seconds since 1970 before every cosignature: under a policy without a quorum, any time is early enough. */
const EPOCH_S = 0;

/** Publishes checkpoints of the log as the leader and collects the cosignatures of witnesses. */
export class Checkpoints {
  readonly #deps: CheckpointDeps;
  /** Witnesses that have not answered yet: each is asked one thing at a time. */
  readonly #busy = new Map<string, Promise<boolean>>();
  #witnessedAt = Number.NEGATIVE_INFINITY;
  /** The last one that was asked for. */
  #publishing: Promise<void> = Promise.resolve();
  /** Number of the log whose checkpoints are published. */
  #log = 1;

  constructor(deps: CheckpointDeps) {
    this.#deps = deps;
  }

  /** Whether there is something to publish, or the witnesses are to be asked, when the log ends there. */
  isDue({ size, published_size: published, is_cosigned: isCosigned }: LogEnd): boolean {
    return size > published || (this.#asksWitnesses && !(isCosigned && this.#isFresh()));
  }

  /**
   * Publishes a checkpoint of all entries so far, if there are new ones, and asks the witnesses for it. Resolves once a
   * quorum has cosigned it, or has not for a while.
   */
  publish(transaction: LeaderTransaction): Promise<void> {
    // One at a time: beside another, whose witnesses are still busy, it would ask nobody and end without a quorum.
    const after = this.#publishing.catch(() => undefined);
    this.#publishing = after.then(() => this.#publishNow(transaction));
    return this.#publishing;
  }

  async #publishNow(transaction: LeaderTransaction): Promise<void> {
    const latest = await transaction((tx) => this.#advance(tx));
    if (latest === undefined || !this.#asksWitnesses) return;
    if (latest.has_quorum && this.#isFresh()) return;
    await this.#collect(latest);
  }

  get #asksWitnesses(): boolean {
    const { policy, witnesses } = this.#deps;
    return policy.quorum !== null || witnesses.length > 0;
  }

  /** Whether a quorum was there a moment ago, as this node knows. */
  #isFresh(): boolean {
    return this.#deps.now() - this.#witnessedAt < RENEW_MS;
  }

  /** Waits for the witnesses that have been asked and have not answered yet. */
  async answered(): Promise<void> {
    await Promise.all(this.#busy.values());
  }

  /** The newest checkpoint; a new one if entries were added since. */
  async #advance(tx: Queries): Promise<StoredCheckpoint | undefined> {
    const { tiles, origin, policy, keyOf, metrics } = this.#deps;
    const [head] = await tx.query<{ log: number; size: bigint; key_version: number }>(sql.HEAD);
    const [latest] = await tx.query<StoredCheckpoint>(sql.LATEST_CHECKPOINT);
    if (head === undefined) return latest;
    this.#log = head.log;
    if (head.size === (latest?.size ?? 0n)) return latest;
    const size = Number(head.size);
    const root = await tiles.of(head.log).grow(tx, Number(latest?.size ?? 0n), size);
    const body = formatCheckpoint({ origin, size, root });
    const note = formatNote({ body, signatures: [keyOf(head.key_version).signNote(body)] });
    const hasQuorum = policy.quorum === null;
    await tx.query(sql.ADD_CHECKPOINT, [size, root, note, hasQuorum]);
    if (hasQuorum) await openPeriods(tx, size, EPOCH_S);
    metrics.published(size);
    return { size: head.size, root, note, has_quorum: hasQuorum };
  }

  async #collect(checkpoint: StoredCheckpoint): Promise<void> {
    const { witnesses, policy } = this.#deps;
    const cosigned = new Set<string>();
    const quorum = Promise.withResolvers<void>();
    const asked = witnesses
      .filter(({ name }) => !this.#busy.has(name))
      .map(async (witness) => {
        if (!(await this.#ask(witness, checkpoint))) return;
        cosigned.add(witness.name);
        if (!isQuorum(policy, cosigned)) return;
        this.#witnessedAt = this.#deps.now();
        await this.#deps.db.query(sql.WITNESSED, [checkpoint.size]);
        quorum.resolve();
      });
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, QUORUM_WAIT_MS);
    await Promise.race([Promise.all(asked), quorum.promise, late.promise]);
    clearTimeout(timer);
  }

  /** Asks one witness, which is busy until it has answered; true once its cosignature is stored. */
  #ask(witness: Cosigner, checkpoint: StoredCheckpoint): Promise<boolean> {
    const answer = this.#answerOf(witness, checkpoint).finally(() => this.#busy.delete(witness.name));
    this.#busy.set(witness.name, answer);
    return answer;
  }

  async #answerOf(witness: Cosigner, checkpoint: StoredCheckpoint): Promise<boolean> {
    const { log, metrics } = this.#deps;
    try {
      const isCosigned = await this.#cosignBy(witness, checkpoint);
      metrics.cosigned(witness.name, isCosigned ? "cosigned" : "failed");
      return isCosigned;
    } catch (error) {
      log.warn({ err: error, witness: witness.name }, "a witness could not be asked");
      metrics.cosigned(witness.name, "failed");
      return false;
    }
  }

  async #cosignBy(witness: Cosigner, { size, root, note }: StoredCheckpoint): Promise<boolean> {
    const { tiles, log, db } = this.#deps;
    const answer = await witness.cosign({ checkpoint: note, size: Number(size), root }, (olderSize) =>
      tiles.of(this.#log).consistency(olderSize, Number(size)),
    );
    if (!answer.ok) {
      log.debug({ witness: witness.name, why: answer.why, status: answer.status }, "no cosignature");
      return false;
    }
    await db.transaction((tx) => this.#store(tx, Number(size), answer.line));
    return true;
  }

  /** Adds a cosignature to a checkpoint. A witness that has cosigned it before only shows that it is reachable. */
  async #store(tx: Queries, size: number, line: string): Promise<void> {
    const { policy } = this.#deps;
    const [row] = await tx.query<{ note: string; has_quorum: boolean }>(sql.LOCK_CHECKPOINT, [size]);
    const before = row === undefined ? null : parseNote(row.note);
    const added = parseNote(`${before?.body ?? "\n"}\n${line.trimEnd()}\n`)?.signatures[0];
    if (row === undefined || before === null || added === undefined) return;
    const isKnown = before.signatures.some(({ name, keyId }) => name === added.name && keyId === added.keyId);
    const note = isKnown
      ? row.note
      : formatNote({ body: before.body, signatures: [...before.signatures, added] });
    const accepted = acceptCheckpoint(policy, note);
    const hasQuorum = typeof accepted !== "string";
    if (!isKnown) await tx.query(sql.COSIGN_CHECKPOINT, [size, note, hasQuorum]);
    if (hasQuorum) await openPeriods(tx, size, quorumTime(policy, accepted.cosignedAt));
  }
}

/** Puts on sale what is planned in a checkpoint that a quorum had cosigned by a time (seconds since 1970). */
async function openPeriods(tx: Queries, size: number, atS: number): Promise<void> {
  const opened = await tx.query(sql.OPEN_PERIODS, [size, new Date(atS * 1000)]);
  if (opened.length > 0) await tx.query(sql.NOTE_OPENED);
}

/** The earliest second by which a quorum had cosigned. */
export function quorumTime(policy: Policy, cosignedAt: ReadonlyMap<string, number>): number {
  const times = [...cosignedAt].toSorted(([, a], [, b]) => a - b);
  const counted = new Set<string>();
  for (const [name, at] of times) {
    counted.add(name);
    if (isQuorum(policy, counted)) return at;
  }
  return EPOCH_S;
}
