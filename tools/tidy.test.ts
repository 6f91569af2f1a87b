import { readFileSync, globSync } from "node:fs";
import { join } from "node:path";
import { VERSION } from "@lotus/contract";
import { GAMES, optionsOf } from "@lotus/games";
import { expect, test } from "vitest";
import { readSources, ROOT } from "./layers.ts";

/** Rules of style that the linters lack. */
const sources = [...readSources()];
const product = sources.filter(([path]) => !/\.test\.tsx?$|\/testing\//u.test(path));

function offenders(files: readonly (readonly [string, string])[], pattern: RegExp): string[] {
  return files.flatMap(([path, text]) =>
    text
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );
}

test("file names are kebab-case", () => {
  const wrong = sources.map(([path]) => path).filter((path) => !/^[a-z0-9./-]+$/u.test(path));
  expect(wrong).toEqual([]);
});

test("no file or folder is named utils, helpers, common or types", () => {
  const wrong = sources
    .map(([path]) => path)
    .filter((path) => /(^|\/)(utils?|helpers?|common|types)(\.tsx?$|\/)/u.test(path));
  expect(wrong).toEqual([]);
});

test("random numbers are passed in", () => {
  expect(offenders(product, /Math\.random\(/u)).toEqual([]);
});

test("only main.ts and tools read the environment", () => {
  const files = product.filter(
    ([path]) => /^(packages|apps\/server)/u.test(path) && path !== "apps/server/src/main.ts",
  );
  expect(offenders(files, /process\.env/u)).toEqual([]);
});

test("only configuration files have default exports", () => {
  const files = product.filter(([path]) => !path.endsWith("config.ts"));
  expect(offenders(files, /^export default/u)).toEqual([]);
});

test("no test is skipped or focused", () => {
  const tests = sources.filter(([path]) => /\.test\.tsx?$/u.test(path) && !path.endsWith("tidy.test.ts"));
  expect(offenders(tests, /\b(it|test|describe)\.(skip|only|todo)\(/u)).toEqual([]);
});

test("only the ledger names the ledger's tables", () => {
  const files: [string, string][] = [
    ...product.filter(
      ([path]) => path.startsWith("apps/server/src/") && !path.startsWith("apps/server/src/ledger/"),
    ),
    ...globSync("apps/server/src/db/migrations/*/*.sql", { cwd: ROOT })
      .filter((path) => !path.includes("-ledger/"))
      .map((path): [string, string] => [path, readFileSync(join(ROOT, path), "utf8")]),
  ];
  expect(
    offenders(files, /\b(FROM|INTO|UPDATE|JOIN)\s+(transfer|ledger_account|idempotency_key)\b/iu),
  ).toEqual([]);
});

test("no file is longer than 500 lines", () => {
  const long = sources.filter(([, text]) => text.split("\n").length > 500).map(([path]) => path);
  expect(long).toEqual([]);
});

test("no screen and no server module names a game or a bet, except artwork", () => {
  const files = product.filter(
    ([path]) => /^apps\/[^/]+\/src\//u.test(path) && !path.startsWith("apps/player/src/artwork/"),
  );
  const names = GAMES.flatMap(({ code }) => [code, ...optionsOf(code).map((option) => option.code)]);
  const quoted = new RegExp(
    `"(?:${[...new Set(names)].map((name) => name.replaceAll(".", "\\.")).join("|")})"`,
    "u",
  );
  expect(offenders(files, quoted).filter((line) => !/:\d+ (\/?\*|\/\/)/u.test(line))).toEqual([]);
});

test("the version is in one place, and each package has it", () => {
  const written = product.filter(([path]) => !path.startsWith("tools/requirements/"));
  expect(offenders(written, new RegExp(`\\b${VERSION.replaceAll(".", "\\.")}\\b`, "u"))).toEqual([
    `packages/contract/version.ts:2 export const VERSION = "${VERSION}";`,
  ]);
  for (const path of ["package.json", ...globSync("{apps,packages}/*/package.json", { cwd: ROOT })]) {
    expect(JSON.parse(readFileSync(join(ROOT, path), "utf8")), path).toMatchObject({ version: VERSION });
  }
});
