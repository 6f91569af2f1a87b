import { spawnSync } from "node:child_process";
import { barred, type Figure, ratioOf, rowsAsTable } from "../budget/bars.ts";
import { commitOf, prepareRelease } from "../run/release.ts";
import { ROOT } from "../run/root.ts";
import { type Change, changeOf } from "./paired.ts";

/** A figure of the report, of both revisions: a pair for each turn. */
export interface Compared {
  readonly figure: Figure;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** What a change means by the figure's bar; `changed` where nothing says which way is better. */
export type Meaning = "better" | "worse" | "changed" | "as before" | "too few";

/**
 * Runs sections of the benchmark of an earlier revision and of this checkout in turn, in pairs whose order alternates, and
 * prints what changed beyond the noise. Returns whether something became worse.
 */
export function compareWith(revision: string, words: readonly string[], pairs: number): boolean {
  const say = (line: string) => console.error(line);
  const commit = commitOf(revision);
  const earlier = prepareRelease(commit, say);
  const runs: { before: readonly Figure[]; after: readonly Figure[] }[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    say(`pair ${String(pair + 1)} of ${String(pairs)} …`);
    const first = pair % 2 === 0 ? earlier : ROOT;
    const second = first === ROOT ? earlier : ROOT;
    const [one, other] = [measured(first, words), measured(second, words)];
    runs.push(first === earlier ? { before: one, after: other } : { before: other, after: one });
  }
  const compared = byFigure(runs);
  console.log(`${commit.slice(0, 12)} → this checkout, ${String(pairs)} pairs, 95 % intervals`);
  console.log(changeTable(compared));
  return compared.some((each) => meaningOf(each) === "worse");
}

/** The figures of one run in a tree. A missed bar is no failure here. */
function measured(tree: string, words: readonly string[]): readonly Figure[] {
  const done = spawnSync(process.execPath, ["tools/bench/bench.ts", ...words, "--json"], {
    cwd: tree,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 64 * 1024 * 1024,
  });
  const last = done.stdout.trimEnd().split("\n").at(-1) ?? "";
  if (!last.startsWith("[")) throw new Error(`nothing was measured in ${tree}:\n${done.stdout}`);
  // Printed by `jsonOf` of that tree.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(last) as readonly Figure[];
}

/** Figures that both revisions have in every run; compared by their ratio where the run has a yardstick for them. */
export function byFigure(
  runs: readonly { readonly before: readonly Figure[]; readonly after: readonly Figure[] }[],
): readonly Compared[] {
  return (runs[0]?.after ?? []).flatMap((figure) => {
    const same = (figures: readonly Figure[]) =>
      figures.find(({ section, name }) => section === figure.section && name === figure.name);
    const pairs = runs.map(({ before, after }) => [same(before), same(after)] as const);
    const found = pairs.flatMap(([before, after]) =>
      before === undefined || after === undefined ? [] : [[comparable(before), comparable(after)] as const],
    );
    if (found.length < runs.length) return [];
    return [{ figure, before: found.map(([before]) => before), after: found.map(([, after]) => after) }];
  });
}

function comparable(figure: Figure): number {
  return ratioOf(figure) ?? figure.value;
}

/** Whether a figure became better or worse beyond the noise. */
export function meaningOf({ figure, before, after }: Compared): Meaning {
  const change = changeOf({ before, after });
  if (change === null) return "too few";
  if (!change.beyondNoise) return "as before";
  const wanted = barred(figure);
  if (wanted === undefined) return "changed";
  return change.ratio > 1 === (wanted === "more") ? "better" : "worse";
}

/** The comparison as a table for people. */
export function changeTable(compared: readonly Compared[]): string {
  return rowsAsTable([
    ["", "", "before", "now", "change", "between", ""],
    ...compared.map((each, at) => {
      const change = changeOf(each);
      return [
        compared[at - 1]?.figure.section === each.figure.section ? "" : each.figure.section,
        each.figure.name,
        middle(each.before),
        middle(each.after),
        change === null ? "" : percent(change.ratio),
        change === null ? "" : between(change),
        meaningOf(each) === "as before" ? "" : meaningOf(each),
      ];
    }),
  ]);
}

function between({ low, high }: Change): string {
  return `${percent(low)} … ${percent(high)}`;
}

function percent(ratio: number): string {
  const change = (ratio - 1) * 100;
  return `${change < 0 ? "−" : "+"}${Math.abs(change).toFixed(1)} %`;
}

/** The median. */
function middle(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  return value.toLocaleString("en-US", { maximumSignificantDigits: 4 });
}
