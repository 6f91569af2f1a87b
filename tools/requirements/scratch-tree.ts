import { spawnSync } from "node:child_process";
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** The project's own packages are links into the tree, so a copy needs its own. */
const OWN_SCOPE = "@lotus";

/** Copies the tree's files, committed or not, and links the installed packages. */
export function copyTree(root: string, to: string): void {
  const listed = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (listed.status !== 0) throw new Error(`git ls-files: ${listed.stderr}`);
  for (const path of listed.stdout.split("\0")) {
    // Files deleted without a commit are still listed.
    if (path === "" || !existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    copyFileSync(join(root, path), join(to, path), constants.COPYFILE_FICLONE);
  }
  linkPackages(join(root, "node_modules"), join(to, "node_modules"));
}

function linkPackages(from: string, to: string): void {
  mkdirSync(join(to, OWN_SCOPE), { recursive: true });
  for (const name of readdirSync(join(from, OWN_SCOPE))) {
    symlinkSync(readlinkSync(join(from, OWN_SCOPE, name)), join(to, OWN_SCOPE, name));
  }
  for (const name of readdirSync(from)) {
    // Dot folders, except .bin, are caches of this tree.
    if (name === OWN_SCOPE || (name.startsWith(".") && name !== ".bin")) continue;
    symlinkSync(join(from, name), join(to, name));
  }
}
