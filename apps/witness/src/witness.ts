import {
  type Checkpoint,
  cosign,
  cosignedAt,
  cosignerKey,
  formatNote,
  formatSignature,
  merkleRoot,
  type Note,
  nobleHashing,
  parseCheckpoint,
  parseNote,
  sameBytes,
  toHex,
  utf8,
  type VerifierKey,
  verifyConsistency,
  verifyNote,
} from "@lotus/tlog";
import { type AddCheckpointRequest, parseAddCheckpoint } from "./add-checkpoint.ts";
import type { CheckpointStore, StoredCheckpoint } from "./store.ts";

/** A response of the protocol. */
export interface WitnessReply {
  readonly status: number;
  readonly body: string;
  readonly contentType?: string;
}

export interface WitnessOptions {
  /** Name and secret key (32 bytes of seed) of the witness. */
  readonly name: string;
  readonly secretKey: Uint8Array;
  /** Keys of the logs it cosigns; the name of a key is the origin of its log. */
  readonly logs: readonly VerifierKey[];
  readonly store: CheckpointStore;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Content type of the tree size in a 409 response. */
const SIZE_TYPE = "text/x.tlog.size";
const EMPTY_ROOT = merkleRoot([]);

/**
 * A witness of c2sp.org/tlog-witness: cosigns a checkpoint only if it is consistent with the latest one it has cosigned
 * of the same log, and stores it before it replies.
 */
export class Witness {
  readonly #options: WitnessOptions;
  readonly #key: VerifierKey;
  /** Requests of a log run one at a time, by origin hash. */
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(options: WitnessOptions) {
    this.#options = options;
    this.#key = cosignerKey(options.name, options.secretKey);
  }

  /** The public key, for the policies of others. */
  get key(): VerifierKey {
    return this.#key;
  }

  /** Handles the body of an add-checkpoint request. */
  async addCheckpoint(body: string): Promise<WitnessReply> {
    const request = parseAddCheckpoint(body);
    const note = request === null ? null : parseNote(request.checkpoint);
    const checkpoint = note === null ? null : parseCheckpoint(note.body);
    if (request === null || note === null || checkpoint === null) return refusal(400, "malformed request");
    const keys = this.#options.logs.filter(({ name }) => name === checkpoint.origin);
    if (keys.length === 0) return refusal(404, "unknown log");
    const verdicts = new Set(keys.map((key) => verifyNote(note, key)));
    if (verdicts.has("invalid") || !verdicts.has("signed"))
      return refusal(403, "no valid signature of the log");
    if (request.olderSize > checkpoint.size)
      return refusal(400, "the old size exceeds that of the checkpoint");
    const signed = onlyBy(note, keys);
    return this.#inTurn(originHashOf(checkpoint.origin), (originHash) =>
      this.#cosign(originHash, request, signed, checkpoint),
    );
  }

  /** The latest cosigned checkpoint of a log, by the hash of its origin in hex; null if there is none. */
  async latest(originHash: string): Promise<string | null> {
    return (await this.#options.store.latest(originHash))?.text ?? null;
  }

  /** Its clock (seconds since 1970). */
  get nowS(): number {
    return Math.floor(this.#options.now() / 1000);
  }

  /** The checkpoints of a log that were first cosigned from a second on and before another one, as notes, oldest first. */
  async history(originHash: string, from: number, to: number): Promise<readonly string[]> {
    return (await this.#options.store.history.between(originHash, from, to)).map(({ text }) => text);
  }

  async #cosign(
    originHash: string,
    { olderSize, hashes }: AddCheckpointRequest,
    note: Note,
    checkpoint: Checkpoint,
  ): Promise<WitnessReply> {
    const { store, now } = this.#options;
    const stored = await store.latest(originHash);
    const before = stored === null ? null : readStored(stored);
    const { size, root } = checkpoint;
    if (olderSize !== (before?.checkpoint.size ?? 0)) return conflict(before?.checkpoint.size ?? 0);
    if (size === 0 && !sameBytes(root, EMPTY_ROOT)) return refusal(422, "not the root of the empty tree");
    const olderRoot = before?.checkpoint.root ?? EMPTY_ROOT;
    if (!verifyConsistency({ olderSize, olderRoot, size, root, hashes }))
      return refusal(422, "not consistent with the latest cosigned checkpoint");
    // A clock that was set back must not make statements about an earlier time.
    const earliest = before === null ? 0 : Math.max(0, ...(cosignedAt(before.note, this.#key) ?? []));
    const timestamp = Math.max(Math.floor(now() / 1000), earliest);
    const cosignature = cosign(note.body, this.#options, timestamp);
    const text = formatNote({ body: note.body, signatures: [...note.signatures, cosignature] });
    if (!(await store.add(originHash, stored, text))) {
      const latest = await store.latest(originHash);
      return conflict(latest === null ? 0 : readStored(latest).checkpoint.size);
    }
    // Cosigned again, a checkpoint says nothing new.
    if (before === null || before.checkpoint.size < size)
      await store.history.add(originHash, { at: timestamp, text });
    return { status: 200, body: formatSignature(cosignature) };
  }

  async #inTurn<Result>(key: string, work: (key: string) => Promise<Result>): Promise<Result> {
    const turn = (this.#queues.get(key) ?? Promise.resolve()).then(() => work(key));
    // A failed request must not fail those after it.
    const settled = turn.catch(() => undefined);
    this.#queues.set(key, settled);
    try {
      return await turn;
    } finally {
      if (this.#queues.get(key) === settled) this.#queues.delete(key);
    }
  }
}

/** SHA-256 of a log's origin in hex, under which its checkpoint is served. */
export function originHashOf(origin: string): string {
  return toHex(nobleHashing.sha256(utf8(origin)));
}

/** The note with only the signatures of these keys: others, which were not verified, are not passed on. */
function onlyBy(note: Note, keys: readonly VerifierKey[]): Note {
  const isKnown = ({ name, keyId }: { name: string; keyId: number }): boolean =>
    keys.some((key) => key.name === name && key.keyId === keyId);
  return { body: note.body, signatures: note.signatures.filter(isKnown) };
}

/** @throws Error if the file is not what this program writes */
function readStored({ text }: StoredCheckpoint): { readonly note: Note; readonly checkpoint: Checkpoint } {
  const note = parseNote(text);
  const checkpoint = note === null ? null : parseCheckpoint(note.body);
  if (note === null || checkpoint === null) throw new Error("a stored checkpoint is damaged");
  return { note, checkpoint };
}

function refusal(status: number, reason: string): WitnessReply {
  return { status, body: `${reason}\n` };
}

function conflict(size: number): WitnessReply {
  return { status: 409, body: `${size}\n`, contentType: SIZE_TYPE };
}
