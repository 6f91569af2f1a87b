import { type CheckpointVerifier, type Hashing, leafHash, utf8, verifyInclusionProof } from "@lotus/tlog";
import { isRecord } from "../forms.ts";
import { parseEntry } from "./entries.ts";

/*
 * An operator that learns the round before anybody saw the close could show it, or hide it and call the period void. So the
 * close is sent to the players of a period as soon as a quorum has cosigned it, and their phones keep it: whoever was shown a
 * close before the round can prove that the period had to be drawn.
 */

/** A close as it was shown, or as witnesses have seen it. Nothing of it is verified. */
export interface ShownClose {
  /** The entry's text, verbatim. */
  readonly body: string;
  /** A tlog-proof@v1. */
  readonly proof: string;
}

/** Reads a shown close from a file or a store; null for anything else. */
export function readShownClose(value: unknown): ShownClose | null {
  if (!isRecord(value)) return null;
  const [body, proof]: unknown[] = [Reflect.get(value, "body"), Reflect.get(value, "proof")];
  return typeof body === "string" && typeof proof === "string" ? { body, proof } : null;
}

/**
 * Whether a shown close proves that the period must be drawn: it is this period's, and in this log a quorum cosigned it with
 * every counted timestamp before the round (epoch ms).
 */
export function isProvenClose(
  { body, proof }: ShownClose,
  period: {
    readonly game: string;
    readonly periodNo: string;
    readonly origin: string;
    readonly roundTime: number;
  },
  verifier: CheckpointVerifier,
  hashing: Hashing,
): boolean {
  // Without witnesses nothing shows when an entry existed.
  if (verifier.policy.quorum === null) return false;
  const entry = parseEntry(body);
  if (entry?.type !== "close" || entry.game !== period.game || entry.periodNo !== period.periodNo)
    return false;
  const result = verifyInclusionProof(
    leafHash(utf8(body), hashing),
    proof,
    verifier,
    period.roundTime / 1000,
  );
  return typeof result !== "string" && result.checkpoint.origin === period.origin;
}
