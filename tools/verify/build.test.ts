import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SAMPLE_PAYOUT, sampleBet } from "@lotus/fair/testing/sample-bet";
import { sampleNumbers } from "@lotus/fair/testing/sample-draw";
import { drawFor } from "@lotus/games";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../layers.ts";
import { buildVerifier } from "./build.ts";

/** What the verifier is made of. */
const PACKAGES = ["money", "games", "tlog", "beacon", "fair"];
const SOURCES = [
  "package.json",
  "tsconfig.json",
  "tsconfig.base.json",
  "tools/verify",
  "node_modules/@noble",
];

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "verify-build-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A copy of the sources in a folder of this name. */
async function copySources(name: string): Promise<string> {
  const root = join(folder, name);
  await mkdir(join(root, "node_modules/@lotus"), { recursive: true });
  for (const source of [...SOURCES, ...PACKAGES.map((each) => `packages/${each}`)])
    await cp(join(ROOT, source), join(root, source), { recursive: true });
  for (const each of PACKAGES)
    await symlink(`../../packages/${each}`, join(root, "node_modules/@lotus", each));
  return root;
}

/** Runs a built file in an empty folder; its exit status and output. */
function run(file: string, args: readonly string[]): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...args], { cwd: folder, env: {} }, (error, text, problems) => {
      resolve({ status: error === null ? 0 : Number(error.code), text: `${text}${problems}` });
    });
  });
}

test("the same sources give the same bytes in every folder", async () => {
  const roots = [await copySources("a"), await copySources("another/folder with a longer name")];
  const built = [];
  for (const root of roots) built.push(await buildVerifier(root, join(root, "out")));
  const here = await buildVerifier(ROOT, join(folder, "here"));
  expect(built.map(({ sha256 }) => sha256)).toEqual([here.sha256, here.sha256]);
  expect(await readFile(here.path, "utf8")).not.toContain(ROOT);
}, 60_000);

test("the file needs Node alone, and verifies", async () => {
  const { path } = await buildVerifier(ROOT, join(folder, "alone"));
  const imports = [...(await readFile(path, "utf8")).matchAll(/^import .* from "(.+)";$/gmu)];
  expect(imports.map(([, from]) => from)).toEqual(["node:fs/promises"]);
  const numbers = sampleNumbers(drawFor("five-digits"));
  const honest = join(folder, "honest.json");
  await writeFile(honest, JSON.stringify(sampleBet({ numbers })));
  const short = join(folder, "short.json");
  await writeFile(short, JSON.stringify(sampleBet({ numbers, paid: { ...SAMPLE_PAYOUT, payout: "1.00" } })));
  const good = await run(path, [honest]);
  expect(good.text).toContain("VALID: accepted, drawn and paid as the rules say.");
  expect(good.status).toBe(0);
  const bad = await run(path, [short]);
  expect(bad.text).toContain("INVALID: 1 of 6 steps failed.");
  expect(bad.status).toBe(1);
}, 60_000);
