import { timeOf } from "./entry-rules.ts";
import type { Evidence, Fault } from "./finding.ts";
import { POLL_MS } from "./judge-period.ts";
import type { Monitor, PollResult } from "./monitor.ts";
import type { MonitorState } from "./state.ts";
import { returnsText } from "./return-watch.ts";
import { voidsText } from "./void-watch.ts";

/** What following a log needs from the program. */
export interface FollowDeps {
  readonly monitor: Monitor;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly print: (line: string) => void;
  readonly saveState: (state: MonitorState) => Promise<void>;
  /** Stores evidence and returns where. */
  readonly saveEvidence: (evidence: Evidence) => Promise<string>;
  /** Ends as soon as everything that is shown was read and judged. */
  readonly isOnce: boolean;
  /** Ends the following. */
  readonly signal: AbortSignal;
}

/** Exit status: nothing wrong, a fault, or that nothing could be said. */
export type ExitStatus = 0 | 1 | 2;

const STATUS_MS = 60_000;
/** Looking once gives up if the operator was not reached for this long. */
const ONCE_MS = 60_000;
/** A rewritten log has a fault for each of its entries: this many are written down. */
const MAX_EVIDENCE = 20;

/**
 * Looks every second until a fault is found. The state is not stored with a fault, so that the next run finds it again.
 */
export async function follow(deps: FollowDeps): Promise<ExitStatus> {
  const { monitor, now, wait, print, isOnce, signal } = deps;
  let [statusAt, readAt, savedSize] = [now(), now(), -1];
  while (!signal.aborted) {
    const result = await monitor.poll();
    const faults = result.findings.filter((found) => found.kind === "fault");
    for (const { kind, name, text } of result.findings)
      print(`${timeOf(now())} ${kind === "fault" ? "FAULT" : "notice"} ${name}: ${text}`);
    if (faults.length > 0) return reportFaults(faults, deps);
    if (result.isRead) readAt = now();
    if (monitor.state.read !== savedSize || isDue(result, now() - statusAt)) {
      savedSize = monitor.state.read;
      await deps.saveState(monitor.state);
    }
    if (isOnce && !result.isUndecided) {
      print(statusLine(monitor.state, now()));
      return 0;
    }
    if (isOnce && now() - readAt > ONCE_MS) return 2;
    if (now() - statusAt >= STATUS_MS) {
      statusAt = now();
      print(statusLine(monitor.state, now()));
    }
    await wait(POLL_MS);
  }
  await deps.saveState(monitor.state);
  return 0;
}

/** Whether something happened that is worth storing, or a minute has passed. */
function isDue({ findings }: PollResult, sinceStatus: number): boolean {
  return findings.length > 0 || sinceStatus >= STATUS_MS;
}

async function reportFaults(faults: readonly Fault[], deps: FollowDeps): Promise<ExitStatus> {
  for (const found of faults.slice(0, MAX_EVIDENCE)) {
    const file = await deps.saveEvidence(await deps.monitor.evidence(found));
    deps.print(`evidence of ${found.name} in ${file}`);
  }
  return 1;
}

/** A line on what was seen so far. */
export function statusLine(state: MonitorState, now: number): string {
  const { origin, read, periods, ahead, shown } = state;
  const age = shown === null ? "never" : `${Math.round((now - shown.at) / 1000)} s ago`;
  const waiting = ahead.length === 0 ? "" : `, ${ahead.length} checkpoints of witnesses not shown yet`;
  return `${timeOf(now)} ${origin ?? "no log"}: ${read} entries read, shown ${age}, ${Object.keys(periods).length} periods open${waiting}; ${voidsText(state)}${returnsText(state)}`;
}
