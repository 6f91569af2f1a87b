// @vitest-environment node
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { licenceOf, packagesOf } from "./licences.ts";

let folder = "";
const make = (name: string, manifest: object, file?: string) => {
  const made = join(folder, "node_modules", name);
  mkdirSync(made, { recursive: true });
  writeFileSync(join(made, "package.json"), JSON.stringify(manifest));
  if (file !== undefined) writeFileSync(join(made, file), "Permission is granted\n");
  return made;
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lotus-licences-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("each package of the build is found once, wherever its modules lie, also one inside another", () => {
  const ids = [
    "/app/src/main.tsx",
    "/app/node_modules/react/index.js",
    "/app/node_modules/react/cjs/react.js",
    "\0/app/node_modules/@lingui/core/dist/index.mjs",
    "/app/node_modules/zod/node_modules/tiny/a.js",
    "\0virtual:words",
  ];
  expect(packagesOf(ids)).toEqual([
    "/app/node_modules/@lingui/core",
    "/app/node_modules/react",
    "/app/node_modules/zod/node_modules/tiny",
  ]);
});

test("a package gives its name, version and licence, with the text where it brings one", () => {
  const manifest = { name: "@a/b", version: "1.2.3", license: "MIT" };
  expect(licenceOf(make("@a/b", manifest, "LICENSE.md"))).toEqual({
    name: "@a/b",
    version: "1.2.3",
    licence: "MIT",
    text: "Permission is granted",
  });
  expect(licenceOf(make("c", { ...manifest, name: "c" })).text).toBe("");
});

test("a package without a licence stops the build", () => {
  expect(() => licenceOf(make("d", { name: "d", version: "1.0.0" }))).toThrow("names no licence");
});
