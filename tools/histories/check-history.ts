import { findCycles } from "./cycles.ts";
import { buildGraph } from "./graph.ts";
import type { Operation } from "./history.ts";
import { type Anomaly, inferLists, type ListOptions } from "./lists.ts";

/**
 * Whether some serial order of the operations, which respects real time, explains everything that clients were told.
 * Empty if it is so; else the anomalies, worst first, each with the few operations that show it.
 */
export function checkHistory(
  history: readonly Operation[],
  options: ListOptions = { isForeign: () => false },
): readonly Anomaly[] {
  const lists = inferLists(history, options);
  return [...lists.anomalies, ...findCycles(history, buildGraph(history, lists))];
}

/** Anomalies as text, the first few of them. */
export function describeAnomalies(anomalies: readonly Anomaly[], most = 5): string {
  const told = anomalies
    .slice(0, most)
    .map(({ name, lines }) => `${name}\n${lines.map((line) => `    ${line}`).join("\n")}`);
  const rest = anomalies.length - told.length;
  return [...told, ...(rest > 0 ? [`and ${rest} more`] : [])].join("\n");
}
