import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cosign, cosignedAt, formatNote, parseNote, signNote, toBase64 } from "@lotus/tlog";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CheckpointStore } from "./store.ts";
import { SampleLog } from "./testing/sample-log.ts";
import { originHashOf, Witness } from "./witness.ts";

const NAME = "witness.example/w1";
const SECRET = new Uint8Array(32).fill(9);
const START = 1_700_000_000_000;

let folder: string;
let now: number;
let log: SampleLog;
let witness: Witness;

const open = () =>
  new Witness({
    name: NAME,
    secretKey: SECRET,
    logs: [log.key, new SampleLog("other.example", { seed: 2 }).key],
    store: new CheckpointStore(folder),
    now: () => now,
  });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "witness-"));
  [now, log] = [START, new SampleLog()];
  witness = open();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The cosignature times in a response, verified with the checkpoint that was sent. */
function timesOf(checkpoint: string, lines: string): readonly number[] | null {
  const note = parseNote(checkpoint + lines);
  return note === null ? null : cosignedAt(note, witness.key);
}

describe("a new checkpoint", () => {
  test("is cosigned with the current time, from nothing and from each size to a later one", async () => {
    let older = 0;
    for (const size of [0, 1, 2, 3, 7, 8, 300]) {
      now += 1_000;
      // oxlint-disable-next-line no-await-in-loop
      const reply = await witness.addCheckpoint(await log.request(older, size));
      expect(reply.status).toBe(200);
      expect(timesOf(log.checkpoint(size), reply.body)).toEqual([now / 1000]);
      older = size;
    }
  });

  test("is served to monitors with the log's signature and the cosignature", async () => {
    expect(await witness.latest(originHashOf(log.origin))).toBeNull();
    await witness.addCheckpoint(await log.request(0, 5));
    const note = parseNote((await witness.latest(originHashOf(log.origin))) ?? "");
    expect(note?.signatures.map(({ name }) => name)).toEqual([log.origin, NAME]);
    expect(note && cosignedAt(note, witness.key)).toEqual([START / 1000]);
    expect(originHashOf("log.example")).toMatch(/^[0-9a-f]{64}$/u);
  });

  test("of the same size is cosigned again with the new time", async () => {
    await witness.addCheckpoint(await log.request(0, 5));
    now += 60_000;
    const reply = await witness.addCheckpoint(await log.request(5, 5));
    expect(timesOf(log.checkpoint(5), reply.body)).toEqual([now / 1000]);
  });

  test("of one log does not affect another", async () => {
    const other = new SampleLog("other.example", { seed: 2 });
    await witness.addCheckpoint(await log.request(0, 5));
    expect((await witness.addCheckpoint(await other.request(0, 3))).status).toBe(200);
    expect((await witness.addCheckpoint(await log.request(5, 6))).status).toBe(200);
  });

  test("keeps signatures by others out of what is served", async () => {
    const body = parseNote(log.checkpoint(5))?.body ?? "";
    const signatures = [
      signNote(body, log.origin, log.secretKey),
      signNote(body, "stranger.example", SECRET),
      cosign(body, { name: "w2.example", secretKey: SECRET }, 5),
    ];
    const reply = await witness.addCheckpoint(await log.request(0, 5, formatNote({ body, signatures })));
    expect(reply.status).toBe(200);
    const served = parseNote((await witness.latest(originHashOf(log.origin))) ?? "");
    expect(served?.signatures.map(({ name }) => name)).toEqual([log.origin, NAME]);
  });
});

describe("400 for", () => {
  const checkpoint = new SampleLog().checkpoint(5);
  test.each([
    ["no old size", `\n\n${checkpoint}`],
    ["an old size with a leading zero", `old 00\n\n${checkpoint}`],
    ["another word", `older 0\n\n${checkpoint}`],
    ["no empty line", `old 0\n${checkpoint.replaceAll("\n\n", "\n")}`],
    ["a hash that is not base64", `old 0\nxx\n\n${checkpoint}`],
    ["a hash of 31 bytes", `old 0\n${toBase64(new Uint8Array(31))}\n\n${checkpoint}`],
    ["64 hashes", `old 1\n${`${toBase64(new Uint8Array(32))}\n`.repeat(64)}\n${checkpoint}`],
    ["no note", "old 0\n\n"],
    [
      "no checkpoint",
      `old 0\n\n${formatNote({ body: "text\n", signatures: [signNote("text\n", "a", SECRET)] })}`,
    ],
    ["nothing", ""],
  ])("%s", async (_, body) => {
    expect((await witness.addCheckpoint(body)).status).toBe(400);
  });

  test("an old size above that of the checkpoint", async () => {
    await witness.addCheckpoint(await log.request(0, 5));
    expect((await witness.addCheckpoint(`old 6\n\n${log.checkpoint(5)}`)).status).toBe(400);
  });
});

test("404 for a log that is not listed", async () => {
  const stranger = new SampleLog("stranger.example");
  expect((await witness.addCheckpoint(await stranger.request(0, 5))).status).toBe(404);
});

describe("403 for", () => {
  test("a checkpoint that only another key has signed", async () => {
    const body = parseNote(log.checkpoint(5))?.body ?? "";
    const foreign = formatNote({ body, signatures: [signNote(body, log.origin, SECRET)] });
    expect((await witness.addCheckpoint(await log.request(0, 5, foreign))).status).toBe(403);
  });

  test("a signature of the log that does not verify, even beside one that does", async () => {
    const changed = log.checkpoint(5).replace("\n5\n", "\n6\n");
    expect((await witness.addCheckpoint(`old 0\n\n${changed}`)).status).toBe(403);
    const good = parseNote(log.checkpoint(5));
    const bad = parseNote(log.checkpoint(6));
    if (good === null || bad === null) throw new Error("malformed");
    const both = formatNote({ body: good.body, signatures: [...good.signatures, ...bad.signatures] });
    expect((await witness.addCheckpoint(await log.request(0, 5, both))).status).toBe(403);
  });
});

describe("409 with the size of the latest checkpoint for", () => {
  test.each([
    ["an older size than the latest", 0, 8],
    ["a newer size than the latest", 6, 8],
  ])("%s", async (_, older, size) => {
    await witness.addCheckpoint(await log.request(0, 5));
    expect(await witness.addCheckpoint(await log.request(older, size))).toEqual({
      status: 409,
      body: "5\n",
      contentType: "text/x.tlog.size",
    });
  });

  test("a first request with a size, which gets zero", async () => {
    expect(await witness.addCheckpoint(await log.request(3, 5))).toMatchObject({ status: 409, body: "0\n" });
  });

  test("a rollback, which leaves the state unchanged", async () => {
    await witness.addCheckpoint(await log.request(0, 8));
    expect((await witness.addCheckpoint(await log.request(0, 5))).status).toBe(409);
    expect((await witness.addCheckpoint(await log.request(8, 9))).status).toBe(200);
  });
});

describe("422 for", () => {
  test("another history", async () => {
    const fork = new SampleLog("log.example", { fork: 1_000 });
    await witness.addCheckpoint(await log.request(0, 5));
    expect((await witness.addCheckpoint(await fork.request(5, 8))).status).toBe(422);
    expect((await witness.addCheckpoint(await fork.request(5, 5))).status).toBe(422);
    expect((await witness.addCheckpoint(await log.request(5, 8))).status).toBe(200);
  });

  test("a proof from size zero", async () => {
    const [first, ...rest] = (await log.request(0, 5)).split("\n");
    const body = [first, toBase64(new Uint8Array(32)), ...rest].join("\n");
    expect((await witness.addCheckpoint(body)).status).toBe(422);
  });

  test("a proof that is missing a hash, or has one too many", async () => {
    await witness.addCheckpoint(await log.request(0, 5));
    const lines = (await log.request(5, 8)).split("\n");
    expect((await witness.addCheckpoint(lines.toSpliced(1, 1).join("\n"))).status).toBe(422);
    const more = lines.toSpliced(1, 0, toBase64(new Uint8Array(32))).join("\n");
    expect((await witness.addCheckpoint(more)).status).toBe(422);
  });

  test("an empty tree with another root", async () => {
    const wrong = log.checkpoint(0, new Uint8Array(32));
    expect((await witness.addCheckpoint(await log.request(0, 0, wrong))).status).toBe(422);
  });
});

test("of many requests at once only consistent ones are cosigned, and the size never falls", async () => {
  await witness.addCheckpoint(await log.request(0, 4));
  const bodies = await Promise.all(
    Array.from({ length: 40 }, (_, i) => log.request(4 + (i % 3), 7 + (i % 5))),
  );
  const replies = await Promise.all(bodies.map((body) => witness.addCheckpoint(body)));
  expect(replies.filter(({ status }) => status === 200)).not.toHaveLength(0);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const conflicts = replies.filter(({ status }) => status === 409).map(({ body }) => Number(body));
  expect(conflicts).toEqual(conflicts.toSorted((a, b) => a - b));
});

test("of two witnesses on one folder only one cosigns, if each is shown another history", async () => {
  const [other, fork] = [open(), new SampleLog("log.example", { fork: 1_000 })];
  await witness.addCheckpoint(await log.request(0, 2));
  const [own, foreign] = [await log.request(2, 5), await fork.request(2, 5)];
  const replies = await Promise.all([witness.addCheckpoint(own), other.addCheckpoint(foreign)]);
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test("after a restart it remembers, and its time never goes back", async () => {
  await witness.addCheckpoint(await log.request(0, 5));
  now -= 3_600_000;
  witness = open();
  expect(await witness.addCheckpoint(await log.request(0, 8))).toMatchObject({ status: 409, body: "5\n" });
  const reply = await witness.addCheckpoint(await log.request(5, 8));
  expect(timesOf(log.checkpoint(8), reply.body)).toEqual([START / 1000]);
});

test("a cosignature exists only for a stored checkpoint: if storing fails, nothing is signed", async () => {
  const failing = new Witness({
    name: NAME,
    secretKey: SECRET,
    logs: [log.key],
    store: new (class extends CheckpointStore {
      override async add(): Promise<boolean> {
        throw new Error("disk full");
      }
    })(folder),
    now: () => now,
  });
  await expect(failing.addCheckpoint(await log.request(0, 5))).rejects.toThrow("disk full");
  expect(await witness.latest(originHashOf(log.origin))).toBeNull();
  // The queue goes on after a failure.
  await expect(failing.addCheckpoint(await log.request(0, 5))).rejects.toThrow("disk full");
});

test("entries of a log of more than a tile are proved", async () => {
  await witness.addCheckpoint(await log.request(0, 255));
  expect((await witness.addCheckpoint(await log.request(255, 70_000))).status).toBe(200);
  expect((await witness.addCheckpoint(await log.request(70_000, 70_001))).status).toBe(200);
});
