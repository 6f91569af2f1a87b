import { mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { roundTime } from "@lotus/beacon";
import { BeaconRelays, type RelayAnswer } from "@lotus/beacon/relays";
import { verifyRound } from "@lotus/beacon/verify";
import { toHex } from "@lotus/tlog";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Beacon } from "./beacon.ts";
import { createBeaconServer } from "./http-server.ts";
import { createBeacon } from "./key-file.ts";

const GENESIS_S = 1_700_000_000;
let folder: string;
let server: Server;
let beacon: Beacon;
/** The clock of the beacon, and that of its reader. */
let beaconNow: number;
let now: number;
let answers: RelayAnswer[];
let relays: BeaconRelays;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "beacon-relays-"));
  const key = createBeacon(join(folder, "key"), { genesisS: GENESIS_S, periodS: 3 });
  beacon = new Beacon(key, () => beaconNow);
  server = createBeaconServer(beacon);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no address");
  answers = [];
  relays = new BeaconRelays({
    chain: beacon.chain,
    urls: [`http://127.0.0.1:${address.port}/`],
    fetch,
    verifyRound,
    now: () => now,
    timeoutMs: 5_000,
    onAnswer: (_url, answer) => answers.push(answer),
  });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

test("a reader of relays gets its rounds, each from its time on", async () => {
  [beaconNow, now] = [roundTime(beacon.chain, 11), roundTime(beacon.chain, 12)];
  const signature = await relays.round(11);
  expect(signature && toHex(signature)).toBe(beacon.round(11)?.signature);
  expect(await relays.round(12)).toBeNull();
  beaconNow = now;
  expect(await relays.round(12)).toHaveLength(48);
  expect(answers).toEqual(["valid", "late", "valid"]);
});
