import type { Edge, EdgeKind, Graph } from "./graph.ts";
import type { Operation } from "./history.ts";
import { type Anomaly, describe } from "./lists.ts";

/** Where a shortest cycle is searched from, in a large tangle. */
const MAX_STARTS = 200;

/** One cycle of each tangle of operations: the shortest of the worst kind. */
export function findCycles(history: readonly Operation[], graph: Graph): Anomaly[] {
  const anomalies: Anomaly[] = [];
  for (const component of components(graph)) {
    const inside = new Set(component);
    // From the strongest claim to the weakest: a cycle without reads is worse than one with.
    for (const kinds of LADDER) {
      const cycle = shortestCycle(graph, inside, kinds);
      if (cycle === undefined) continue;
      anomalies.push(anomalyOf(history, graph, cycle));
      break;
    }
  }
  return anomalies;
}

/** Edges that each kind of cycle may have, and how many rw among them. */
const LADDER: readonly { readonly kinds: ReadonlySet<EdgeKind>; readonly oneRw: boolean }[] = [
  { kinds: new Set(["ww", "rt"]), oneRw: false },
  { kinds: new Set(["ww", "wr", "rt"]), oneRw: false },
  { kinds: new Set(["ww", "wr", "rt", "rw"]), oneRw: true },
  { kinds: new Set(["ww", "wr", "rt", "rw"]), oneRw: false },
];

/** An edge with where it begins. */
interface Arc extends Edge {
  readonly from: number;
}

/** The strongly connected components of more than one node, by Tarjan's algorithm without recursion. */
function components({ edges }: Graph): number[][] {
  const count = edges.length;
  const [order, low] = [new Int32Array(count).fill(-1), new Int32Array(count)];
  const onStack = new Uint8Array(count);
  const position = new Int32Array(count);
  const stack: number[] = [];
  const found: number[][] = [];
  let next = 0;
  for (let root = 0; root < count; root += 1) {
    if (order[root] !== -1) continue;
    const path = [root];
    while (path.length > 0) {
      const node = path.at(-1) ?? root;
      if (order[node] === -1) {
        order[node] = low[node] = next;
        next += 1;
        stack.push(node);
        onStack[node] = 1;
      }
      const edge = edges[node]?.[position[node] ?? 0];
      if (edge !== undefined) {
        position[node] = (position[node] ?? 0) + 1;
        if (order[edge.to] === -1) path.push(edge.to);
        else if (onStack[edge.to] === 1) low[node] = Math.min(low[node] ?? 0, order[edge.to] ?? 0);
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined) low[parent] = Math.min(low[parent] ?? 0, low[node] ?? 0);
      if (low[node] !== order[node]) continue;
      const component: number[] = [];
      for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
        onStack[member] = 0;
        component.push(member);
        if (member === node) break;
      }
      if (component.length > 1) found.push(component);
    }
  }
  return found;
}

function shortestCycle(
  graph: Graph,
  inside: ReadonlySet<number>,
  { kinds, oneRw }: { readonly kinds: ReadonlySet<EdgeKind>; readonly oneRw: boolean },
): Arc[] | undefined {
  // With exactly one rw edge, the search begins with it and does without it from then on.
  const rest = oneRw ? new Set([...kinds].filter((kind) => kind !== "rw")) : kinds;
  const firsts: Arc[] = [];
  for (const from of inside) {
    if (from >= graph.operations) continue;
    for (const edge of graph.edges[from] ?? [])
      if (inside.has(edge.to) && (oneRw ? edge.kind === "rw" : kinds.has(edge.kind)))
        firsts.push({ ...edge, from });
    if (firsts.length > MAX_STARTS) break;
  }
  let best: Arc[] | undefined;
  for (const first of firsts) {
    const back = pathTo(graph, inside, { from: first.to, to: first.from, kinds: rest });
    if (back === undefined) continue;
    const cycle = [first, ...back];
    if (best === undefined || weight(graph, cycle) < weight(graph, best)) best = cycle;
  }
  return best;
}

/** How many operations a cycle has; instants do not count. */
function weight({ operations }: Graph, cycle: readonly Arc[]): number {
  return cycle.filter(({ from }) => from < operations).length;
}

function pathTo(
  graph: Graph,
  inside: ReadonlySet<number>,
  { from, to, kinds }: { readonly from: number; readonly to: number; readonly kinds: ReadonlySet<EdgeKind> },
): Arc[] | undefined {
  const cameBy = new Map<number, Arc | undefined>([[from, undefined]]);
  // Instants cost nothing: a way through all of them is one order in real time. Those of the same cost come first.
  for (let layer = [from]; layer.length > 0;) {
    const next: number[] = [];
    const done = new Set<number>();
    for (let node = layer.pop(); node !== undefined; node = layer.pop()) {
      if (done.has(node)) continue;
      done.add(node);
      if (node === to) return wayBack(cameBy, to);
      for (const edge of graph.edges[node] ?? []) {
        if (!inside.has(edge.to) || !kinds.has(edge.kind) || cameBy.has(edge.to)) continue;
        cameBy.set(edge.to, { ...edge, from: node });
        (edge.to >= graph.operations ? layer : next).push(edge.to);
      }
    }
    layer = next;
  }
  return undefined;
}

function wayBack(cameBy: ReadonlyMap<number, Arc | undefined>, to: number): Arc[] {
  const path: Arc[] = [];
  for (let arc = cameBy.get(to); arc !== undefined; arc = cameBy.get(arc.from)) path.push(arc);
  return path.toReversed();
}

function anomalyOf(history: readonly Operation[], { operations }: Graph, cycle: readonly Arc[]): Anomaly {
  const rws = cycle.filter(({ kind }) => kind === "rw").length;
  const hasWr = cycle.some(({ kind }) => kind === "wr");
  const name = rws > 1 ? "G2-item" : rws === 1 ? "G-single" : hasWr ? "G1c" : "G0";
  const lines: string[] = [];
  for (const arc of cycle) {
    const operation = history[arc.from];
    if (arc.from < operations && operation !== undefined) lines.push(describe(operation));
    const why = reasonOf(arc);
    // A way through instants is one order in real time.
    if (arc.from < operations) lines.push(`  ↓ ${why}`);
  }
  const first = history[cycle[0]?.from ?? -1];
  if (first !== undefined) lines.push(`${describe(first)} (again)`);
  return { name, lines };
}

function reasonOf({ kind, via = "", list = "" }: Arc): string {
  if (kind === "ww") return `ww: in ${list} its value is followed by ${via}`;
  if (kind === "wr") return `wr: ${via} in ${list} was read`;
  if (kind === "rw") return `rw: it read ${list} without ${via}`;
  return "rt: it had ended before the other began";
}
