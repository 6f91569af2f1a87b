import { sameBytes } from "./bytes.ts";
import { type Checkpoint, parseCheckpoint } from "./checkpoint.ts";
import { cosignedAt } from "./cosignature.ts";
import { parseNote, parseVerifierKey, SIGNATURE_TYPES, type VerifierKey, verifyNote } from "./signed-note.ts";

/*
 * Trust policies of c2sp.org/tlog-policy: which logs, which witnesses, and how many of them make a quorum.
 */

/** A log or a witness of a policy. */
export interface PolicyParty {
  readonly key: VerifierKey;
  readonly url: string | null;
}

/** A quorum: `threshold` of its members, which are witnesses by name, or groups. */
type Group = { readonly threshold: number; readonly members: readonly string[] };

/** A parsed policy. */
export interface Policy {
  readonly logs: readonly PolicyParty[];
  /** By their names in the policy, which are not those of their keys. */
  readonly witnesses: ReadonlyMap<string, PolicyParty>;
  readonly groups: ReadonlyMap<string, Group>;
  /** Name of a witness or a group; null for none. */
  readonly quorum: string | null;
}

/** A policy that cannot be used, with the line that is wrong. */
export class PolicyError extends Error {
  override readonly name = "PolicyError";
}

const NONE = "none";

/** Parses a policy. @throws PolicyError naming the first wrong line */
export function parsePolicy(text: string): Policy {
  const parser = new Parser();
  for (const [at, line] of text.split("\n").entries()) {
    const words = line.split(/[ \t]+/u).filter((word) => word !== "");
    if (words.length === 0 || words[0]?.startsWith("#") === true) continue;
    const problem = parser.read(words);
    if (problem !== null) throw new PolicyError(`line ${at + 1}: ${problem}`);
  }
  return parser.finish();
}

/** Reads a policy line by line; each line may only refer to names of earlier ones. */
class Parser {
  readonly #logs: PolicyParty[] = [];
  readonly #witnesses = new Map<string, PolicyParty>();
  readonly #groups = new Map<string, Group>();
  /** Names that are members of a group: each may be one at most once. */
  readonly #members = new Set<string>();
  #quorum: string | null | undefined;

  /** Returns what is wrong with the line, or null. */
  read([keyword = "", ...words]: readonly string[]): string | null {
    if (keyword === "log") return this.#log(words);
    if (keyword === "witness") return this.#witness(words);
    if (keyword === "group") return this.#group(words);
    if (keyword === "quorum") return this.#setQuorum(words);
    return `unknown keyword "${keyword}"`;
  }

  finish(): Policy {
    if (this.#quorum === undefined) throw new PolicyError("there is no quorum line");
    const [logs, witnesses, groups] = [this.#logs, this.#witnesses, this.#groups];
    return { logs, witnesses, groups, quorum: this.#quorum };
  }

  #log([vkey = "", url, ...more]: readonly string[]): string | null {
    const key = parseVerifierKey(vkey);
    if (key?.type !== SIGNATURE_TYPES.ed25519 || more.length > 0) return "a log needs an Ed25519 vkey";
    if (this.#logs.some((log) => sameBytes(log.key.publicKey, key.publicKey)))
      return "this log is listed twice";
    this.#logs.push({ key, url: url ?? null });
    return null;
  }

  #witness([name = "", vkey = "", url, ...more]: readonly string[]): string | null {
    const key = parseVerifierKey(vkey);
    if (key?.type !== SIGNATURE_TYPES.cosignature || more.length > 0)
      return "a witness needs a name and the vkey of an Ed25519 cosigner";
    if (!this.#isFree(name)) return `"${name}" is taken`;
    if ([...this.#witnesses.values()].some((other) => sameBytes(other.key.publicKey, key.publicKey)))
      return "this witness is listed twice";
    this.#witnesses.set(name, { key, url: url ?? null });
    return null;
  }

  #group([name = "", rule = "", ...members]: readonly string[]): string | null {
    if (!this.#isFree(name)) return `"${name}" is taken`;
    for (const member of members) {
      if (!this.#isKnown(member)) return `"${member}" is not defined above`;
      if (this.#members.has(member)) return `"${member}" is a member twice`;
      this.#members.add(member);
    }
    const threshold = thresholdOf(rule, members.length);
    if (threshold === null) return `"${rule}" is not all, any, or a number from 1 to ${members.length}`;
    this.#groups.set(name, { threshold, members });
    return null;
  }

  #setQuorum([name = "", ...more]: readonly string[]): string | null {
    if (this.#quorum !== undefined) return "there is a second quorum line";
    if (more.length > 0 || (name !== NONE && !this.#isKnown(name))) return `"${name}" is not defined above`;
    this.#quorum = name === NONE ? null : name;
    return null;
  }

  #isKnown(name: string): boolean {
    return this.#witnesses.has(name) || this.#groups.has(name);
  }

  #isFree(name: string): boolean {
    return name !== "" && name !== NONE && !this.#isKnown(name);
  }
}

function thresholdOf(rule: string, members: number): number | null {
  if (members === 0) return null;
  if (rule === "any") return 1;
  if (rule === "all") return members;
  const threshold = /^[1-9]\d{0,3}$/u.test(rule) ? Number(rule) : 0;
  return threshold >= 1 && threshold <= members ? threshold : null;
}

/** Whether these witnesses (by their names in the policy) make a quorum. */
export function isQuorum({ witnesses, groups, quorum }: Policy, cosigners: ReadonlySet<string>): boolean {
  const hasWitnessed = (name: string): boolean => {
    if (witnesses.has(name)) return cosigners.has(name);
    const group = groups.get(name);
    return group !== undefined && group.members.filter(hasWitnessed).length >= group.threshold;
  };
  return quorum === null || hasWitnessed(quorum);
}

/** Why a checkpoint is not accepted under a policy. */
export type CheckpointFault =
  /** Not a note, or not a checkpoint. */
  | "malformed"
  /** Of a log that the policy does not list. */
  | "unknown-log"
  /** Not signed by the log, or a signature of a known key does not verify. */
  | "bad-signature"
  /** Too few witnesses have cosigned it, or too late. */
  | "no-quorum";

/** A checkpoint that a policy accepts, with the cosignature times by witness (seconds since 1970, the earliest). */
export interface AcceptedCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly cosignedAt: ReadonlyMap<string, number>;
}

/** Number of checkpoints that a verifier remembers: some hundred documents of a day share most of theirs. */
const MAX_REMEMBERED = 512;

/**
 * Verifies checkpoints under one policy, the signatures of each text only once: most proofs of a document are under the
 * same few checkpoints, and signatures are what their verification takes time for. One may serve many documents.
 */
export class CheckpointVerifier {
  readonly policy: Policy;
  readonly #known = new Map<string, AcceptedCheckpoint | CheckpointFault>();

  constructor(policy: Policy) {
    this.policy = policy;
  }

  /** As `acceptCheckpoint`. */
  accept(text: string, before = Number.POSITIVE_INFINITY): AcceptedCheckpoint | CheckpointFault {
    const signed = this.#known.get(text) ?? verifySignatures(this.policy, text);
    if (this.#known.size >= MAX_REMEMBERED) this.#known.clear();
    this.#known.set(text, signed);
    if (typeof signed === "string") return signed;
    const counted = [...signed.cosignedAt].filter(([, at]) => at < before).map(([name]) => name);
    return isQuorum(this.policy, new Set(counted)) ? signed : "no-quorum";
  }
}

/**
 * Verifies a checkpoint under a policy: signed by a listed log and cosigned by a quorum. With `before` (seconds since
 * 1970) only cosignatures with an earlier timestamp count.
 */
export function acceptCheckpoint(
  policy: Policy,
  text: string,
  before?: number,
): AcceptedCheckpoint | CheckpointFault {
  return new CheckpointVerifier(policy).accept(text, before);
}

/** Verifies all signatures of known keys; whether the cosigners make a quorum is not decided here. */
function verifySignatures(policy: Policy, text: string): AcceptedCheckpoint | CheckpointFault {
  const note = parseNote(text);
  const checkpoint = note === null ? null : parseCheckpoint(note.body);
  if (note === null || checkpoint === null) return "malformed";
  const logs = policy.logs.filter(({ key }) => key.name === checkpoint.origin);
  if (logs.length === 0) return "unknown-log";
  const verdicts = new Set(logs.map(({ key }) => verifyNote(note, key)));
  if (verdicts.has("invalid") || !verdicts.has("signed")) return "bad-signature";
  const cosigned = new Map<string, number>();
  for (const [name, { key }] of policy.witnesses) {
    const found = cosignedAt(note, key);
    if (found === null) return "bad-signature";
    if (found.length > 0) cosigned.set(name, Math.min(...found));
  }
  return { checkpoint, cosignedAt: cosigned };
}

/**
 * When a quorum had cosigned a checkpoint (seconds since 1970), by the times of its cosignatures: the checkpoint, and
 * everything in it, existed then. Null if there is no quorum, or the policy needs none.
 */
export function quorumTime(
  policy: Policy,
  { cosignedAt: times }: Pick<AcceptedCheckpoint, "cosignedAt">,
): number | null {
  if (policy.quorum === null) return null;
  const instants = [...times.values()].toSorted((a, b) => a - b);
  const hasQuorum = (until: number): boolean =>
    isQuorum(policy, new Set([...times].filter(([, at]) => at <= until).map(([name]) => name)));
  return instants.find(hasQuorum) ?? null;
}
