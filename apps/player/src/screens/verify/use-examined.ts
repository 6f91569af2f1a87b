import type { ProofDocument } from "@lotus/fair";
import { useEffect, useState } from "react";
import { examine, type VerifiedPeriod, type Examined } from "./examine.ts";
import { walkToAnchor } from "./chain-walk.ts";

/** Progress of the walk back to the chain's start: `done` of `hashes`, and the outcome. */
export interface ChainWalk {
  readonly running: boolean;
  readonly done: number;
  readonly ok: boolean | null;
}

/** A walk of up to this length takes a few milliseconds and starts automatically. */
const SHORT_WALK = 4096;

export type Examination =
  | { readonly state: "working" }
  /** The verifier itself could not be loaded. */
  | { readonly state: "failed"; readonly error: unknown }
  | { readonly state: "done"; readonly examined: Examined };

/** Checks a document once it is loaded, after the page has been painted. Undefined means not loaded yet. */
export function useExamined(document: unknown, { gameCode, prizeNo }: VerifiedPeriod): Examination {
  const [done, setDone] = useState<{ of: unknown; result: Examination } | null>(null);
  useEffect(() => {
    if (document === undefined) return undefined;
    let wanted = true;
    const report = (result: Examination) => {
      if (wanted) setDone({ of: document, result });
    };
    const timer = setTimeout(() => {
      examine(document, { gameCode, prizeNo }).then(
        (examined) => report({ state: "done", examined }),
        (error: unknown) => report({ state: "failed", error }),
      );
    }, AFTER_PAINT_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [document, gameCode, prizeNo]);
  return done !== null && done.of === document ? done.result : { state: "working" };
}

const AFTER_PAINT_MS = 30;

/** The walk to the chain's start: short ones start automatically, long ones on request. */
export function useChainWalk(
  document: ProofDocument | undefined,
): ChainWalk & { readonly start: () => void } {
  const [requested, setRequested] = useState<ProofDocument | null>(null);
  const [walk, setWalk] = useState<(ChainWalk & { of: ProofDocument }) | null>(null);
  const wanted =
    document !== undefined &&
    document.secret !== null &&
    (document.t <= SHORT_WALK || requested === document);
  useEffect(() => {
    if (!wanted || document === undefined) return undefined;
    const stop = new AbortController();
    const onProgress = (done: number) => setWalk({ of: document, running: true, done, ok: null });
    const walkAll = async () => {
      const ok = await walkToAnchor(document, onProgress, stop.signal);
      if (ok !== null) setWalk({ of: document, running: false, done: document.t, ok });
    };
    void walkAll();
    return () => stop.abort();
  }, [wanted, document]);
  const now = walk !== null && walk.of === document ? walk : { running: wanted, done: 0, ok: null };
  return { ...now, start: () => document !== undefined && setRequested(document) };
}
