import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { run } from "../cluster/shell.ts";
import { ROOT } from "./root.ts";

const GIT = { cwd: ROOT } as const;

/** The commit that a revision names. @throws Error if there is none */
export function commitOf(revision: string): string {
  return run("git", ["rev-parse", "--verify", `${revision}^{commit}`], GIT).trim();
}

/**
 * A working copy of a commit with its packages and its apps, as an operator makes a release: kept for the next time in the
 * temporary folder, by the commit. Packages are shared with this checkout where both lock the same.
 */
export function prepareRelease(commit: string, say: (line: string) => void): string {
  const release = join(tmpdir(), `lotus-release-${commit.slice(0, 12)}`);
  if (existsSync(release)) return release;
  say(`the release of ${commit.slice(0, 12)} is made: ${release}`);
  const unfinished = `${release}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o755 });
  run("sh", ["-c", `git archive "$1" | tar -x -C "$2"`, "sh", commit, unfinished], GIT);
  if (run("git", ["diff", "--name-only", commit, "--", "package-lock.json"], GIT) === "")
    sharePackages(unfinished);
  else npm(unfinished, ["ci", "--no-audit", "--no-fund"]);
  npm(unfinished, ["run", "build"]);
  renameSync(unfinished, release);
  return release;
}

/** Packages by hard links: the links among them that lead to workspaces then lead to those of the release. */
function sharePackages(release: string): void {
  for (const folder of globSync("{,apps/*/,packages/*/}node_modules", GIT)) {
    mkdirSync(dirname(join(release, folder)), { recursive: true });
    run("cp", ["-al", join(ROOT, folder), join(release, folder)]);
  }
}

function npm(release: string, words: readonly string[]): void {
  const done = spawnSync("npm", words, { cwd: release, encoding: "utf8" });
  if (done.status !== 0)
    throw new Error(`npm ${words.join(" ")} failed in ${release}:\n${done.stdout}${done.stderr}`);
}
