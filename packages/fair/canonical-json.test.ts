import { expect, test } from "vitest";
import { canonicalJson, parseCanonical } from "./canonical-json.ts";

test("keys stand in order of their UTF-16 code units, as in RFC 8785 §3.2.3", () => {
  const value = {
    "\u20ac": "Euro Sign",
    "\r": "Carriage Return",
    "\ufb33": "Hebrew Letter Dalet With Dagesh",
    "1": "One",
    "\ud83d\ude00": "Emoji: Grinning Face",
    "\u0080": "Control",
    "\u00f6": "Latin Small Letter O With Diaeresis",
  };
  const order = [...canonicalJson(value).matchAll(/"([^"]+)":/g)].map((match) => match[1]);
  expect(order).toEqual(["\\r", "1", "\u0080", "\u00f6", "\u20ac", "\ud83d\ude00", "\ufb33"]);
});

test("text is escaped as RFC 8785 §3.2.2.2 asks", () => {
  expect(canonicalJson('\u20ac$\u000f\nA\'B"\\\\"/')).toBe('"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"');
});

test("a body has no blanks, and lists keep their order", () => {
  expect(canonicalJson({ t: 3, numbers: [8, 2, 5], game: "FFC", round: null, late: true })).toBe(
    '{"game":"FFC","late":true,"numbers":[8,2,5],"round":null,"t":3}',
  );
});

test("what JSON cannot keep exactly is refused", () => {
  for (const wrong of [0.5, Number.NaN, Infinity, 2 ** 53, "\ud800"])
    expect(() => canonicalJson(wrong)).toThrow(TypeError);
  // @ts-expect-error: a field without a value has no place in a body
  expect(() => canonicalJson({ a: undefined })).toThrow(TypeError);
});

test("only the canonical spelling of an object is read", () => {
  expect(parseCanonical('{"a":1,"b":[{"c":null}]}')).toEqual({ a: 1, b: [{ c: null }] });
  const others = [
    '{"b":1,"a":1}',
    '{"a": 1}',
    '{"a":1,"a":1}',
    '{"a":1.0}',
    '{"a":-0}',
    '{"a":"\\u0041"}',
    '{"a":0.5}',
  ];
  for (const other of [...others, "[1]", "1", "null", "{", "", ' {"a":1}'])
    expect(parseCanonical(other)).toBeNull();
});
