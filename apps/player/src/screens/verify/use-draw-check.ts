import { useEffect, useState } from "react";
import type { DrawCheck } from "../../features/fairness/checks.ts";
import { useVerifier } from "../../features/fairness/verifier.ts";

/** The period that a document must be about. */
export interface VerifiedPeriod {
  readonly gameCode: string;
  readonly prizeNo: string;
}

/** A check that was made on this device. */
export interface DoneCheck extends DrawCheck {
  /** Milliseconds the check took. */
  readonly tookMs: number;
}

export type Checking =
  | { readonly state: "working" }
  /** The verifier itself could not be loaded. */
  | { readonly state: "failed"; readonly error: unknown }
  | { readonly state: "done"; readonly check: DoneCheck };

/**
 * Checks a proof after the page has been painted, and again when it changes; until then the last outcome stays. The
 * component must be another one for each period.
 */
export function useDrawCheck(document: unknown, { gameCode, prizeNo }: VerifiedPeriod): Checking {
  const verifier = useVerifier();
  const [checking, setChecking] = useState<Checking>({ state: "working" });
  useEffect(() => {
    let wanted = true;
    const report = (result: Checking) => {
      if (wanted) setChecking(result);
    };
    const timer = setTimeout(() => {
      const start = performance.now();
      verifier.checkDraw(document, { gameCode, prizeNo }).then(
        (check) => report({ state: "done", check: { ...check, tookMs: performance.now() - start } }),
        (error: unknown) => report({ state: "failed", error }),
      );
    }, AFTER_PAINT_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [verifier, document, gameCode, prizeNo]);
  return checking;
}

const AFTER_PAINT_MS = 30;
