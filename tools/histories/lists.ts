import type { Operation } from "./history.ts";

/** Something that no serial order of the operations explains. */
export interface Anomaly {
  readonly name:
    | "lost append"
    | "duplicated append"
    | "aborted read"
    | "dirty read"
    | "intermediate read"
    | "unexplained value"
    | "incompatible order"
    | "lost update"
    | "G0"
    | "G1c"
    | "G-single"
    | "G2-item";
  /** One line for each operation or edge that is needed to see it. */
  readonly lines: readonly string[];
}

/** What a list was at the end, and who appended what. */
export interface KnownList {
  readonly name: string;
  readonly values: readonly string[];
  readonly placeOf: ReadonlyMap<string, number>;
}

/** A read as a stretch of its list: the places after `from` up to `to`. */
export interface PlacedRead {
  readonly operation: number;
  readonly list: string;
  readonly from: number;
  readonly to: number;
}

/** The lists of a history, its placed reads, and what is wrong without looking at cycles. */
export interface Lists {
  readonly lists: ReadonlyMap<string, KnownList>;
  /** Which operation appended a value, by list and value. */
  readonly writers: ReadonlyMap<string, number>;
  readonly reads: readonly PlacedRead[];
  readonly anomalies: readonly Anomaly[];
}

/** Options of the inference. */
export interface ListOptions {
  /** Values that others than the clients append, as payouts of the house. */
  readonly isForeign: (value: string) => boolean;
}

/** The key of a value of a list. */
export function valueKey(list: string, value: string): string {
  return `${list}\n${value}`;
}

/** An operation in one line. */
export function describe({ client, what, outcome, invokedAt, completedAt }: Operation): string {
  const end = Number.isFinite(completedAt) ? String(round(completedAt)) : "…";
  return `${client}: ${what} [${round(invokedAt)}–${end}] ${outcome}`;
}

function round(at: number): number {
  return Math.round(at * 1_000) / 1_000;
}

/**
 * Finds the final order of each list (its longest read from the beginning), places every read in it, and reports reads
 * and appends that do not fit.
 */
export function inferLists(history: readonly Operation[], { isForeign }: ListOptions): Lists {
  const anomalies: Anomaly[] = [];
  const writers = new Map<string, number>();
  const longest = new Map<string, { values: readonly string[]; operation: number }>();
  for (const [at, operation] of history.entries()) {
    for (const step of operation.steps) {
      if (step.kind === "append") {
        const key = valueKey(step.list, step.value);
        const other = writers.get(key);
        if (other !== undefined && history[other]?.outcome !== "fail" && operation.outcome !== "fail")
          throw new Error(`${step.value} is appended twice by clients: values must be unique in their list`);
        if (other === undefined || operation.outcome !== "fail") writers.set(key, at);
      } else if (step.values !== undefined && step.isWindow !== true && operation.outcome === "ok") {
        const known = longest.get(step.list);
        if (known === undefined || known.values.length <= step.values.length)
          longest.set(step.list, { values: step.values, operation: at });
      }
    }
  }
  const lists = new Map<string, KnownList>();
  for (const [name, { values, operation }] of longest) {
    const placeOf = new Map<string, number>();
    for (const [place, value] of values.entries()) {
      if (placeOf.has(value))
        anomalies.push({
          name: "duplicated append",
          lines: [
            `${value} is ${name}'s number ${(placeOf.get(value) ?? 0) + 1} and ${place + 1}`,
            ...whoWrote(history, writers, name, value),
            ...lineOf(history, operation),
          ],
        });
      else placeOf.set(value, place);
    }
    lists.set(name, { name, values, placeOf });
  }
  const context = { history, lists, writers, isForeign, anomalies };
  checkAppends(context);
  const reads = placeReads(context);
  findLostUpdates(context, reads);
  return { lists, writers, reads, anomalies };
}

interface Context {
  readonly history: readonly Operation[];
  readonly lists: ReadonlyMap<string, KnownList>;
  readonly writers: ReadonlyMap<string, number>;
  readonly isForeign: (value: string) => boolean;
  readonly anomalies: Anomaly[];
}

/** What was acknowledged is there; what was refused is not; nothing else is. */
function checkAppends({ history, lists, writers, isForeign, anomalies }: Context): void {
  for (const operation of history)
    for (const step of operation.steps) {
      const list = lists.get(step.list);
      if (step.kind !== "append" || operation.outcome !== "ok" || list === undefined) continue;
      if (!list.placeOf.has(step.value))
        anomalies.push({
          name: "lost append",
          lines: [describe(operation), `${step.value} is not in ${step.list}`],
        });
    }
  for (const { name, placeOf } of lists.values())
    for (const value of placeOf.keys()) {
      const writer = writers.get(valueKey(name, value));
      if (writer === undefined) {
        if (!isForeign(value))
          anomalies.push({
            name: "unexplained value",
            lines: [`${value} is in ${name}, and nobody appended it`],
          });
      } else if (history[writer]?.outcome === "fail") {
        anomalies.push({
          name: "aborted read",
          lines: [...lineOf(history, writer), `${value} is in ${name}`],
        });
      }
    }
}

function placeReads({ history, lists, writers, isForeign, anomalies }: Context): PlacedRead[] {
  const reads: PlacedRead[] = [];
  for (const [at, operation] of history.entries()) {
    if (operation.outcome !== "ok") continue;
    for (const step of operation.steps) {
      const list = lists.get(step.list);
      if (step.kind !== "read" || step.values === undefined || list === undefined) continue;
      const stranger = step.values.find((value) => !list.placeOf.has(value));
      if (stranger !== undefined) {
        const writer = writers.get(valueKey(step.list, stranger));
        const name =
          writer !== undefined && history[writer]?.outcome === "fail"
            ? "aborted read"
            : writer === undefined && !isForeign(stranger)
              ? "unexplained value"
              : "dirty read";
        anomalies.push({
          name,
          lines: [
            describe(operation),
            `${stranger} was read, and is not in ${step.list} at the end`,
            ...whoWrote(history, writers, step.list, stranger),
          ],
        });
        continue;
      }
      const first = step.values[0];
      const from = first === undefined || step.isWindow !== true ? 0 : (list.placeOf.get(first) ?? 0);
      // An empty window says nothing of where it is.
      if (first === undefined && step.isWindow === true) continue;
      const wrong = step.values.findIndex((value, place) => list.values[from + place] !== value);
      if (wrong !== -1) {
        anomalies.push({
          name: "incompatible order",
          lines: [
            describe(operation),
            `it read ${step.values[wrong - 1] ?? "the beginning"}, then ${step.values[wrong] ?? ""}; at the end ${list.values[from + wrong] ?? ""} comes there`,
          ],
        });
        continue;
      }
      const to = from + step.values.length;
      const [last, next] = [list.values[to - 1], list.values[to]];
      const [lastBy, nextBy] = [last, next].map((value) =>
        value === undefined ? undefined : writers.get(valueKey(step.list, value)),
      );
      if (lastBy !== undefined && lastBy === nextBy && lastBy !== at)
        anomalies.push({
          name: "intermediate read",
          lines: [
            describe(operation),
            `it ends with ${last ?? ""}, and ${next ?? ""} belongs to the same operation`,
            ...lineOf(history, lastBy),
          ],
        });
      reads.push({ operation: at, list: step.list, from, to });
    }
  }
  return reads;
}

/** Two operations that saw the same state of a list and both appended to it: one did not know of the other. */
function findLostUpdates({ history, anomalies }: Context, reads: readonly PlacedRead[]): void {
  const bySeen = new Map<string, number>();
  for (const { operation, list, to } of reads) {
    const appends = history[operation]?.steps.some((step) => step.kind === "append" && step.list === list);
    if (appends !== true) continue;
    const seen = valueKey(list, String(to));
    const other = bySeen.get(seen);
    if (other === undefined) bySeen.set(seen, operation);
    else if (other !== operation)
      anomalies.push({
        name: "lost update",
        lines: [
          ...lineOf(history, other),
          ...lineOf(history, operation),
          `both had read ${list} up to its number ${to}`,
        ],
      });
  }
}

function lineOf(history: readonly Operation[], at: number): string[] {
  const operation = history[at];
  return operation === undefined ? [] : [describe(operation)];
}

function whoWrote(
  history: readonly Operation[],
  writers: ReadonlyMap<string, number>,
  list: string,
  value: string,
): string[] {
  const writer = writers.get(valueKey(list, value));
  return writer === undefined ? [] : lineOf(history, writer);
}
