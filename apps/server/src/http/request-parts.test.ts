import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CALLS } from "@lotus/contract";
import fc from "fast-check";
import { LOCALES } from "@lotus/locales";
import { readArea } from "@lotus/locales/node";
import { expect, test } from "vitest";
import { canonicalJson, hashRequest } from "./body-hash.ts";
import { parseRequest } from "./request-parts.ts";

test("every key that a rule of the contract names has its text in every locale", () => {
  const folder = fileURLToPath(new URL("../../../../packages/contract/", import.meta.url));
  const keys = globSync("{*,calls/**/*}.ts", { cwd: folder }).flatMap((file) =>
    [...readFileSync(folder + file, "utf8").matchAll(/"((?:validation|codes)\.\w+)"/gu)].map(
      ([, key]) => key ?? "",
    ),
  );
  expect(keys.length).toBeGreaterThan(20);
  for (const locale of LOCALES) {
    const known = readArea(locale, "codes");
    expect(keys.filter((key) => known[key] === undefined)).toEqual([]);
  }
});

test("issues deep inside say where", () => {
  const line = { option_id: "1", amount: "1.005", groups: [{ code: "1", items: ["1"] }] };
  const body = { prize_no: "202611210003", bets: [line, { ...line, amount: "1.00", extra: 1 }] };
  const parsed = parseRequest(CALLS.order, { url: "", params: { gameCode: "FFC" }, query: {}, body });
  expect(parsed).toEqual({
    ok: false,
    issues: [
      { path: "bets.0.amount", key: "validation.amountFormat" },
      { path: "bets.1.extra", key: "validation.invalid" },
    ],
  });
});

test("canonical JSON is that of the same value with its keys sorted, whatever it is", () => {
  const sorted = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(sorted);
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries.map(([key, field]) => [key, sorted(field)]));
  };
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.integer({ min: 0 }).map(String),
    fc.constant("__proto__"),
  );
  const values = fc.jsonValue({ stringUnit: "binary" });
  fc.assert(
    fc.property(
      fc.dictionary(texts, fc.oneof(values, fc.constant(undefined), fc.dictionary(texts, values))),
      (value) => {
        expect(canonicalJson(value)).toBe(JSON.stringify(sorted(value)));
      },
    ),
  );
});

test("two spellings of one request have one hash, two requests have two", () => {
  expect(canonicalJson({ b: [1, { d: null, c: "é" }], a: undefined })).toBe('{"b":[1,{"c":"é","d":null}]}');
  const hash = (params: unknown, body: unknown): string =>
    Buffer.from(hashRequest("/api/x", params, body)).toString("hex");
  expect(hash({}, { a: 1, b: 2 })).toBe(hash({}, { b: 2, a: 1 }));
  expect(hash({}, { a: 1 })).not.toBe(hash({}, { a: "1" }));
  expect(hash({ game: "FFC" }, null)).not.toBe(hash({ game: "SFC" }, null));
});
