import type { Operation } from "./history.ts";
import { type Lists, valueKey } from "./lists.ts";

/** Why one operation comes before another. */
export type EdgeKind = "ww" | "wr" | "rw" | "rt";

/** An edge; `via` is the value, and `list` the list, that show it. */
export interface Edge {
  readonly to: number;
  readonly kind: EdgeKind;
  readonly list?: string;
  readonly via?: string;
}

/**
 * What must come before what. Nodes are the operations, then one instant for each end of an operation: an operation leads
 * to the instant of its end, each instant to the next, and the last instant before an invocation to that operation, so
 * that order in real time takes no more edges than there are operations.
 */
export interface Graph {
  readonly operations: number;
  readonly edges: readonly (readonly Edge[])[];
}

/** Builds the graph of the operations that happened. */
export function buildGraph(history: readonly Operation[], lists: Lists): Graph {
  const edges: Edge[][] = history.map(() => []);
  const add = (from: number | undefined, edge: Edge): void => {
    if (from !== undefined && from !== edge.to) edges[from]?.push(edge);
  };
  const writerAt = (list: string, place: number): number | undefined => {
    const value = lists.lists.get(list)?.values[place];
    const writer = value === undefined ? undefined : lists.writers.get(valueKey(list, value));
    return writer === undefined || history[writer]?.outcome === "fail" ? undefined : writer;
  };
  for (const { name, values } of lists.lists.values()) {
    // Values of the house between two of clients keep their order.
    let before: number | undefined;
    for (const [place, value] of values.entries()) {
      const writer = writerAt(name, place);
      if (writer === undefined) continue;
      if (before !== undefined) add(before, { to: writer, kind: "ww", list: name, via: value });
      before = writer;
    }
  }
  for (const { operation, list, to } of lists.reads) {
    const values = lists.lists.get(list)?.values ?? [];
    let last = to - 1;
    while (last >= 0 && writerAt(list, last) === undefined) last -= 1;
    let next = to;
    while (next < values.length && writerAt(list, next) === undefined) next += 1;
    add(writerAt(list, last), { to: operation, kind: "wr", list, via: values[last] ?? "" });
    const writer = writerAt(list, next);
    if (writer !== undefined) add(operation, { to: writer, kind: "rw", list, via: values[next] ?? "" });
  }
  addRealTime(history, edges);
  return { operations: history.length, edges };
}

function addRealTime(history: readonly Operation[], edges: Edge[][]): void {
  const ends = history
    .map(({ completedAt, outcome }, operation) => ({ at: completedAt, operation, outcome }))
    .filter(({ at, outcome }) => Number.isFinite(at) && outcome === "ok")
    .toSorted((a, b) => a.at - b.at);
  const starts = history
    .map(({ invokedAt, outcome }, operation) => ({ at: invokedAt, operation, outcome }))
    .filter(({ outcome }) => outcome !== "fail")
    .toSorted((a, b) => a.at - b.at);
  let ended = 0;
  const first = history.length;
  for (const { at, operation } of ends) {
    const instant = first + ended;
    edges[instant] = [];
    edges[operation]?.push({ to: instant, kind: "rt" });
    if (ended > 0) edges[instant - 1]?.push({ to: instant, kind: "rt" });
    ended += 1;
    void at;
  }
  let last = -1;
  for (const { at, operation } of starts) {
    for (let next = ends[last + 1]; next !== undefined && next.at < at; next = ends[last + 1]) last += 1;
    if (last >= 0) edges[first + last]?.push({ to: operation, kind: "rt" });
  }
}
