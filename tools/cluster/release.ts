import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "../run/root.ts";
import { run } from "./shell.ts";

const GIT = { cwd: ROOT } as const;

/**
 * A working copy of a commit with its packages and its apps, as an operator makes a release: kept for the next time in the
 * temporary folder, by the commit. Packages are shared with this checkout where both lock the same.
 */
export function prepareRelease(revision: string, say: (line: string) => void): string {
  const commit = run("git", ["rev-parse", "--verify", `${revision}^{commit}`], GIT).trim();
  if (run("git", ["ls-tree", "--name-only", commit, "ops/cluster/lotus.env"], GIT) === "")
    throw new Error(`servers of ${revision} are of no cluster yet: it has no ops/cluster`);
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

/** Leads a machine's link to a release, at once: a running server stays in the one it was started from. */
export function leadTo(link: string, release: string): void {
  const next = `${link}.next`;
  rmSync(next, { force: true });
  symlinkSync(release, next);
  renameSync(next, link);
}
