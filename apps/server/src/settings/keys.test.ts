import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { makeKeys, openDemoKeys, readKeys } from "./keys.ts";

const folder = mkdtempSync(join(tmpdir(), "lotus-keys-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("keys", () => {
  test("are read from JSON and from a file alike", () => {
    const text = makeKeys(randomBytes);
    const file = join(folder, "some.json");
    writeFileSync(file, text, { mode: 0o600 });
    expect(readKeys(file).data.current).toEqual(readKeys(text).data.current);
    expect(readKeys(text).data.current).toHaveLength(32);
  });

  test("a file of them that everybody on the machine may open is refused, without a word of it", () => {
    const text = makeKeys(randomBytes);
    const file = join(folder, "open.json");
    writeFileSync(file, text);
    for (const mode of [0o644, 0o604, 0o602]) {
      chmodSync(file, mode);
      expect(() => readKeys(file)).toThrow("everybody on this machine");
    }
    // In a container, the group may be that of its only process.
    chmodSync(file, 0o640);
    expect(readKeys(file).data.version).toBe(1);
  });

  test("the highest version makes, the others still open", () => {
    const keys: Record<string, unknown> = {
      ...JSON.parse(makeKeys(randomBytes)),
      jwt: { 1: "11".repeat(32), 2: "22".repeat(32) },
    };
    const { jwt } = readKeys(JSON.stringify(keys));
    expect(jwt.version).toBe(2);
    expect(jwt.current[0]).toBe(0x22);
    expect(jwt.of(1)?.[0]).toBe(0x11);
    expect(jwt.of(3)).toBeUndefined();
  });

  test("a newer key is known before it is used", () => {
    const keys = JSON.parse(makeKeys(randomBytes));
    const two = { 1: "11".repeat(32), 2: "22".repeat(32) };
    const { data } = readKeys(JSON.stringify({ ...keys, data: { ...two, use: 1 } }));
    expect([data.version, data.current[0], data.of(2)?.[0]]).toEqual([1, 0x11, 0x22]);
    const wrong = JSON.stringify({ ...keys, data: { ...two, use: 3 } });
    expect(() => readKeys(wrong)).toThrow("data has no key of the version to use");
  });

  test("every missing or wrong key is named, none is shown", () => {
    const broken = JSON.stringify({ data: { 1: "abcd" }, jwt: { 1: "33".repeat(32) } });
    expect(() => readKeys(broken)).toThrow(
      /data version 1 is no such key.*blindIndex is missing.*pepper is missing.*log is missing/u,
    );
    expect(() => readKeys(broken)).not.toThrow(/abcd/u);
    expect(() => readKeys(join(folder, "absent.json"))).toThrow(/cannot be read/u);
  });

  test("a demo makes its keys once, for its own user's eyes", () => {
    const dataDir = join(folder, "data");
    const first = openDemoKeys(dataDir, randomBytes);
    // The database's user passes through here to its own folder.
    expect(statSync(dataDir).mode & 0o777).toBe(0o711);
    expect(openDemoKeys(dataDir, randomBytes).log.current).toEqual(first.log.current);
    expect(statSync(join(dataDir, "keys/keys.json")).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, "keys")).mode & 0o777).toBe(0o700);
  });

  test("servers of a demo that make them at once have the same", () => {
    const dataDir = join(folder, "at-once");
    let first: ReturnType<typeof openDemoKeys> | undefined;
    const late = openDemoKeys(dataDir, (length) => {
      // While one still draws its keys another one has written its own.
      first ??= openDemoKeys(dataDir, randomBytes);
      return randomBytes(length);
    });
    expect(late.log.current).toEqual(first?.log.current);
    expect(readdirSync(join(dataDir, "keys"))).toEqual(["keys.json"]);
  });
});
