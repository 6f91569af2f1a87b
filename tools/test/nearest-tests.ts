import { dirname } from "node:path";
import { type ImportGraph, stepsTo } from "./import-graph.ts";
import type { TestTimes } from "./test-times.ts";

/** What has changed, by paths from the root. */
export interface Change {
  readonly changed: readonly string[];
  /** Sources that use what a changed file defines without importing it: a function of the database, a text. */
  readonly users: readonly string[];
  /** Tests that name what a changed file names, the closest first. */
  readonly sharing: readonly string[];
}

/** The tests near a change: those that `npm run test:changed` runs, and those it only names. */
export interface NearestTests {
  readonly run: readonly string[];
  /** There is no time for them. */
  readonly left: readonly string[];
  /** Journeys near the change, the nearest first, which need built apps and a browser. */
  readonly journeys: readonly string[];
}

/** In other folders a test that is further away shows little of the change: through the whole server all reach all. */
const NEAR_STEPS = 3;
/** Beyond this a folder is one like any other. */
const FAR = 3;
const STEPS_A_FOLDER = 2;
/** Folders that say nothing about what lies in them. */
const ROOTS = /^(?:packages|tools|apps(?:\/[^/]+(?:\/src)?)?)?$/u;
/** A test that names the same key or path as a change is about as near as one that imports it. */
const STEPS_BY_NAME = 1;
/** Tests read the data beside them without importing it. */
const STEPS_BESIDE_DATA = 0;
/** What every journey at the desk imports. */
const DESK_WINDOW = "e2e/testing/desk-window.ts";
/** Assumed for a file that has not run yet in this checkout; on PostgreSQL a few take far longer than most. */
const UNKNOWN_SECONDS = { pure: 0.6, database: 3 };
/** Loading the modules of a test, which is no part of its time: components need React and a DOM of their own. */
const loadSeconds = (path: string): number =>
  /^apps\/(?:player|desk)\/|^packages\/ui\//u.test(path) ? 0.8 : 0.05;

const TEST = /\.test\.tsx?$/u;
/** Its tests are of something else than the functions that it calls. */
const SUPPORT = /^tools\/|\/testing\//u;
const JOURNEY = /^e2e\//u;
const NEEDS_DATABASE = /\.db\.test\.ts$/u;

/**
 * Chooses the tests nearest to a change until the time is used up: those of the same folder, of the folders around it, then the
 * others by the imports between; of equally near ones the fast ones first. A changed test always runs, and the nearest one may
 * use all the time. Otherwise tests on PostgreSQL have a time of their own, so that pure ones do not displace them.
 */
export function nearestTests(
  graph: ImportGraph,
  { changed, users, sharing }: Change,
  times: TestTimes,
  seconds: { readonly pure: number; readonly database: number },
): NearestTests {
  const origins = [...changed, ...users];
  const steps = stepsTo(graph, origins);
  const besideData = new Set(testsBesideData(graph, changed));
  // Data that somebody is known to use says little of the rest of its workspace.
  const isUsed = users.length > 0 || steps.size > origins.length;
  const isSharing = new Set(sharing);
  const reaching = [...graph.keys()]
    .filter((path) => TEST.test(path) && !JOURNEY.test(path))
    .map((path) => {
      const folders = Math.min(FAR, ...origins.map((origin) => foldersBetween(origin, path)));
      const step = Math.min(
        steps.get(path) ?? Infinity,
        isSharing.has(path) ? STEPS_BY_NAME : Infinity,
        besideData.has(path) && (!isUsed || folders < FAR) ? STEPS_BESIDE_DATA : Infinity,
      );
      const distance = Math.min(step, NEAR_STEPS + 1) + folders * STEPS_A_FOLDER;
      const time = loadSeconds(path) + (times[path] ?? UNKNOWN_SECONDS[kindOf(path)]);
      return { path, distance, isNear: step <= NEAR_STEPS || folders < FAR, step, time };
    })
    .filter(({ step }) => step < Infinity)
    .toSorted((a, b) => a.distance - b.distance || a.time - b.time || (a.path < b.path ? -1 : 1));
  const near = reaching.some(({ isNear }) => isNear) ? reaching.filter(({ isNear }) => isNear) : reaching;
  const run: string[] = [];
  const left: string[] = [];
  const spent = { pure: 0, database: 0 };
  for (const [at, { path, time }] of near.entries()) {
    const kind = kindOf(path);
    const most = at === 0 ? seconds.pure + seconds.database : seconds[kind];
    if (!changed.includes(path) && spent[kind] + time > most) {
      left.push(path);
      continue;
    }
    spent[kind] += time;
    run.push(path);
  }
  return { run, left, journeys: nearestJourneys(graph, origins, sharing) };
}

/** Those that share names with the change, then those that reach it by imports, or the desk if it is of the desk. */
function nearestJourneys(
  graph: ImportGraph,
  origins: readonly string[],
  sharing: readonly string[],
): string[] {
  const ofDesk = origins.some((path) => path.startsWith("apps/desk/")) ? [DESK_WINDOW] : [];
  const reaching = [...stepsTo(graph, [...origins, ...ofDesk])]
    .filter(([, step]) => step <= NEAR_STEPS)
    .toSorted(([a, x], [b, y]) => x - y || (a < b ? -1 : 1))
    .map(([path]) => path);
  const near = [...sharing, ...reaching].filter((path) => JOURNEY.test(path) && TEST.test(path));
  return [...new Set(near)];
}

function kindOf(path: string): "pure" | "database" {
  return NEEDS_DATABASE.test(path) ? "database" : "pure";
}

/** How many folders up and down it is from a file to another, at most `FAR`; a root in common is none. */
function foldersBetween(from: string, to: string): number {
  const [a, b] = [dirname(from).split("/"), dirname(to).split("/")];
  const parting = a.findIndex((folder, at) => folder !== b[at]);
  const shared = parting === -1 ? a.length : parting;
  const folders = a.length + b.length - 2 * shared;
  return folders > 0 && ROOTS.test(a.slice(0, shared).join("/")) ? FAR : Math.min(folders, FAR);
}

/** The files of the apps that name a function of the database which a changed SQL file defines. */
export function callersOfSql(sql: string, sources: ReadonlyMap<string, string>): string[] {
  const names = [...sql.matchAll(/\bFUNCTION\s+(\w+)\s*\(/gu)].map(([, name = ""]) => name);
  if (names.length === 0) return [];
  const call = new RegExp(`\\b(?:${[...new Set(names)].join("|")})\\(`, "u");
  return [...sources].filter(([path, text]) => !SUPPORT.test(path) && call.test(text)).map(([path]) => path);
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
