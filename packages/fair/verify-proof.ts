import { verifyBeacon } from "./beacon.ts";
import { checkProof, type ProofReport, type VerifyOptions } from "./proof.ts";

/** Checks a proof document of either mode, whatever it is given, from the document alone. Never throws for its content. */
export function verifyProof(value: unknown, options: VerifyOptions): ProofReport {
  return checkProof(value, { ...options, verifyBeacon });
}
