import { parseInclusionProof } from "@lotus/tlog";
import type { DrawProofDocument } from "../draw-proof/document.ts";
import type { DrawFault } from "../draw-proof/report.ts";

/*
 * A proof shows what is in the log, and cannot show that nothing else is: the operator could log two closes, or draw a
 * period and show its winner that it was cancelled. What the log itself says about the period decides.
 */

/** An entry about a period, as the log has it. */
export interface LogLine {
  readonly index: number;
  readonly type: string;
  /** The entry's text, verbatim. */
  readonly body: string;
}

/** What the log itself says about a period around its draw, read under a checkpoint that the policy accepts. */
export interface PeriodLog {
  /** Name of the log. */
  readonly origin: string;
  /** When a quorum had cosigned the log as it was read (epoch ms); null under a policy that needs no witness. */
  readonly cosignedAt: number | null;
  /** The part that was read: from this index to before that one. */
  readonly from: number;
  readonly to: number;
  /** The entries about the period in that part, in order. */
  readonly lines: readonly LogLine[];
  /** Versions of the odds that were logged in that part. */
  readonly odds?: readonly LogLine[];
  /** Whether the log still begins with the one that a receipt names; null if no receipt was given, or it is newer. */
  readonly extendsReceipt: boolean | null;
}

/** Entries of which a period has at most one, and which decide whether it is drawn, and with which bets. */
const DECISIVE: ReadonlySet<string> = new Set(["period", "close", "void", "draw", "skipped"]);

/** What the log says otherwise than the document. The part that was read may lack entries of the document. */
export function logFaults(log: PeriodLog, { entries, odds }: DrawProofDocument): readonly DrawFault[] {
  const faults: DrawFault[] = [];
  const shown = entries.map(({ type, body, proof }) => ({ type, body, index: indexOf(proof) }));
  for (const line of log.lines) {
    // An operator that was down may skip a cancelled period together with its neighbours. Whoever is shown a drawn period
    // as skipped sees the draw.
    if (!DECISIVE.has(line.type) || line.type === "skipped") continue;
    if (shown.some(({ index, body }) => index === line.index && body === line.body)) continue;
    const isSecond = shown.some(({ type }) => type === line.type);
    faults.push({ name: isSecond ? "double-entry" : "left-out-entry", type: line.type });
  }
  for (const { type, body, index } of shown) {
    const isRead = DECISIVE.has(type) && index >= log.from && index < log.to;
    if (isRead && !log.lines.some((line) => line.index === index && line.body === body))
      faults.push({ name: "not-included", type });
  }
  const closedAt = shown.find(({ type }) => type === "close")?.index ?? Number.POSITIVE_INFINITY;
  const isLeftOut = ({ index, body }: LogLine) =>
    index < closedAt && odds !== undefined && !odds.some((each) => each.body === body);
  if (log.odds?.some(isLeftOut) === true) faults.push({ name: "left-out-entry", type: "odds" });
  return faults;
}

/** The index of an entry in the log by its proof, which is not verified here; -1 for one that is malformed. */
export function indexOf(proof: string): number {
  return parseInclusionProof(proof)?.index ?? -1;
}
