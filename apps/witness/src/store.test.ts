import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CheckpointStore } from "./store.ts";

const LOG = "a".repeat(64);
let folder: string;
let store: CheckpointStore;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "store-")), "made");
  store = new CheckpointStore(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("the latest text of each log is returned, and only it is kept", async () => {
  expect(await store.latest(LOG)).toBeNull();
  expect(await store.add(LOG, null, "one")).toBe(true);
  expect(await store.add(LOG, await store.latest(LOG), "two")).toBe(true);
  expect(await store.add("b".repeat(64), null, "other")).toBe(true);
  expect((await store.latest(LOG))?.text).toBe("two");
  expect(readdirSync(join(folder, LOG))).toEqual(["0000000000000002"]);
});

test("of many writers exactly one stores the successor of a state", async () => {
  const writers = Array.from({ length: 20 }, () => new CheckpointStore(folder));
  for (let round = 0; round < 5; round += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const before = await store.latest(LOG);
    // oxlint-disable-next-line no-await-in-loop
    const stored = await Promise.all(writers.map((writer, at) => writer.add(LOG, before, `${round}/${at}`)));
    expect(stored.filter(Boolean)).toHaveLength(1);
    // oxlint-disable-next-line no-await-in-loop
    expect((await store.latest(LOG))?.text).toBe(`${round}/${stored.indexOf(true)}`);
  }
});

test("what a crash left behind is not a state", async () => {
  await store.add(LOG, null, "one");
  writeFileSync(join(folder, LOG, "new-of-a-crash"), "half");
  expect((await store.latest(LOG))?.text).toBe("one");
  expect(await store.add(LOG, await store.latest(LOG), "two")).toBe(true);
});

test("after a crash between storing and removing, the newer state counts", async () => {
  await store.add(LOG, null, "one");
  writeFileSync(join(folder, LOG, "0000000000000002"), "two");
  expect(await store.latest(LOG)).toEqual({ sequence: 2, text: "two" });
});
