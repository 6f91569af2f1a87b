import { oddsPath } from "@lotus/fair";
import type { ExactReturn } from "@lotus/fair/returns";
import { returnRanges } from "@lotus/games";
import { nobleHashing, toHex } from "@lotus/tlog";
import { fault, type Finding } from "./finding.ts";
import type { LoggedTable, MonitorState } from "./state.ts";

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
  // A state of an earlier monitor has compared tables and kept nothing of them.
  const open = Object.entries(state.odds).filter(([, logged]) => isOpen(logged));
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
    if (toHex(nobleHashing.sha256(file)) === logged.hash) {
      logged.isCompared = true;
      logged.exact = exactIn(file);
    } else
      findings.push(
        fault("wrong-odds-table", `the table of odds ${version} is not the one of the log`, {
          entries: [logged],
        }),
      );
  }
  return findings;
}

function isOpen({ isCompared, exact }: LoggedTable): boolean {
  return isCompared !== true || exact === undefined;
}

function exactIn(file: Uint8Array): Readonly<Record<string, ExactReturn>> | null {
  const ranges = returnRanges(new TextDecoder().decode(file));
  if (ranges === null) return null;
  return Object.fromEntries(
    [...ranges].map(([game, { low, high, mostOdds, leastOdds }]) => [
      game,
      { low, high, mostOdds, leastOdds },
    ]),
  );
}

/** Whether something that is served beside the log is still to be compared, or to be compared again. */
export function isServedOpen({ odds, app }: MonitorState): boolean {
  return app.wrongSince !== null || Object.values(odds).some(isOpen);
}
