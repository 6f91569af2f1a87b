import { type ImportGraph, stepsTo } from "./import-graph.ts";
import type { TestTimes } from "./test-times.ts";

/** The tests near a change: those that `npm run test:changed` runs, and those it only names. */
export interface NearestTests {
  readonly run: readonly string[];
  /** There is no time for them. */
  readonly left: readonly string[];
  /** Journeys near the change, which need built apps and a browser. */
  readonly journeys: readonly string[];
}

/** In other workspaces a test that is further away from the change shows little that its own neighbours do not. */
const STEPS_ELSEWHERE = 3;
/** Assumed for a file that has not run yet in this checkout; on PostgreSQL a few take far longer than most. */
const UNKNOWN_SECONDS = { pure: 0.6, database: 3 };
/** Loading the modules of a test, which is no part of its time: components need React and a DOM of their own. */
const loadSeconds = (path: string): number =>
  /^apps\/(?:player|desk)\/|^packages\/ui\//u.test(path) ? 0.8 : 0.05;

const TEST = /\.test\.tsx?$/u;
const JOURNEY = /^e2e\//u;
const NEEDS_DATABASE = /\.db\.test\.ts$/u;

/**
 * Chooses the tests nearest to a change, by imports: those of the changed workspaces first, then those of others, until the
 * time is used up. A changed test always runs. Tests on PostgreSQL have a time of their own, so that pure ones do not
 * displace them.
 */
export function nearestTests(
  graph: ImportGraph,
  changed: readonly string[],
  times: TestTimes,
  seconds: { readonly pure: number; readonly database: number },
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
  const spent = { pure: 0, database: 0 };
  for (const { path, step } of near) {
    if (JOURNEY.test(path)) continue;
    const kind = NEEDS_DATABASE.test(path) ? "database" : "pure";
    const time = loadSeconds(path) + (times[path] ?? UNKNOWN_SECONDS[kind]);
    if (step > 0 && spent[kind] + time > seconds[kind]) {
      left.push(path);
      continue;
    }
    spent[kind] += time;
    run.push(path);
  }
  const journeys = near.filter(({ path, step }) => JOURNEY.test(path) && step <= STEPS_ELSEWHERE);
  return { run, left, journeys: journeys.map(({ path }) => path) };
}

/** The source files that name a function of the database which a changed SQL file defines. */
export function callersOfSql(sql: string, sources: ReadonlyMap<string, string>): string[] {
  const names = [...sql.matchAll(/\bFUNCTION\s+(\w+)\s*\(/gu)].map(([, name = ""]) => name);
  if (names.length === 0) return [];
  const call = new RegExp(`\\b(?:${[...new Set(names)].join("|")})\\(`, "u");
  return [...sources].filter(([, text]) => call.test(text)).map(([path]) => path);
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
