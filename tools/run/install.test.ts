import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./root.ts";

/** Output and size of `npm ci`, the first impression of the product. */

const MB = 1_000_000;

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly dev?: boolean; readonly link?: boolean; readonly devOptional?: boolean }>
  >;
}

/** The parts that a machine without tests has, by their folder: they are all in the lock. */
function productionFolders(): string[] {
  // npm wrote the file.
  const lock: Lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  return Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.includes("node_modules/") && dev !== true && link !== true)
    .map(([path]) => path);
}

/** Minimum disk space of a file; most installed files are small. */
const BLOCK = 4_096;

/** Bytes that a folder's files take of a disk, without the parts that lie in a folder of their own below it. */
function sizeOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules")
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? sizeOf(path) : Math.ceil(lstatSync(path).size / BLOCK) * BLOCK;
    })
    .reduce((sum, size) => sum + size, 0);
}

test("a production install is no larger than documented and includes what builds the apps", () => {
  const folders = productionFolders();
  for (const name of ["vite", "@vitejs/plugin-react", "fastify", "pg"])
    expect(folders).toContain(`node_modules/${name}`);
  for (const name of ["vitest", "lighthouse", "@sparticuz/chromium", "typescript", "knip"])
    expect(folders).not.toContain(`node_modules/${name}`);
  const size = folders.map((path) => sizeOf(join(ROOT, path))).reduce((sum, one) => sum + one, 0);
  const page = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  const documented = Number(/`npm ci --omit=dev` brings (\d+) MB/u.exec(page)?.[1]) * MB;
  console.info(`production installs ${Math.round(size / MB)} MB`);
  expect(size).toBeLessThanOrEqual(documented);
  expect(size).toBeGreaterThan(documented * 0.8);
});

test("npm ci prints no warning about packages that need a newer Node: they run on the bundled one", () => {
  const npm = spawnSync("npm", ["ci", "--dry-run", "--offline"], {
    cwd: ROOT,
    encoding: "utf8",
    // Without the settings and the Node that npm passes to its scripts, as from a shell, but with the cache of the installation.
    env: {
      PATH: shellPath(),
      HOME: process.env["HOME"],
      npm_config_cache: process.env["npm_config_cache"],
    },
  });
  expect([npm.status, npm.stderr]).toEqual([0, expect.not.stringContaining("EBADENGINE")]);
});

/** The path of the shell that started npm, wherever it finds Node. */
function shellPath(): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.filter((folder) => !folder.includes("node_modules")).join(delimiter);
}
