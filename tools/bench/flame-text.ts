import { basename, dirname } from "node:path";

/** What `node --cpu-prof` writes, as far as it is read here. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
    readonly children?: readonly number[];
  }[];
  /** Node of each sample. */
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

/** A function where it was called, with the time in it and in what it called. */
interface Frame {
  readonly name: string;
  own: number;
  total: number;
  readonly called: Map<string, Frame>;
}

/** Time in which nothing was computed. */
const IDLE = new Set(["(idle)", "(program)"]);

/**
 * A flame graph as text: each function below its caller, with its share of the busy time, largest first. Functions below
 * `least` of it (0.01: a hundredth) are left out. `from` and `to` bound the samples, microseconds from the start.
 */
export function flameText(
  profile: CpuProfile,
  {
    least,
    from = 0,
    to = Infinity,
  }: { readonly least: number; readonly from?: number; readonly to?: number },
): string {
  const root: Frame = { name: "", own: 0, total: 0, called: new Map() };
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const callerOf = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const namesOf = (id: number): string[] => {
    const names: string[] = [];
    for (let at: number | undefined = id; at !== undefined; at = callerOf.get(at)) {
      const node = byId.get(at);
      if (node !== undefined) names.unshift(nameOf(node.callFrame));
    }
    // The first is the root of all.
    return names.slice(1);
  };
  let at = 0;
  for (const [index, id] of profile.samples.entries()) {
    const spent = profile.timeDeltas[index] ?? 0;
    at += spent;
    const names = namesOf(id);
    if (at < from || at > to || IDLE.has(names.at(-1) ?? "(idle)")) continue;
    add(root, names, spent);
  }
  return linesOf(root, root.total, least, "").join("\n");
}

function add(root: Frame, names: readonly string[], spent: number): void {
  let frame = root;
  frame.total += spent;
  for (const name of names) {
    let called = frame.called.get(name);
    if (called === undefined)
      frame.called.set(name, (called = { name, own: 0, total: 0, called: new Map() }));
    frame = called;
    frame.total += spent;
  }
  frame.own += spent;
}

function linesOf(frame: Frame, all: number, least: number, indent: string): string[] {
  return [...frame.called.values()]
    .filter(({ total }) => total >= least * all)
    .toSorted((a, b) => b.total - a.total)
    .flatMap((called) => {
      const share = (time: number): string => `${((time * 100) / all).toFixed(1).padStart(5)} %`;
      const own = called.own >= least * all ? `, ${share(called.own).trim()} by itself` : "";
      return [
        `${share(called.total)} ${indent}${called.name}${own}`,
        ...linesOf(called, all, least, `${indent}  `),
      ];
    });
}

function nameOf({ functionName, url, lineNumber }: CpuProfile["nodes"][number]["callFrame"]): string {
  const name = functionName === "" ? "(anonymous)" : functionName;
  return url === "" ? name : `${name} ${basename(dirname(url))}/${basename(url)}:${lineNumber + 1}`;
}
