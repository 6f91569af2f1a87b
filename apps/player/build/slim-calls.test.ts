// @vitest-environment node
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CALLS, type CallSpec } from "@lotus/contract";
import { expect, test } from "vitest";
import { checkedBodies, pureSchemas, slimmed } from "./slim-calls.ts";

const CALLS_FOLDER = fileURLToPath(new URL("../../../packages/contract/calls/", import.meta.url));
const FILES = globSync("**/*.ts", { cwd: CALLS_FOLDER }).filter((file) => file !== "all.ts");
const APP = fileURLToPath(new URL("../src/", import.meta.url));
const none: ReadonlySet<string> = new Set();

const SOURCE = `
import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { money } from "../../fields.ts";

const id = z.string();
export const MAX = 3;

export const give = defineCall({
  method: "POST",
  path: "/api/give",
  summary: "Gives, in \\"words\\".",
  idempotent: true,
  body: z.strictObject({ id }),
  data: money,
  refusals: ["NO"],
});
`;

test("a call keeps what is sent, and its module what is still used", () => {
  const slim = slimmed(SOURCE, none).replaceAll(/\s+/gu, " ").trim();
  expect(slim).toBe(
    'import { defineCall } from "../../call.ts"; export const MAX = 3; ' +
      'export const give = /* @__PURE__ */ defineCall({ method: "POST", path: "/api/give", idempotent: true, body: null, });',
  );
});

test("the schema of a body stays where the app checks a form by it", () => {
  const checked = checkedBodies("contractResolver<Form>(CALLS.give.body, bodyOf); CALLS.take.data");
  expect(checked).toEqual(["give"]);
  const slim = slimmed(SOURCE, new Set(checked));
  expect(slim).toContain("body: z.strictObject({ id })");
  expect(slim).toContain("z.string()");
  expect(slim).not.toContain("money");
});

test("a call in another notation fails the build instead of losing a part", () => {
  expect(() => slimmed("export const a = defineCall({ ...b });", none)).toThrow(
    "a has a part without a name",
  );
  expect(() => slimmed("export const a = defineCall(b);", none)).toThrow("not written out");
});

test("a schema is marked as free of effects, a plain value is left", () => {
  expect(pureSchemas("export const a = z.string().check(b); const c = 3;")).toBe(
    "export const a = /* @__PURE__ */ (() => z.string().check(b))(); const c = 3;",
  );
});

test("so are lists of schemas and calls, so that what nobody sends or checks is left out", () => {
  expect(pureSchemas('const a = [done("b", c)] as const; const d = ["e", "f"] as const;')).toBe(
    'const a = /* @__PURE__ */ (() => [done("b", c)] as const)(); const d = ["e", "f"] as const;',
  );
  expect(pureSchemas('export const a = defineCall({ method: "GET" });')).toBe(
    'export const a = /* @__PURE__ */ defineCall({ method: "GET" });',
  );
});

test("no call of the contract needs the schema library to be sent, and each keeps its address", () => {
  const calls: readonly CallSpec[] = Object.values(CALLS);
  const slim = FILES.flatMap((file) =>
    slimmed(readFileSync(CALLS_FOLDER + file, "utf8"), none)
      .split("defineCall(")
      .slice(1),
  );
  for (const { method, path, body } of calls) {
    const call = slim.find(
      (text) => text.includes(`path: "${path}"`) && text.includes(`method: "${method}"`),
    );
    expect([path, call === undefined ? undefined : /\bbody: null/u.test(call)]).toEqual([
      path,
      body !== undefined,
    ]);
  }
});

test("the app reads a part of a call by its name alone, so that none is missed", () => {
  for (const file of globSync("**/*.{ts,tsx}", { cwd: APP })) {
    const source = readFileSync(APP + file, "utf8");
    if (file.includes(".test.") || !source.includes("CALLS")) continue;
    const read = [...source.matchAll(/(?<!typeof )\bCALLS\.\w+\.(\w+)/gu)].map(([, part]) => part);
    expect([file, read.filter((part) => part !== "body")]).toEqual([file, []]);
    expect([file, /contractResolver<[^>]*>\((?!\s*CALLS\.\w+\.body)/u.test(source)]).toEqual([file, false]);
  }
});
