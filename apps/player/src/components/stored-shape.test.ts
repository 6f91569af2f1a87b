// @vitest-environment node
import { expect, test } from "vitest";
import { fittingFields, listOf, nullable, number, objectOf, optional, text } from "./stored-shape.ts";

const line = objectOf({ key: text, amount: optional(text), at: nullable(number) });

test("a value fits if each field of its shape does, whatever else it has", () => {
  expect(line({ key: "1", at: null })).toBe(true);
  expect(line({ key: "1", amount: "2", at: 3, more: true })).toBe(true);
  expect(line({ key: "1", amount: 2, at: 3 })).toBe(false);
  expect(line({ key: "1" })).toBe(false);
  expect(listOf(line)([{ key: "1", at: 1 }])).toBe(true);
  expect(listOf(line)([{ key: "1", at: 1 }, null])).toBe(false);
  expect(listOf(line)({ length: 0 })).toBe(false);
});

test.each([null, undefined, "text", 1, [], ["key"]])("%o is no object", (value) => {
  expect(line(value)).toBe(false);
  expect(fittingFields(value, { length: number })).toEqual({});
});

test("fields that fit are kept, others and unknown ones are left out", () => {
  const found = { a: "1", b: 2, c: "3" };
  expect(fittingFields(found, { a: text, b: text, d: optional(text) })).toEqual({ a: "1" });
});
