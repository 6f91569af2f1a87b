import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../../../..");
const RULES = "packages/games/**/*.ts";
const APP = "apps/player/dist/**/*";
const LEFT_OUT = /\.test\.ts$|\/testing\/|\/\.sources$|\/node_modules\//u;

interface BuildHashes {
  readonly rules: string;
  readonly app: string;
}

let known: BuildHashes | undefined;

/**
 * SHA-256 (hex) over the rules of the games, and over the built players' app: paths and contents of their files in
 * order. What is in the log can be compared with a release of the source.
 * Worked out once: a process serves what it was started with.
 */
export function buildHashes(): BuildHashes {
  known ??= { rules: hashOf(RULES), app: hashOf(APP) };
  return known;
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
