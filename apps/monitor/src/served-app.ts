import { parseEntry } from "@lotus/fair";
import { readServedApp, type ServedApp } from "@lotus/fair/served-app";
import { fault, type Finding, notice } from "./finding.ts";
import type { MonitorState } from "./state.ts";

/** The app is looked at this often, and more often while something is wrong with it. */
const LOOK_MS = 3_600_000;
const LOOK_AGAIN_MS = 60_000;
/** Servers are replaced one by one, and serve files of two builds meanwhile. */
const REPLACED_MS = 600_000;
/** Addresses that are named in a line. */
const NAMED = 5;

/** Whether it is time to look at what the operator serves to players. */
export function isAppDue({ app, house }: MonitorState, now: number): boolean {
  if (house === null) return false;
  const since = app.wrongSince === null ? LOOK_MS : LOOK_AGAIN_MS;
  return app.lookedAt === null || now >= app.lookedAt + since || app.house !== house;
}

/** Compares the app as it is served with the log's `house` entry. @throws Unreachable */
export async function compareApp(
  state: MonitorState,
  fetchPath: (path: string) => Promise<Uint8Array | null>,
  now: number,
): Promise<Finding[]> {
  const { app, house } = state;
  const served = await readServedApp(fetchPath);
  // The build before may still be served while servers are replaced.
  const logged = [house, app.house].flatMap((body) => appIn(body) ?? []);
  const isReplaced = app.house !== house;
  app.lookedAt = now;
  app.house = house;
  const wrong = faultOf(served, isReplaced ? logged : logged.slice(0, 1));
  if (wrong === null) {
    app.wrongSince = null;
    return [];
  }
  const isNew = app.wrongSince === null;
  app.wrongSince ??= now;
  if (now - app.wrongSince <= REPLACED_MS) return isNew ? [notice("other-app", wrong)] : [];
  const entry = state.houseIndex === null || house === null ? [] : [{ index: state.houseIndex, body: house }];
  return [fault("other-app", wrong, { entries: entry })];
}

/** What is wrong with the app that is served, in a line; null if it is the one of the log. */
function faultOf({ hash, wrong }: ServedApp, logged: readonly string[]): string | null {
  if (hash === null) return "the operator serves no list of the files of its app";
  if (!logged.includes(hash)) return `the app that is served, ${hash}, is not the one of the log`;
  const [first] = wrong;
  if (first === undefined) return null;
  const names = wrong.slice(0, NAMED).map(({ path, hash: found }) => `${path} (${found ?? "nothing"})`);
  return `${wrong.length} files of the app are not those of its list: ${names.join(", ")}`;
}

function appIn(body: string | null): string | null {
  const entry = body === null ? null : parseEntry(body);
  return entry?.type === "house" ? entry.app : null;
}
