import type { DrawCheck } from "../../features/fairness/checks.ts";

/**
 * What a player is told of a draw. fair: it holds, and nobody could rig it. houseRun, unwatched: the sums are right, but
 * the operator runs what should bind it, or nobody cosigns its log. late: the time of the draw has passed without
 * numbers. changed: the server names another beacon or other witnesses than this device knows. reportedVoid: the proof says that the
 * period was not drawn, which the log has not confirmed yet.
 */
export type Standing =
  | "fair"
  | "houseRun"
  | "unwatched"
  | "pending"
  | "late"
  | "voided"
  | "reportedVoid"
  | "invalid"
  | "changed";

/** A draw takes a moment; only after this time past its due time is it late. */
const LATE_AFTER_MS = 5_000;

/** What a check amounts to at a time of the server's clock (epoch ms). */
export function standingOf({ report, trust }: DrawCheck, now: number): Standing {
  if (trust.hasChanged) return "changed";
  if (report.verdict === "invalid" || report.verdict === "voided") return report.verdict;
  if (report.verdict === "pending") {
    if (report.voided !== null) return "reportedVoid";
    const drawAt = report.period?.entry.drawAt ?? Number.POSITIVE_INFINITY;
    return now >= drawAt + LATE_AFTER_MS ? "late" : "pending";
  }
  if (!report.isWatched || trust.witnesses === "none") return "unwatched";
  return trust.beacon === "house" || trust.witnesses === "house" ? "houseRun" : "fair";
}
