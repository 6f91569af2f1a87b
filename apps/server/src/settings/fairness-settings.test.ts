import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { QUICKNET } from "@lotus/beacon";
import { PUBLIC_PARTIES } from "@lotus/fair";
import { cosignerKey, formatVerifierKey, fromHex, SIGNATURE_TYPES, verifierKey } from "@lotus/tlog";
import { afterAll, describe, expect, test } from "vitest";
import { makeTestFolder } from "../testing/test-folder.ts";
import { houseRun } from "./fairness-settings.ts";
import { readSettings } from "./settings.ts";
import { StartupError } from "./startup-error.ts";

const folder = makeTestFolder("lotus-fairness-settings-");
afterAll(() => rmSync(folder, { recursive: true }));

const KEY = formatVerifierKey(cosignerKey("w1.example", new Uint8Array(32).fill(7)));
const INFO = {
  hash: "0f".repeat(32),
  public_key: "0a".repeat(96),
  genesis_time: 1_700_000_000,
  period: 3,
  schemeID: "bls-unchained-g1-rfc9380",
};

let files = 0;
function fileOf(text: string): string {
  files += 1;
  const path = join(folder, String(files));
  writeFileSync(path, text);
  return path;
}

function read(environment: Record<string, string>) {
  return readSettings(environment, "demo").fairness;
}

function problemOf(environment: Record<string, string>): string {
  try {
    read(environment);
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
  return "";
}

describe("the beacon", () => {
  test("is the demo's own without a setting", () => {
    expect(read({})).toMatchObject({ beacon: null, relays: [] });
  });

  test("is drand's quicknet with its relays, or other relays", () => {
    const quicknet = read({ BEACON: "quicknet" });
    expect(quicknet).toMatchObject({ beacon: QUICKNET });
    expect(quicknet.relays.length).toBeGreaterThan(2);
    const relays = ["https://a.example", "https://b.example"];
    expect(read({ BEACON: "quicknet", BEACON_URLS: relays.join(", ") }).relays).toEqual(relays);
  });

  test("is one of a file, which needs relays and is the operator's", () => {
    const own = fileOf(JSON.stringify(INFO));
    expect(read({ BEACON: own, BEACON_URLS: "http://127.0.0.1:8095" })).toMatchObject({
      beacon: { hash: INFO.hash, publicKey: INFO.public_key, genesisS: INFO.genesis_time, periodS: 3 },
    });
    expect(problemOf({ BEACON: own })).toContain("BEACON_URLS is missing");
    const capitals = { ...INFO, hash: INFO.hash.toUpperCase(), public_key: INFO.public_key.toUpperCase() };
    const written = fileOf(`\uFEFF${JSON.stringify(capitals)}\n`);
    expect(read({ BEACON: written, BEACON_URLS: "https://a.example" }).beacon).toMatchObject({
      hash: INFO.hash,
      publicKey: INFO.public_key,
    });
  });

  test.each([
    ["no file", "/nowhere"],
    ["no JSON", fileOf("quicknet")],
    ["another scheme", fileOf(JSON.stringify({ ...INFO, schemeID: "pedersen-bls-chained" }))],
    ["a short key", fileOf(JSON.stringify({ ...INFO, public_key: "0a" }))],
    ["no period", fileOf(JSON.stringify({ ...INFO, period: 0 }))],
  ])("is refused with %s", (_name, path) => {
    expect(problemOf({ BEACON: path, BEACON_URLS: "https://a.example" })).toContain(
      "BEACON must be quicknet",
    );
  });

  test.each([{ public_key: "0a".repeat(96) }, { genesis_time: 1 }, { period: 30 }])(
    "is refused under quicknet's hash with %o",
    (change) => {
      const quicknet = {
        hash: QUICKNET.hash.toUpperCase(),
        public_key: QUICKNET.publicKey,
        genesis_time: QUICKNET.genesisS,
        period: QUICKNET.periodS,
      };
      const path = fileOf(JSON.stringify({ ...INFO, ...quicknet, ...change }));
      expect(problemOf({ BEACON: path, BEACON_URLS: "https://a.example" })).toContain(
        "the hash of a public beacon",
      );
    },
  );

  test("is refused with relays that are no addresses", () => {
    expect(problemOf({ BEACON: "quicknet", BEACON_URLS: "a.example" })).toContain("BEACON_URLS must be");
  });
});

describe("the witnesses", () => {
  const good = `witness w1 ${KEY} https://w1.example/\nquorum w1\n`;

  test("are those of a policy", () => {
    const path = fileOf(good);
    expect(read({ WITNESS_POLICY: path })).toMatchObject({ witnessLines: good });
  });

  test("are none by a decision of its own", () => {
    expect(read({ WITNESS_QUORUM: "none" })).toMatchObject({ witnessLines: "quorum none\n" });
    expect(problemOf({ WITNESS_QUORUM: "1" })).toContain("WITNESS_QUORUM can only be none");
    expect(problemOf({ WITNESS_QUORUM: "none", WITNESS_POLICY: fileOf(good) })).toContain(
      "exclude each other",
    );
  });

  test.each([
    ["no file", "/nowhere", "WITNESS_POLICY: "],
    ["a line of another kind", fileOf("watcher w1\n"), "WITNESS_POLICY: "],
    ["a witness without an address", fileOf(`witness w1 ${KEY}\nquorum w1\n`), "needs an address"],
    ["no quorum", fileOf(`witness w1 ${KEY} https://w1.example/\nquorum none\n`), "needs a quorum"],
  ])("are refused with %s", (_name, path, words) => {
    expect(problemOf({ WITNESS_POLICY: path })).toContain(words);
  });
});

test("a start says what apps will show as the house's own, whatever a setting claims", () => {
  const own = fileOf(`witness w1 ${KEY} https://w1.example/\nquorum w1\n`);
  const of = (environment: Record<string, string>) => houseRun(read(environment)).join("\n");
  expect(of({ BEACON: "quicknet", WITNESS_POLICY: own, WITNESSES_RUN_BY: "public" })).toMatch(
    /^WITNESS_POLICY has a quorum that public witnesses do not decide[^\n]*$/u,
  );
  expect(of({ WITNESS_QUORUM: "none" })).toMatch(/^BEACON is not a public beacon[^]*WITNESS_QUORUM is none/u);
  const [listed] = PUBLIC_PARTIES.witnesses;
  const key = verifierKey(
    "w1",
    SIGNATURE_TYPES.cosignature,
    fromHex(listed?.publicKey, 32) ?? new Uint8Array(),
  );
  const bound = fileOf(`witness w1 ${formatVerifierKey(key)} https://w1.example/\nquorum w1\n`);
  expect(of({ BEACON: "quicknet", WITNESS_POLICY: bound })).toBe("");
});

test("the log is named by the host of PUBLIC_URL, or by LOG_ORIGIN", () => {
  expect(read({ PUBLIC_URL: "https://play.example" }).origin).toBe("play.example/log");
  expect(read({ LOG_ORIGIN: "lotus.example/log2" }).origin).toBe("lotus.example/log2");
  expect(problemOf({ LOG_ORIGIN: "two words" })).toContain("LOG_ORIGIN");
});

test("the logs before a restore are named by PREVIOUS_LOG_ORIGINS, each once", () => {
  expect(read({}).previousOrigins).toEqual([]);
  expect(read({ LOG_ORIGIN: "c/log", PREVIOUS_LOG_ORIGINS: "a/log,b/log" }).previousOrigins).toEqual([
    "a/log",
    "b/log",
  ]);
  expect(problemOf({ PREVIOUS_LOG_ORIGINS: "two words" })).toContain("PREVIOUS_LOG_ORIGINS");
  expect(problemOf({ LOG_ORIGIN: "a/log", PREVIOUS_LOG_ORIGINS: "a/log" })).toContain("different names");
  expect(problemOf({ PREVIOUS_LOG_ORIGINS: "a/log,a/log" })).toContain("different names");
});
