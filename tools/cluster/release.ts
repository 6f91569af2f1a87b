import { renameSync, rmSync, symlinkSync } from "node:fs";
import { commitOf, prepareRelease } from "../run/release.ts";
import { ROOT } from "../run/root.ts";
import { run } from "./shell.ts";

/** The release of a revision whose servers can be of a cluster. */
export function prepareClusterRelease(revision: string, say: (line: string) => void): string {
  const commit = commitOf(revision);
  if (run("git", ["ls-tree", "--name-only", commit, "ops/cluster/lotus.env"], { cwd: ROOT }) === "")
    throw new Error(`servers of ${revision} are of no cluster yet: it has no ops/cluster`);
  return prepareRelease(commit, say);
}

/** Leads a machine's link to a release, at once: a running server stays in the one it was started from. */
export function leadTo(link: string, release: string): void {
  const next = `${link}.next`;
  rmSync(next, { force: true });
  symlinkSync(release, next);
  renameSync(next, link);
}
