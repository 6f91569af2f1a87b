import { type ImportGraph, stepsTo } from "./import-graph.ts";
import type { TestTimes } from "./test-times.ts";

/** The tests of a change: those to run at once, and what is left to a whole run. */
export interface NearestTests {
  readonly run: readonly string[];
  /** They would run, but there is no time for them. */
  readonly left: readonly string[];
  /** As near, but they need PostgreSQL or a browser, which take seconds to start. */
  readonly slow: readonly string[];
}

/** In other workspaces a test that is further away from the change shows little that its own neighbours do not. */
const STEPS_ELSEWHERE = 3;
/** Assumed for a file that has not run yet. */
const UNKNOWN_SECONDS = 0.6;
/** Loading the modules of a test, which is no part of its time: components need React and a DOM of their own. */
const loadSeconds = (path: string): number =>
  /^apps\/(?:player|desk)\/|^packages\/ui\//u.test(path) ? 0.8 : 0.05;

const TEST = /\.test\.tsx?$/u;
const NEEDS_SERVER = /\.db\.test\.ts$|^e2e\//u;

/**
 * Chooses the tests nearest to a change, by imports: those of the changed workspaces first, then those of others, each as
 * long as there is time. A changed test always runs.
 */
export function nearestTests(
  graph: ImportGraph,
  changed: readonly string[],
  times: TestTimes,
  seconds: number,
): NearestTests {
  const steps = stepsTo(graph, changed);
  const besideData = new Set(testsBesideData(graph, changed));
  const own = new Set(changed.map((path) => workspaceOf(path)));
  const near = [...graph.keys()]
    .filter((path) => TEST.test(path))
    .map((path) => ({
      path,
      step: steps.get(path) ?? (besideData.has(path) ? 1 : Infinity),
      isOwn: own.has(workspaceOf(path)),
    }))
    .filter(({ step, isOwn }) => step <= (isOwn ? Number.MAX_SAFE_INTEGER : STEPS_ELSEWHERE))
    .toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || a.step - b.step || (a.path < b.path ? -1 : 1));
  const run: string[] = [];
  const left: string[] = [];
  let spent = 0;
  for (const { path, step } of near) {
    if (NEEDS_SERVER.test(path)) continue;
    const time = loadSeconds(path) + (times[path] ?? UNKNOWN_SECONDS);
    if (step > 0 && spent + time > seconds) {
      left.push(path);
      continue;
    }
    spent += time;
    run.push(path);
  }
  const slow = near.filter(({ path, step }) => NEEDS_SERVER.test(path) && step <= STEPS_ELSEWHERE);
  return { run, left, slow: slow.map(({ path }) => path) };
}

/** Catalogues, pages of docs and settings are read by tests that do not import them: by those of their own workspace. */
function testsBesideData(graph: ImportGraph, changed: readonly string[]): string[] {
  const workspaces = new Set(changed.filter((path) => !graph.has(path)).map((path) => workspaceOf(path)));
  return [...graph.keys()].filter((path) => TEST.test(path) && workspaces.has(workspaceOf(path)));
}

/** The package, app or part of the repository that a file belongs to; docs and settings are checked by tools. */
function workspaceOf(path: string): string {
  return /^(?:(?:packages|apps)\/[^/]+|e2e)(?=\/)/u.exec(path)?.[0] ?? "tools";
}
