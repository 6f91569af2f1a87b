import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { roundTime } from "@lotus/beacon";
import { verifyRound } from "@lotus/beacon/verify";
import { fromHex } from "@lotus/tlog";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Beacon } from "./beacon.ts";
import { createBeaconServer } from "./http-server.ts";
import { type BeaconKey, createBeacon, readBeacon } from "./key-file.ts";

const GENESIS_S = 1_700_000_000;
let folder: string;
let key: BeaconKey;
let now: number;
let beacon: Beacon;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "beacon-"));
  key = createBeacon(join(folder, "key"), { genesisS: GENESIS_S, periodS: 3 });
  now = GENESIS_S * 1000 + 30_000;
  beacon = new Beacon(key, () => now);
});
afterEach(() => rmSync(folder, { recursive: true }));

const signatureOf = (text: string | undefined) => fromHex(text) ?? new Uint8Array(0);

describe("a round", () => {
  test("is signed by the chain's key, from its time on", () => {
    expect(beacon.latest()).toBe(11);
    const round = beacon.round(11);
    expect(verifyRound(key.chain, 11, signatureOf(round?.signature))).toBe(true);
    expect(beacon.round(12)).toBeNull();
    now = roundTime(key.chain, 12) - 1;
    expect(beacon.round(12)).toBeNull();
    now += 1;
    expect(verifyRound(key.chain, 12, signatureOf(beacon.round(12)?.signature))).toBe(true);
  });

  test("is the same on every machine with the key", () => {
    const other = new Beacon(readBeacon(join(folder, "key")), () => now);
    expect(other.round(7)).toEqual(beacon.round(7));
    expect(other.chain).toEqual(beacon.chain);
  });

  test.each([0, -1, 1.5, Number.NaN, 2 ** 53])("%s does not exist", (round) => {
    expect(beacon.round(round)).toBeNull();
  });

  test("does not exist before the first one's time", () => {
    now = GENESIS_S * 1000 - 1;
    expect([beacon.latest(), beacon.round(1)]).toEqual([0, null]);
  });
});

describe("the key", () => {
  test("is readable only by its user and never overwritten", () => {
    const file = join(folder, "key");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = readFileSync(file, "utf8");
    expect(() => createBeacon(file, { genesisS: 1, periodS: 3 })).toThrow("EEXIST");
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  test("of another beacon makes another chain", () => {
    const other = createBeacon(join(folder, "other"), { genesisS: GENESIS_S, periodS: 3 });
    expect(other.chain.hash).not.toBe(key.chain.hash);
  });
});

describe("the HTTP API", () => {
  let server: Server;
  let url: string;
  beforeEach(async () => {
    server = createBeaconServer(beacon);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (typeof address !== "object" || address === null) throw new Error("no address");
    url = `http://127.0.0.1:${address.port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const get = async (path: string) => {
    const reply = await fetch(url + path);
    return [reply.status, await reply.json()] as const;
  };

  test("has drand's paths, with and without the hash", async () => {
    const { hash, publicKey } = key.chain;
    const info = {
      hash,
      public_key: publicKey,
      period: 3,
      genesis_time: GENESIS_S,
      schemeID: "bls-unchained-g1-rfc9380",
    };
    expect(await get(`/${hash}/info`)).toEqual([200, expect.objectContaining(info)]);
    expect(await get("/info")).toEqual([200, expect.objectContaining(info)]);
    expect(await get("/chains")).toEqual([200, [hash]]);
    expect(await get(`/${hash}/public/5`)).toEqual([200, beacon.round(5)]);
    expect(await get(`/${hash}/public/latest`)).toEqual([200, beacon.round(11)]);
  });

  test.each([
    ["/public/12", 425],
    ["/public/0", 404],
    ["/public/01", 404],
    ["/public/x", 404],
    [`/${"0".repeat(64)}/public/5`, 404],
    ["/", 404],
  ])("%s is %i", async (path, status) => {
    expect((await get(path))[0]).toBe(status);
  });

  test("caches a round for good, and the latest not at all", async () => {
    const cacheOf = async (path: string) => (await fetch(url + path)).headers.get("cache-control");
    expect(await cacheOf("/public/5")).toContain("immutable");
    expect(await cacheOf("/public/latest")).toBe("no-store");
    expect(await cacheOf("/public/99")).toBe("no-store");
  });
});
