import { mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { acceptCheckpoint, consistencyHashes, leafHash, merkleRoot, parsePolicy, u32 } from "@lotus/tlog";
import { formatVerifierKey, TILE_WIDTH } from "@lotus/tlog";
import { WitnessClient } from "@lotus/tlog/witness-client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createWitnessServer } from "./http-server.ts";
import { CheckpointStore } from "./store.ts";
import { SampleLog } from "./testing/sample-log.ts";
import { Witness } from "./witness.ts";

const START_S = 1_700_000_000;
const log = new SampleLog();
let folder: string;
let witness: Witness;
let server: Server;
let url: string;
let now: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-client-"));
  now = START_S * 1000;
  witness = new Witness({
    name: "w.example",
    secretKey: new Uint8Array(32).fill(9),
    logs: [log.key],
    store: new CheckpointStore(folder),
    now: () => now,
  });
  server = createWitnessServer(witness, () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no address");
  url = `http://127.0.0.1:${address.port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

const open = (key = witness.key) => new WitnessClient({ key, url, fetch, timeoutMs: 5_000 });

/** Submits the checkpoint of the first `size` entries of a log. */
async function submit(client: WitnessClient, size: number, fork = 0) {
  const of = new SampleLog(log.origin, { fork });
  const leaves = Array.from({ length: size }, (_, i) => leafHash(u32(i < 2 ? i : i + fork)));
  const read = async (level: number, index: number) => {
    const width = TILE_WIDTH ** level;
    return merkleRoot(leaves.slice(index * width, (index + 1) * width));
  };
  const checkpoint = of.checkpoint(size);
  const result = await client.cosign({ checkpoint, size, root: of.root(size) }, (older) =>
    consistencyHashes(older, size, read),
  );
  return { result, checkpoint };
}

test("checkpoints of a growing log are cosigned, and accepted under a policy with the witness", async () => {
  const policy = parsePolicy(
    `log ${formatVerifierKey(log.key)}\nwitness W ${formatVerifierKey(witness.key)}\nquorum W\n`,
  );
  const client = open();
  for (const size of [0, 1, 5, 5, 8, 300]) {
    now += 1_000;
    const { result, checkpoint } = await submit(client, size);
    expect(result).toMatchObject({ ok: true, timestampS: now / 1000 });
    const accepted = acceptCheckpoint(policy, checkpoint + (result.ok ? result.line : ""));
    expect(accepted).toMatchObject({ checkpoint: { size }, cosignedAt: new Map([["W", now / 1000]]) });
  }
});

test("a log that has forgotten what it submitted continues from what the witness knows", async () => {
  await submit(open(), 5);
  expect((await submit(open(), 9)).result).toMatchObject({ ok: true });
});

test("an older tree is a conflict, another history is refused", async () => {
  await submit(open(), 9);
  expect((await submit(open(), 5)).result).toEqual({ ok: false, why: "conflict", status: 409 });
  expect((await submit(open(), 12, 1)).result).toEqual({ ok: false, why: "refused", status: 422 });
});

test("two clients at once both get their cosignatures, or a conflict with the larger tree", async () => {
  const [first, second] = await Promise.all([submit(open(), 5), submit(open(), 9)]);
  expect(second.result).toMatchObject({ ok: true });
  expect(first.result.ok || first.result.why === "conflict").toBe(true);
});

test("a log that the witness does not know is refused", async () => {
  const other = new SampleLog("other.example");
  const submitted = { checkpoint: other.checkpoint(3), size: 3, root: other.root(3) };
  expect(await open().cosign(submitted, async () => [])).toEqual({ ok: false, why: "refused", status: 404 });
});
