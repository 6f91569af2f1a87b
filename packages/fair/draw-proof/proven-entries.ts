import {
  type CheckpointVerifier,
  type Hashing,
  leafHash,
  quorumTime,
  utf8,
  verifyInclusionProof,
} from "@lotus/tlog";
import type { DrawProofDocument, ProvenEntry } from "./document.ts";
import { type DrawLogEntry, isAbout, parseEntry } from "./entries.ts";
import type { DrawFault, WitnessedEntry } from "./report.ts";

type EntryOf<Type extends DrawLogEntry["type"]> = Extract<DrawLogEntry, { readonly type: Type }>;

/** An entry that is in the log, with its index there. */
export interface LoggedEntry<Entry extends DrawLogEntry = DrawLogEntry> extends WitnessedEntry<Entry> {
  readonly index: number;
  /** Name of the log. */
  readonly origin: string;
}

/** The entries of a proof document, verified when they are looked up. */
export class ProvenEntries {
  readonly #document: DrawProofDocument;
  readonly #verifier: CheckpointVerifier;
  readonly #hashing: Hashing;

  constructor(document: DrawProofDocument, verifier: CheckpointVerifier, hashing: Hashing) {
    this.#document = document;
    this.#verifier = verifier;
    this.#hashing = hashing;
  }

  has(type: string): boolean {
    return this.#document.entries.some((entry) => entry.type === type);
  }

  /**
   * The only entry of a type, verified to be in the log. With `before` a quorum must have cosigned it before that time
   * (epoch ms). Adds what is wrong to `faults`.
   */
  find<Type extends DrawLogEntry["type"]>(
    type: Type,
    faults: DrawFault[],
    before?: (entry: EntryOf<Type>) => number,
  ): LoggedEntry<EntryOf<Type>> | undefined {
    const { gameCode, prizeNo, entries } = this.#document;
    const found = entries.filter((entry) => entry.type === type);
    const [proven] = found;
    if (proven === undefined) faults.push({ name: "missing-entry", type });
    if (found.length > 1) faults.push({ name: "double-entry", type });
    const entry = proven === undefined ? null : parseEntry(proven.body);
    if (proven === undefined || entry === null || !isOfType(entry, type)) return undefined;
    if (!isAbout(entry, gameCode, prizeNo)) faults.push({ name: "foreign-entry", type });
    const place = this.#verify(proven, before === undefined ? undefined : before(entry), faults);
    return place === undefined ? undefined : { entry, ...place };
  }

  #verify(
    { type, body, proof }: ProvenEntry,
    before: number | undefined,
    faults: DrawFault[],
  ): Omit<LoggedEntry, "entry"> | undefined {
    const leaf = leafHash(utf8(body), this.#hashing);
    const beforeS = before === undefined ? undefined : before / 1000;
    const result = verifyInclusionProof(leaf, proof, this.#verifier, beforeS);
    if (typeof result === "string") {
      const isLate =
        result === "no-quorum" && typeof verifyInclusionProof(leaf, proof, this.#verifier) !== "string";
      faults.push({ name: isLate ? "too-late" : result, type });
      return undefined;
    }
    const { policy } = this.#verifier;
    const atS = quorumTime(policy, result);
    const inTime = [...result.cosignedAt].filter(([, at]) => beforeS === undefined || at < beforeS);
    return {
      index: result.index,
      origin: result.checkpoint.origin,
      cosignedAt: atS === null ? null : atS * 1000,
      witnesses: inTime.map(([name]) => policy.witnesses.get(name)?.key.name ?? name),
    };
  }
}

function isOfType<Type extends DrawLogEntry["type"]>(
  entry: DrawLogEntry,
  type: Type,
): entry is EntryOf<Type> {
  return entry.type === type;
}
