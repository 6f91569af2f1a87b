import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { FILE_LIST_PATH } from "@lotus/fair/served-app";

const ROOT = resolve(import.meta.dirname, "../../../..");
const RULES = "packages/games/**/*.ts";
const APP = "apps/player/dist";
const LEFT_OUT = /\.test\.ts$|\/testing\/|\/node_modules\//u;

interface BuildHashes {
  readonly rules: string;
  readonly app: string;
}

let known: BuildHashes | undefined;

/**
 * SHA-256 (hex) over the rules of the games, paths and contents of their files in order, and of the list of what the built
 * players' app serves, verify.mjs among it. What is in the log can be compared with a release of the source.
 * Worked out once: a process serves what it was started with.
 */
export function buildHashes(): BuildHashes {
  known ??= { rules: hashOf(RULES), app: listHash() };
  return known;
}

/** Hash of the list that the build wrote; of nothing without a build. */
function listHash(): string {
  const list = join(ROOT, APP, FILE_LIST_PATH);
  return createHash("sha256")
    .update(existsSync(list) ? readFileSync(list) : "")
    .digest("hex");
}

function hashOf(pattern: string): string {
  const hash = createHash("sha256");
  const files = globSync(pattern, { cwd: ROOT, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(ROOT.length + 1))
    .filter((path) => !LEFT_OUT.test(path));
  for (const path of files.sort())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(ROOT, path)))
      .update("\0");
  return hash.digest("hex");
}
