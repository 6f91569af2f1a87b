import { type BeaconChain, roundOfDraw } from "@lotus/beacon";
import { CALLS } from "@lotus/contract";
import { receiptMessage, type ProvenEntry } from "@lotus/fair";
import { formatVerifierKey, merkleRoot, parsePolicy, type Policy } from "@lotus/tlog";
import type { Queries } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { accept, bind, type PlayerCalls } from "../http/handler.ts";
import { type KeyRing, versionsOf } from "../settings/keys.ts";
import type { FairnessSettings } from "../settings/fairness-settings.ts";
import { StartupError } from "../settings/startup-error.ts";
import { announce, changeKey, loggedBeacon, namedChain } from "./announcements.ts";
import { appendAuditIfDue } from "./audit-head.ts";
import { checkName, continueRestored, type LogName } from "./restored-log.ts";
import { buildHashes } from "./build-hashes.ts";
import { connectBeacon, connectWitnesses } from "./connections.ts";
import { CheckpointPublisher } from "./checkpoint-publisher.ts";
import { Checkpoints, type Cosigner, type LeaderTransaction, type LogEnd } from "./checkpoints.ts";
import { Evidence, type LoggedPlace, type Timeliness } from "./evidence.ts";
import { fairnessMetrics, type FairnessMetrics } from "./fairness-metrics.ts";
import * as sql from "./fairness.sql.ts";
import { LogFiles } from "./log-files.ts";
import { type LogKey, LogKeys } from "./log-key.ts";
import { type BeaconState, Rounds, type RoundSource } from "./rounds.ts";
import { type Silence, Silences } from "./silences.ts";
import { standInBeacon } from "./stand-in-beacon.ts";
import { VoidedDraws } from "./voided-draws.ts";
import { LogTiles } from "./log-tiles.ts";

export { appendEntries, type LogPlace } from "./log.ts";
export { auditEntry } from "./audit-head.ts";
export { announceOdds, namedChain, oddsFile, oddsHash } from "./announcements.ts";
export { nativeHashing } from "./native-hashing.ts";
export type { LogEntry } from "./log-entry.ts";
export type { LoggedPlace } from "./evidence.ts";
export type { Cosigner, LeaderTransaction } from "./checkpoints.ts";
export { LOG_ROOT, type LogFile } from "./log-files.ts";
export type { BeaconState, RoundSource } from "./rounds.ts";
export type { OutsideKind, Silence } from "./silences.ts";

/** A checkpoint as receipts refer to it. */
export interface KnownCheckpoint {
  readonly size: number;
  /** 32 bytes. */
  readonly root: Uint8Array;
}

/** Public API of fairness: the public log, its witnesses and the rounds of the beacon. */
export interface Fairness {
  readonly calls: PlayerCalls<"fairness">;
  readonly chain: BeaconChain;
  /** The tlog-policy with the log's keys, as published. */
  readonly policyText: string;
  /** Where the witnesses of the published policy answer; phones ask them about a period that is not drawn. */
  readonly witnessOrigins: readonly string[];
  readonly files: LogFiles;
  readonly rounds: Rounds;
  readonly metrics: FairnessMetrics;
  /** Milliseconds before its sale at which a period must be in the log, so that witnesses can cosign it in time. */
  readonly noticeMs: number;
  /** Whether a quorum of witnesses must cosign; without one, nothing is void for lack of it. */
  readonly needsWitnesses: boolean;
  /** The round that decides a draw at `drawAt` (epoch ms). */
  roundOf(drawAt: number): number;
  /** Whether sales are allowed: a quorum cosigned a moment ago, or none is needed. As of the last `refresh`. */
  isWatched(): boolean;
  /** Entries of the log, and time since the last quorum (null if none is needed). As of the last `refresh`. */
  state(): { readonly entries: number; readonly isWatched: boolean; readonly quorumAgeS: number | null };
  /** Changes with every entry, and whenever periods went on sale. As of the last `refresh`. */
  end(): string;
  /** Whether the leader has something to publish, or is to ask the witnesses. As of the last `refresh`. */
  isCheckpointDue(): boolean;
  /** Reads the end of the log again. */
  refresh(): Promise<void>;
  /** The entries about a period with their proofs. */
  entriesOf(game: string, periodNo: string): Promise<ProvenEntry[]>;
  /** The versions of the odds that a period may be sold under, with their proofs; null if it is in no log. */
  oddsOf(game: string, periodNo: string): Promise<ProvenEntry[] | null>;
  /** The tlog-proof of an entry; null until it is cosigned. */
  proofOf(place: LoggedPlace): Promise<string | null>;
  /** The close of a period with its tlog-proof; null until it is cosigned. */
  closeOf(game: string, periodNo: string): Promise<Pick<ProvenEntry, "body" | "proof"> | null>;
  /** Whether an entry of a period was cosigned before a time (epoch ms). */
  timeliness(game: string, periodNo: string, type: string, before: number): Promise<Timeliness>;
  /** Signs the root of a batch of orders together with the newest checkpoint that this node knows. */
  signReceipt(batchRoot: Uint8Array): KnownCheckpoint & { readonly signature: Uint8Array };
  /** @throws StartupError if the log of this database has another name, or depends on another beacon */
  check(): Promise<void>;
  /** As the leader: witnesses and relays that have long given no right answer. */
  silences(): readonly Silence[];
  /** As the leader: whether the beacon answers. */
  beaconState(): BeaconState;
  /** As the leader: appends what the operator must state before anything is sold, and publishes it. */
  lead(transaction: LeaderTransaction): Promise<void>;
  /** As the leader: publishes a checkpoint now, and waits for its quorum. */
  publish(transaction: LeaderTransaction): Promise<void>;
  /** As the leader: waits until each witness that was asked has answered, and its cosignature is stored. For tests. */
  answered(): Promise<void>;
  /** As the leader: publishes checkpoints in the background, at most one a second. `wake` asks for one. */
  readonly publisher: CheckpointPublisher;
}

/** Replacements for tests. */
export interface FairnessOptions {
  readonly beacon?: RoundSource;
  readonly witnesses?: readonly Cosigner[];
  /** Lines of a policy, when `witnesses` are given. */
  readonly witnessLines?: string;
  /** Milliseconds by which witnesses are asked again. */
  readonly paceNow?: () => number;
}

export interface FairnessDeps extends Pick<Deps, "db" | "log" | "metrics"> {
  readonly keys: { readonly log: KeyRing<Uint8Array> };
  readonly settings: { readonly fairness: FairnessSettings };
  /** The server's time (epoch ms). */
  readonly now: () => number;
  readonly games: readonly string[];
}

/** Without a quorum for this long nothing is sold. */
const QUORUM_LOST_MS = 15_000;
/** A second of the cosignature, and time for witnesses to answer. */
const NOTICE_MS = 3_000;

/** Addresses that mean something on this machine only; a demo's change with every start. */
const LOOPBACK = / https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])\S*/gu;

/** Opens the log; nothing is written before a node leads. */
export function openFairness(deps: FairnessDeps, options: FairnessOptions = {}): Fairness {
  return new PublicLog(deps, options);
}

class PublicLog implements Fairness {
  readonly chain: BeaconChain;
  readonly policyText: string;
  readonly witnessOrigins: readonly string[];
  readonly files: LogFiles;
  readonly rounds: Rounds;
  readonly metrics: FairnessMetrics;
  readonly noticeMs: number;
  readonly needsWitnesses: boolean;
  readonly publisher: CheckpointPublisher;
  readonly calls: Fairness["calls"];
  readonly #deps: FairnessDeps;
  readonly #db: Queries;
  readonly #policy: Policy;
  readonly #keys: ReadonlyMap<number, LogKey>;
  readonly #evidence: Evidence;
  readonly #checkpoints: Checkpoints;
  #head: {
    /** Number of the log that is written. */
    readonly log: number;
    readonly size: number;
    readonly witnessedAt: number;
    readonly opened: bigint;
    readonly keyVersion: number;
  };
  readonly #silences: Silences;
  #known: KnownCheckpoint = { size: 0, root: merkleRoot([]) };
  #isCheckpointDue = false;
  /** Whether the log is to tell of the audit log. */
  #isAuditDue = false;

  constructor(deps: FairnessDeps, options: FairnessOptions) {
    const { db, settings, keys, now } = deps;
    const { origin, previousOrigins, relays } = settings.fairness;
    this.#deps = deps;
    this.#db = db;
    const versions = versionsOf(keys.log);
    const logKeys = new LogKeys([...previousOrigins, origin]);
    this.#keys = new Map(versions.map(([version, secret]) => [version, logKeys.of(origin, secret)]));
    const logLines = logKeys
      .all(versions.map(([, secret]) => secret))
      .map(({ verifier }) => `log ${formatVerifierKey(verifier)}\n`);
    const text = `${logLines.join("")}${options.witnessLines ?? settings.fairness.witnessLines}`;
    this.#policy = parsePolicy(text);
    this.policyText = text.replaceAll(LOOPBACK, "");
    this.witnessOrigins = [...parsePolicy(this.policyText).witnesses.values()].flatMap(({ url }) =>
      url === null ? [] : [new URL(url).origin],
    );
    const witnesses = options.witnesses ?? connectWitnesses(this.#policy);
    this.#silences = new Silences(now);
    const metrics = fairnessMetrics(deps.metrics, {
      witnesses: witnesses.map(({ name }) => name),
      relays: relays.map((url) => new URL(url).host),
      games: deps.games,
      quorumAge: () => this.state().quorumAgeS ?? 0,
      roundLate: () => this.rounds.overdueMs() / 1000,
    });
    this.metrics = heardBy(this.#silences, metrics);
    const source = options.beacon ?? this.#beaconOf(relays);
    this.chain = source.chain;
    this.rounds = new Rounds(db, source, now);
    const tiles = new LogTiles(db);
    this.#evidence = new Evidence(db, tiles, this.#policy);
    this.files = new LogFiles(db, tiles, {
      current: () => this.#head.log,
      proofOf: (place) => this.#evidence.proofOf(place),
    });
    this.#checkpoints = new Checkpoints({
      db,
      log: deps.log,
      tiles,
      origin,
      keyOf: (version) => this.#keyOf(version),
      policy: this.#policy,
      witnesses,
      metrics: this.metrics,
      now: options.paceNow ?? (() => performance.now()),
    });
    this.publisher = new CheckpointPublisher((transaction) => this.publish(transaction), deps.log);
    this.needsWitnesses = this.#policy.quorum !== null;
    this.noticeMs = this.needsWitnesses ? NOTICE_MS : 0;
    this.#head = { log: 1, size: 0, witnessedAt: 0, opened: 0n, keyVersion: keys.log.version };
    const voided = new VoidedDraws(db, now);
    this.calls = {
      fairness: bind(CALLS.fairness, async () =>
        accept({
          origin,
          policy: this.policyText,
          beacon: namedChain(this.chain),
          relays: [...relays],
          isWatched: this.isWatched(),
          draws: await voided.ofSold(),
        }),
      ),
    };
  }

  roundOf(drawAt: number): number {
    return roundOfDraw(this.chain, drawAt);
  }

  isWatched(): boolean {
    return !this.needsWitnesses || this.#deps.now() - this.#head.witnessedAt < QUORUM_LOST_MS;
  }

  state(): { readonly entries: number; readonly isWatched: boolean; readonly quorumAgeS: number | null } {
    const ageS = Math.max(0, (this.#deps.now() - this.#head.witnessedAt) / 1000);
    return {
      entries: this.#head.size,
      isWatched: this.isWatched(),
      quorumAgeS: this.needsWitnesses ? ageS : null,
    };
  }

  end(): string {
    return `${this.#head.log}/${this.#head.size}/${this.#head.opened}`;
  }

  isCheckpointDue(): boolean {
    return this.#isCheckpointDue;
  }

  async refresh(): Promise<void> {
    const [end] = await this.#db.query<LogEnd>(sql.END);
    if (end === undefined) return;
    if (end.cosigned_root !== null)
      this.#known = { size: Number(end.cosigned_size), root: end.cosigned_root };
    this.#isAuditDue = end.audit_due;
    this.#isCheckpointDue = end.audit_due || this.#checkpoints.isDue(end);
    this.#head = {
      log: end.log,
      size: Number(end.size),
      witnessedAt: Number(end.witnessed_at),
      opened: end.opened,
      keyVersion: end.key_version === 0 ? this.#deps.keys.log.version : end.key_version,
    };
  }

  entriesOf(game: string, periodNo: string): Promise<ProvenEntry[]> {
    return this.#evidence.entriesOf(game, periodNo);
  }

  oddsOf(game: string, periodNo: string): Promise<ProvenEntry[] | null> {
    return this.#evidence.oddsOf(game, periodNo);
  }

  proofOf(place: LoggedPlace): Promise<string | null> {
    return this.#evidence.proofOf(place);
  }

  closeOf(game: string, periodNo: string): Promise<Pick<ProvenEntry, "body" | "proof"> | null> {
    return this.#evidence.closeOf(game, periodNo);
  }

  timeliness(game: string, periodNo: string, type: string, before: number): Promise<Timeliness> {
    return this.#evidence.timeliness(game, periodNo, type, before);
  }

  signReceipt(batchRoot: Uint8Array): KnownCheckpoint & { readonly signature: Uint8Array } {
    const { size, root } = this.#known;
    const message = receiptMessage({ batchRoot, logSize: size, logRoot: root });
    return { size, root, signature: this.#keyOf(this.#head.keyVersion).sign(message) };
  }

  async check(): Promise<void> {
    // At the start, since a node that has just taken the lead has no time for it.
    buildHashes();
    const [head] = await this.#db.query<LogName>(sql.HEAD);
    if (head !== undefined) checkName(head, this.#deps.settings.fairness);
    const logged = await loggedBeacon(this.#db);
    if (logged !== null && logged !== this.chain.hash)
      throw new StartupError(
        `BEACON is the chain ${this.chain.hash}, and the periods in the log of this database wait for rounds of ${logged}`,
      );
  }

  silences(): readonly Silence[] {
    return this.#silences.list();
  }

  beaconState(): BeaconState {
    return this.rounds.state;
  }

  async lead(transaction: LeaderTransaction): Promise<void> {
    this.#silences.forget();
    this.rounds.forgetState();
    const { origin } = this.#deps.settings.fairness;
    const { version } = this.#deps.keys.log;
    await transaction((tx) => tx.query(sql.NAME_LOG, [origin, version]));
    await this.check();
    await continueRestored(transaction, { origin, version });
    await announce(transaction, { origin, chain: this.chain, ...buildHashes() });
    const [head] = await this.#db.query<{ key_version: number }>(sql.HEAD);
    if (head !== undefined && head.key_version < version)
      await changeKey(transaction, {
        key: this.#keyOf(version),
        version,
        publish: () => this.publish(transaction),
      });
    await this.publish(transaction);
  }

  async publish(transaction: LeaderTransaction): Promise<void> {
    if (this.#isAuditDue) await appendAuditIfDue(transaction);
    await this.#checkpoints.publish(transaction);
    await this.refresh();
  }

  answered(): Promise<void> {
    return this.#checkpoints.answered();
  }

  #keyOf(version: number): LogKey {
    const key = this.#keys.get(version);
    if (key === undefined) throw new Error(`the key of the log, version ${version}, is missing`);
    return key;
  }

  #beaconOf(relays: readonly string[]): RoundSource {
    const { settings, keys, now } = this.#deps;
    const { beacon } = settings.fairness;
    if (beacon === null) return standInBeacon(oldestOf(keys.log), now);
    return connectBeacon(beacon, relays, now, (relay, outcome) => this.metrics.relayAnswered(relay, outcome));
  }
}

/** The key that stays when newer versions are added: the demo's beacon follows from it. */
function oldestOf(ring: KeyRing<Uint8Array>): Uint8Array {
  return versionsOf(ring).at(-1)?.[1] ?? ring.current;
}

/** The same metrics, whose answers are also heard by `silences`. */
function heardBy(silences: Silences, metrics: FairnessMetrics): FairnessMetrics {
  return {
    ...metrics,
    cosigned: (witness, outcome) => {
      metrics.cosigned(witness, outcome);
      silences.answered("witness", witness, outcome === "cosigned");
    },
    relayAnswered: (relay, outcome) => {
      metrics.relayAnswered(relay, outcome);
      silences.answered("relay", relay, outcome === "valid");
    },
  };
}
