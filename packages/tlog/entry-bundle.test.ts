import { expect, test } from "vitest";
import { utf8 } from "./bytes.ts";
import { formatEntryBundle, MAX_ENTRY_BYTES, parseEntryBundle } from "./entry-bundle.ts";

test("entries are prefixed with their length", () => {
  const entries = [utf8("one"), new Uint8Array(0), new Uint8Array(300).fill(1)];
  const bundle = formatEntryBundle(entries);
  expect(bundle.slice(0, 5)).toEqual(Uint8Array.of(0, 3, ...utf8("one")));
  expect(parseEntryBundle(bundle)).toEqual(entries);
  expect(parseEntryBundle(new Uint8Array(0))).toEqual([]);
});

test("an entry beyond 16 bits of length throws, and a truncated bundle is refused", () => {
  expect(() => formatEntryBundle([new Uint8Array(MAX_ENTRY_BYTES + 1)])).toThrow(RangeError);
  const bundle = formatEntryBundle([utf8("one"), utf8("two")]);
  for (const cut of [1, 4, 6, 9]) expect(parseEntryBundle(bundle.slice(0, cut))).toBeNull();
});
