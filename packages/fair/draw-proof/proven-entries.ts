import {
  type CheckpointVerifier,
  type Hashing,
  leafHash,
  quorumTime,
  utf8,
  verifyInclusionProof,
} from "@lotus/tlog";
import type { PublicParties } from "../known/public-parties.ts";
import { publicWitness } from "../known/who-runs.ts";
import type { DrawProofDocument, ProvenEntry } from "./document.ts";
import { type DrawLogEntry, isAbout, type OddsEntry, parseEntry, parseOddsEntry } from "./entries.ts";
import type { DrawFault, WitnessedEntry } from "./report.ts";

type EntryOf<Type extends DrawLogEntry["type"]> = Extract<DrawLogEntry, { readonly type: Type }>;

/** An entry that is in the log, with its index there. */
export interface LoggedEntry<Entry extends DrawLogEntry = DrawLogEntry> extends WitnessedEntry<Entry> {
  readonly index: number;
  /** Name of the log. */
  readonly origin: string;
}

/** A version of the odds in the log. */
export interface LoggedOddsEntry {
  readonly entry: OddsEntry;
  readonly index: number;
  readonly origin: string;
}

/** The entries of a proof document, verified when they are looked up. */
export class ProvenEntries {
  readonly #document: DrawProofDocument;
  readonly #verifier: CheckpointVerifier;
  readonly #hashing: Hashing;
  readonly #parties: PublicParties | undefined;

  constructor(
    document: DrawProofDocument,
    by: {
      readonly verifier: CheckpointVerifier;
      readonly hashing: Hashing;
      readonly parties: PublicParties | undefined;
    },
  ) {
    this.#document = document;
    this.#verifier = by.verifier;
    this.#hashing = by.hashing;
    this.#parties = by.parties;
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

  /** The versions of the odds that are in the log; null if the document does not show them. */
  odds(faults: DrawFault[]): LoggedOddsEntry[] | null {
    const { odds } = this.#document;
    if (odds === undefined) return null;
    return odds.flatMap((proven) => {
      const entry = parseOddsEntry(proven.body);
      if (entry === null || proven.type !== "odds") {
        faults.push({ name: "bad-entry", type: "odds" });
        return [];
      }
      const place = this.#verify(proven, undefined, faults);
      return place === undefined ? [] : [{ entry, index: place.index, origin: place.origin }];
    });
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
    const inTime = [...result.cosignedAt]
      .filter(([, at]) => beforeS === undefined || at < beforeS)
      .flatMap(([name]) => policy.witnesses.get(name) ?? []);
    const operators = inTime.flatMap((party) => publicWitness(party, this.#parties)?.runBy ?? []);
    return {
      index: result.index,
      origin: result.checkpoint.origin,
      cosignedAt: atS === null ? null : atS * 1000,
      witnesses: inTime.map(({ key }) => key.name),
      operators: [...new Set(operators)],
    };
  }
}

function isOfType<Type extends DrawLogEntry["type"]>(
  entry: DrawLogEntry,
  type: Type,
): entry is EntryOf<Type> {
  return entry.type === type;
}

/** An entry and who saw it, without its place; null for none. */
export function witnessed<Entry>(found: WitnessedEntry<Entry> | undefined): WitnessedEntry<Entry> | null {
  if (found === undefined) return null;
  const { entry, cosignedAt, witnesses, operators } = found;
  return { entry, cosignedAt, witnesses, operators };
}
