import { checkProof, type ProofReport } from "@lotus/fair";
import { drawFor, findGame } from "@lotus/games";

/** Result of checking a proof on this device. */
export interface Examined {
  readonly report: ProofReport;
  /** Milliseconds the check took here. */
  readonly tookMs: number;
}

/** The period that the document must be about. */
export interface VerifiedPeriod {
  readonly gameCode: string;
  readonly prizeNo: string;
}

/**
 * Checks a proof document on this device, from the document alone. The pairing curve is loaded for mode 1 only.
 * Rejects if the curve cannot be fetched; never because of the document's content.
 */
export async function examine(document: unknown, period: VerifiedPeriod): Promise<Examined> {
  const verifyBeacon = isModeOne(document) ? (await import("@lotus/fair/beacon")).verifyBeacon : () => false;
  const start = performance.now();
  const family = findGame(period.gameCode)?.family;
  const report = checkProof(document, {
    // The draw of a game unknown to this build cannot be recomputed: it yields no numbers, and the step reports that.
    draw: family === undefined ? () => [] : drawFor(family),
    expected: period,
    verifyBeacon,
  });
  return { report, tookMs: performance.now() - start };
}

function isModeOne(document: unknown): boolean {
  return typeof document === "object" && document !== null && "mode" in document && document.mode === 1;
}
