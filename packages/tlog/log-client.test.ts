import { beforeEach, describe, expect, test } from "vitest";
import { utf8 } from "./bytes.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { LogClient, LogFault } from "./log-client.ts";
import { leafHash, merkleRoot, verifyMerkle } from "./merkle.ts";
import { logFilesOf } from "./testing/log-files.ts";
import { parseTilePath } from "./tiles.ts";

const textOf = (index: number) => utf8(`entry ${index}`);

/** The files of a log of this size. */
function filesOf(size: number, entryAt: (index: number) => Uint8Array = textOf): Map<string, Uint8Array> {
  return logFilesOf(Array.from({ length: size }, (_, index) => entryAt(index)));
}

const checkpointOf = (size: number, entryAt = textOf): Checkpoint => ({
  origin: "log.example",
  size,
  root: merkleRoot(Array.from({ length: size }, (_, index) => leafHash(entryAt(index)))),
  extensions: [],
});

let files: Map<string, Uint8Array>;
let fetched: string[];
let client: LogClient;

beforeEach(() => {
  [files, fetched] = [filesOf(600), []];
  client = new LogClient(async (path) => {
    fetched.push(path);
    return files.get(path) ?? null;
  });
});

async function read(checkpoint: Checkpoint, from?: number, to?: number): Promise<string[]> {
  const texts: string[] = [];
  for await (const entry of client.entries(checkpoint, from, to)) texts.push(new TextDecoder().decode(entry));
  return texts;
}

describe("entries", () => {
  test("are read in order and verified, each file fetched once", async () => {
    expect(await read(checkpointOf(600))).toEqual(Array.from({ length: 600 }, (_, i) => `entry ${i}`));
    expect(new Set(fetched).size).toBe(fetched.length);
    expect(fetched.every((path) => parseTilePath(path) !== null)).toBe(true);
  });

  test("of a range need only its files", async () => {
    expect(await read(checkpointOf(600), 510, 514)).toEqual([
      "entry 510",
      "entry 511",
      "entry 512",
      "entry 513",
    ]);
    expect(fetched.filter((path) => path.startsWith("tile/entries/"))).toEqual([
      "tile/entries/001",
      "tile/entries/002.p/88",
    ]);
  });

  test("of an older tree are read from full tiles where they have replaced partial ones", async () => {
    // The log keeps partial tiles of its checkpoints until they are full.
    for (const [path, content] of filesOf(300)) if (path.startsWith("tile/1/")) files.set(path, content);
    expect(files.has("tile/0/001.p/44")).toBe(false);
    expect(await read(checkpointOf(300), 295)).toEqual([295, 296, 297, 298, 299].map((i) => `entry ${i}`));
  });

  test("beyond the tree do not exist", async () => {
    await expect(read(checkpointOf(600), 0, 601)).rejects.toThrow(RangeError);
  });

  test("that were changed, with their hashes or without, are a fault", async () => {
    const changed = (index: number) => (index === 300 ? utf8("another") : textOf(index));
    const path = "tile/entries/001";
    files.set(path, filesOf(600, changed).get(path) ?? new Uint8Array(0));
    await expect(read(checkpointOf(600), 299, 302)).rejects.toThrow("entry 300 is not the one in the tree");
    files = filesOf(600, changed);
    client = new LogClient(async (name) => files.get(name) ?? null);
    await expect(read(checkpointOf(600), 299, 302)).rejects.toThrow(LogFault);
  });

  test("that are missing or cut are a fault", async () => {
    files.delete("tile/entries/001");
    await expect(read(checkpointOf(600), 300, 301)).rejects.toThrow("tile/entries/001 is missing");
    files.set("tile/entries/000", new Uint8Array(3));
    await expect(read(checkpointOf(600), 0, 1)).rejects.toThrow("malformed");
    client = new LogClient(async (path) =>
      path === "tile/0/002.p/88" ? new Uint8Array(32) : (files.get(path) ?? null),
    );
    await expect(read(checkpointOf(600), 590, 591)).rejects.toThrow(LogFault);
  });
});

test("inclusion of an entry is proved from the log's files", async () => {
  const { root } = checkpointOf(600);
  const siblings = await client.inclusionProof(300, 600);
  expect(verifyMerkle({ leaf: leafHash(textOf(300)), index: 300, count: 600, siblings, root })).toBe(true);
});

describe("a newer checkpoint", () => {
  test("extends every older one of the same log", async () => {
    for (const size of [0, 1, 255, 256, 257, 512, 599, 600])
      // oxlint-disable-next-line no-await-in-loop
      await expect(client.verifyExtends(checkpointOf(size), checkpointOf(600))).resolves.toBeUndefined();
  });

  test("of a changed history, a smaller tree or another log is a fault", async () => {
    const fork = (index: number) => (index === 5 ? utf8("another") : textOf(index));
    await expect(client.verifyExtends(checkpointOf(300, fork), checkpointOf(600))).rejects.toThrow(
      "the first 300 entries were changed",
    );
    await expect(client.verifyExtends(checkpointOf(600, fork), checkpointOf(600))).rejects.toThrow(LogFault);
    await expect(client.verifyExtends(checkpointOf(600), checkpointOf(300))).rejects.toThrow(LogFault);
    const other = { ...checkpointOf(600), origin: "other.example" };
    await expect(client.verifyExtends(checkpointOf(300), other)).rejects.toThrow(LogFault);
  });
});
