import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { KeyRing } from "../settings/keys.ts";
import { openVault, type SealedPlace } from "./vault.ts";

const keyOf = (name: string): Uint8Array => new Uint8Array(createHash("sha256").update(name).digest());
const ring = (...names: readonly string[]): KeyRing<Uint8Array> => ({
  version: names.length,
  current: keyOf(names.at(-1) ?? ""),
  of: (version) => (names[version - 1] === undefined ? undefined : keyOf(names[version - 1] ?? "")),
});
let drawn = 0;
const entropy = {
  bytes: (length: number): Uint8Array => {
    drawn += 1;
    return keyOf(`nonce ${drawn}`).subarray(0, length);
  },
};
const PLACE: SealedPlace = { table: "bank_card", column: "number", row: 42n };
const vault = openVault({ data: ring("one"), blindIndex: ring("blind one") }, entropy);

test("a text comes back from its own place, and no two seals of it are alike", () => {
  const [first, second] = [vault.seal(PLACE, "số thẻ 9704"), vault.seal(PLACE, "số thẻ 9704")];
  expect(vault.open(PLACE, first)).toBe("số thẻ 9704");
  expect(first).not.toEqual(second);
  expect(Buffer.from(first).includes("9704")).toBe(false);
  expect(vault.open(PLACE, vault.seal(PLACE, ""))).toBe("");
});

test.each([
  { ...PLACE, row: 43n },
  { ...PLACE, column: "holder" },
  { ...PLACE, table: "wallet_address" },
])("it does not open as $table.$column of $row", (other) => {
  const sealed = vault.seal(PLACE, "9704");
  expect(() => vault.open(other, sealed)).toThrow();
});

test("no changed or missing byte opens", () => {
  const sealed = vault.seal(PLACE, "9704");
  for (let i = 0; i < sealed.length; i += 1) {
    const changed = sealed.slice();
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(() => vault.open(PLACE, changed), `byte ${i}`).toThrow();
    expect(() => vault.open(PLACE, sealed.slice(0, i)), `${i} bytes`).toThrow();
  }
});

test("a newer key seals, an older one still opens, a retired one is named", () => {
  const old = vault.seal(PLACE, "9704");
  const newer = openVault({ data: ring("one", "two"), blindIndex: ring("blind one") }, entropy);
  expect(newer.open(PLACE, old)).toBe("9704");
  expect([vault.isCurrent(old), newer.isCurrent(old), newer.isCurrent(newer.seal(PLACE, ""))]).toEqual([
    true,
    false,
    true,
  ]);
  const without = openVault(
    { data: { ...ring("one", "two"), of: () => undefined }, blindIndex: ring("blind one") },
    entropy,
  );
  expect(() => without.open(PLACE, old)).toThrow("data key 1");
});

test("a blind index finds the same text of one purpose, under every key that is held", () => {
  const index = vault.blindIndex("email", "a@b.vn");
  expect(vault.blindIndex("email", "a@b.vn")).toEqual(index);
  expect(vault.blindIndex("email", "c@b.vn")).not.toEqual(index);
  expect(vault.blindIndex("phone", "a@b.vn")).not.toEqual(index);
  const newer = openVault({ data: ring("one"), blindIndex: ring("blind one", "blind two") }, entropy);
  expect(newer.blindIndexes("email", "a@b.vn")).toContainEqual(index);
  expect(newer.blindIndexes("email", "a@b.vn")).toContainEqual(newer.blindIndex("email", "a@b.vn"));
});

test("a newer key that is only known finds and opens, and does not seal", () => {
  const known = { ...ring("blind one", "blind two"), version: 1, current: keyOf("blind one") };
  const first = openVault({ data: ring("one"), blindIndex: known }, entropy);
  const second = openVault({ data: ring("one"), blindIndex: ring("blind one", "blind two") }, entropy);
  expect(first.versions).toEqual({ data: 1, blindIndex: 1 });
  expect(first.blindIndexes("card", "9704")).toContainEqual(second.blindIndex("card", "9704"));
  expect(second.blindIndexes("card", "9704")).toContainEqual(first.blindIndex("card", "9704"));
  expect(first.blindIndex("card", "9704")).not.toEqual(second.blindIndex("card", "9704"));
});
