import { oddsPath } from "@lotus/fair";
import { nobleHashing, toHex } from "@lotus/tlog";
import { fault, type Finding } from "./finding.ts";
import type { MonitorState } from "./state.ts";

/** The operator may lack a table for this long, as while its servers are replaced. */
const MISSING_MS = 600_000;
/** Tables that are asked for in one poll. */
const MAX_TABLES = 20;

/** Compares the tables of odds that the operator serves with their hashes in the log, each once. @throws Unreachable */
export async function compareOdds(
  state: MonitorState,
  fetchFile: (path: string) => Promise<Uint8Array | null>,
  now: number,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const open = Object.entries(state.odds).filter(([, { isCompared }]) => isCompared !== true);
  for (const [version, logged] of open.slice(0, MAX_TABLES)) {
    logged.askedSince ??= now;
    // One by one: there are few.
    // oxlint-disable-next-line no-await-in-loop
    const file = await fetchFile(oddsPath(Number(version)));
    if (file === null) {
      if (now > logged.askedSince + MISSING_MS)
        findings.push(
          fault("missing-odds-table", `the table of odds ${version} is not served`, { entries: [logged] }),
        );
      continue;
    }
    if (toHex(nobleHashing.sha256(file)) === logged.hash) logged.isCompared = true;
    else
      findings.push(
        fault("wrong-odds-table", `the table of odds ${version} is not the one of the log`, {
          entries: [logged],
        }),
      );
  }
  return findings;
}

/** Whether something that is served beside the log is still to be compared, or to be compared again. */
export function isServedOpen({ odds, app }: MonitorState): boolean {
  return app.wrongSince !== null || Object.values(odds).some(({ isCompared }) => isCompared !== true);
}
