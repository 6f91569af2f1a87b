import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { QUICKNET } from "@lotus/beacon";
import { cosignerKey, formatVerifierKey } from "@lotus/tlog";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";
import { makeTestFolder } from "../testing/test-folder.ts";

/** Settings of the beacon, the witnesses and the log, changed from their defaults and read over HTTP. */

const KEY = formatVerifierKey(cosignerKey("w1.example", new Uint8Array(32).fill(7)));
const folder = makeTestFolder("lotus-settings-of-fairness-");

let server: DeskServer;
let alone: DeskServer;
beforeAll(async () => {
  writeFileSync(join(folder, "policy"), `witness w1 ${KEY} http://127.0.0.1:9\nquorum w1\n`);
  server = await openDeskServer({
    BEACON: "quicknet",
    BEACON_URLS: "https://relay.example",
    WITNESS_POLICY: join(folder, "policy"),
    LOG_ORIGIN: "lotus.example/log2",
  });
  alone = await openDeskServer({ WITNESS_QUORUM: "none" });
});
afterAll(async () => {
  await server.close();
  await alone.close();
  rmSync(folder, { recursive: true });
});

const fairness = async (of: DeskServer) => (await of.player("GET", "/api/lottery/fairness")).data;

test("BEACON, BEACON_URLS: the app is told which beacon decides, and where its rounds are", async () => {
  expect(await fairness(server)).toMatchObject({
    beacon: { hash: QUICKNET.hash },
    relays: ["https://relay.example"],
  });
  expect(await fairness(alone)).toMatchObject({ relays: [] });
});

test("WITNESS_POLICY: nothing is sold while the witness does not answer", async () => {
  await server.app.draws.tick();
  const { policy, ...told } = await fairness(server);
  expect(policy).toContain(`witness w1 ${KEY}`);
  expect(told).toMatchObject({ isWatched: false });
  // What binds the house is for the app to know.
  expect(told).not.toHaveProperty("runBy");
  expect((await server.player("GET", "/api/lottery/games")).data.list.filter(isOnSale)).toEqual([]);
});

test("WITNESS_QUORUM: without witnesses sales go on, and the app is told", async () => {
  await alone.app.draws.tick();
  expect(await fairness(alone)).toMatchObject({ isWatched: true });
  expect((await alone.player("GET", "/api/lottery/games")).data.list.filter(isOnSale)).not.toEqual([]);
});

test("LOG_ORIGIN: the log and its key have this name", async () => {
  const { origin, policy } = await fairness(server);
  expect(origin).toBe("lotus.example/log2");
  expect(policy).toMatch(/^log lotus\.example\/log2\+/u);
});

function isOnSale({ current }: { current: { status: string } | null }): boolean {
  return current?.status === "open";
}
