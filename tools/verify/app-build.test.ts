import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseFileList } from "@lotus/fair/served-app";
import { afterAll, expect, test } from "vitest";
import { ROOT } from "../layers.ts";
import { buildVerifier } from "./build.ts";

const SOURCES = [
  "apps/player",
  "packages",
  "tools/verify",
  "package.json",
  "tsconfig.json",
  "tsconfig.base.json",
];
const NOT_SOURCES = /\/(?:node_modules|dist)(?:\/|$)/u;

const folder = mkdtempSync(join(tmpdir(), "lotus-builds-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Builds the players' app from a copy of the sources in a folder of this name; returns the list of its files. */
function build(name: string): string {
  const root = join(folder, name);
  mkdirSync(join(root, "node_modules/@lotus"), { recursive: true });
  for (const source of SOURCES)
    cpSync(join(ROOT, source), join(root, source), {
      recursive: true,
      filter: (path) => !NOT_SOURCES.test(path.slice(ROOT.length)),
    });
  // Comments of `verify.mjs` name what is bundled by its place, and a link's is that of its target.
  cpSync(join(ROOT, "node_modules/@noble"), join(root, "node_modules/@noble"), { recursive: true });
  for (const each of readdirSync(join(ROOT, "node_modules")))
    if (each !== "@lotus" && each !== "@noble")
      symlinkSync(join(ROOT, "node_modules", each), join(root, "node_modules", each));
  for (const each of readdirSync(join(root, "packages")))
    symlinkSync(join(root, "packages", each), join(root, "node_modules/@lotus", each));
  const vite = join(ROOT, "node_modules/vite/bin/vite.js");
  const run = spawnSync(process.execPath, [vite, "build", "--config", "apps/player/vite.config.ts"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production" },
  });
  expect(run.stderr + (run.status === 0 ? "" : run.stdout)).toBe("");
  return readFileSync(join(root, "apps/player/dist/app-files.txt"), "utf8");
}

test("the same sources give the same app in every folder, the verifier among it", async () => {
  const list = build("a");
  expect(build("another/folder with a longer name")).toBe(list);
  const { sha256 } = await buildVerifier(ROOT, join(folder, "verifier"));
  expect(parseFileList(list)).toContainEqual({ path: "/verify.mjs", hash: sha256 });
});
