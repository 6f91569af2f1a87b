import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./root.ts";

/** The browser apps with the sources of their bundles, without tests. */
const SOURCES = {
  player: [
    "apps/player/{index.html,package.json,vite.config.ts}",
    "apps/player/{src,public,build,worker,floor}/**/*",
    "packages/{money,games,tlog,beacon,fair,contract,locales,ui}/**/*",
    "tools/verify/*.ts",
    "package-lock.json",
  ],
  desk: [
    "apps/desk/{index.html,package.json,vite.config.ts}",
    "apps/desk/{src,public}/**/*",
    "apps/player/{build,floor}/**/*",
    "packages/{money,games,contract}/**/*",
    "package-lock.json",
  ],
} as const;
const LEFT_OUT = /node_modules|\.test\.tsx?$/u;

/** An app that runs in a browser. */
export type App = keyof typeof SOURCES;

/** Both apps, the players' first. */
export const APPS: readonly App[] = ["player", "desk"];

/** Outcome of a build: `kept` if nothing has changed since the last one. */
export type BuildOutcome =
  | { readonly ok: true; readonly done: "built" | "kept" }
  | { readonly ok: false; readonly output: string };

/** Builds an app unless its dist was built from the same sources. */
export function buildApp(app: App): BuildOutcome {
  const dist = join(ROOT, `apps/${app}/dist`);
  const stamp = join(dist, ".sources");
  const sources = hashSources(app);
  if (existsSync(join(dist, "index.html")) && existsSync(stamp) && readFileSync(stamp, "utf8") === sources) {
    return { ok: true, done: "kept" };
  }
  console.log(`Building apps/${app} …`);
  const vite = join(ROOT, "node_modules/vite/bin/vite.js");
  const run = spawnSync(process.execPath, [vite, "build", "--config", `apps/${app}/vite.config.ts`], {
    cwd: ROOT,
    encoding: "utf8",
    // Tests run in another mode.
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (run.status !== 0) return { ok: false, output: `${run.stdout}${run.stderr}` };
  writeFileSync(stamp, sources);
  return { ok: true, done: "built" };
}

function hashSources(app: App): string {
  const hash = createHash("sha256");
  const files = SOURCES[app].flatMap((pattern) =>
    globSync(pattern, { cwd: ROOT, exclude: (path) => LEFT_OUT.test(path) }),
  );
  for (const file of files.sort()) {
    const path = join(ROOT, file);
    if (LEFT_OUT.test(file) || !statSync(path).isFile()) continue;
    hash.update(`${file}\0`).update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}
