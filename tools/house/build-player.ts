import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./root.ts";

const DIST = join(ROOT, "apps/player/dist");
const STAMP = join(DIST, ".sources");
// Whatever the bundle is made from; tests are not.
const SOURCES = [
  "apps/player/{index.html,package.json,vite.config.ts}",
  "apps/player/{src,public,build}/**/*",
  "packages/{money,games,fair,contract,locales,ui}/**/*",
  "package-lock.json",
];
const LEFT_OUT = /node_modules|\.test\.tsx?$/u;

/** How a build went: `kept` when nothing had changed since the last one. */
export type BuildOutcome =
  | { readonly ok: true; readonly done: "built" | "kept" }
  | { readonly ok: false; readonly output: string };

/** Builds the players' app unless the one in dist was made from the very same sources. */
export function buildPlayer(): BuildOutcome {
  const sources = hashSources();
  if (existsSync(join(DIST, "index.html")) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === sources) {
    return { ok: true, done: "kept" };
  }
  const vite = join(ROOT, "node_modules/vite/bin/vite.js");
  const run = spawnSync(process.execPath, [vite, "build", "--config", "apps/player/vite.config.ts"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  if (run.status !== 0) return { ok: false, output: `${run.stdout}${run.stderr}` };
  writeFileSync(STAMP, sources);
  return { ok: true, done: "built" };
}

function hashSources(): string {
  const hash = createHash("sha256");
  const files = SOURCES.flatMap((pattern) =>
    globSync(pattern, { cwd: ROOT, exclude: (path) => LEFT_OUT.test(path) }),
  );
  for (const file of files.sort()) {
    const path = join(ROOT, file);
    if (LEFT_OUT.test(file) || !statSync(path).isFile()) continue;
    hash.update(`${file}\0`).update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}
