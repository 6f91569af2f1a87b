import {
  SAMPLE_PARTIES,
  SAMPLE_PERIOD,
  sampleDocument,
  sampleEntries,
  sampleNumbers,
} from "@lotus/fair/testing/sample-draw";
import { verifyRound } from "@lotus/beacon/verify";
import { drawFor } from "@lotus/games";
import { formatVerifierKey, SIGNATURE_TYPES, verifierKey } from "@lotus/tlog";
import { publicKeyOf } from "@lotus/tlog/testing/keys";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FIRST_SEEN_KEY } from "./first-seen.ts";
import { Checker, type CheckerDeps } from "./checker.ts";
import type { CheckPort } from "./check-tasks.ts";
import { makeVerifier } from "./verifier.ts";

const document = sampleDocument(sampleEntries(sampleNumbers(drawFor("five-digits"))));
const { hash, publicKey, genesis, period, scheme } = document.beacon;
const NAMED = {
  origin: "log.example",
  policy: document.policy,
  beacon: { hash, publicKey, genesis, period, scheme },
  relays: [],
  // A server of today does not say so; one that lies says what it likes.
  runBy: { beacon: "public", witnesses: "public" },
  isWatched: true,
};
const EXPECTED = { gameCode: SAMPLE_PERIOD.game, prizeNo: SAMPLE_PERIOD.periodNo };

let named: typeof NAMED;

beforeEach(() => {
  named = NAMED;
  localStorage.clear();
  vi.stubGlobal("fetch", async () => Response.json({ code: 0, msg: "", data: named }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

/** Does the checks here: a worker needs a browser. */
const deps: CheckerDeps = {
  fetchLogFile: async () => null,
  fetch: () => Promise.reject(new Error("no witness here")),
  fetchProof: () => Promise.reject(new Error("no proof here")),
  loadVerifyRound: async () => verifyRound,
  store: { putResult: () => Promise.reject(new Error("nothing is stored here")) },
};
const portTo = (checker: Checker) => ((task) => checker.run(task)) as CheckPort;
const here = portTo(new Checker(deps));
const check = (port = here) => makeVerifier(port).checkDraw(document, EXPECTED);

test("a draw is verified with what the server names at first; that it calls itself public counts for nothing", async () => {
  expect(await check()).toMatchObject({
    report: { verdict: "valid" },
    trust: {
      pinnedBy: "first-seen",
      hasChanged: false,
      beacon: "house",
      witnesses: "house",
      witnessNames: ["w2.example", "w3.example", "w4.example"],
      operators: [],
    },
  });
});

test("who runs beacon and witnesses is known by the keys of the list", async () => {
  const known = portTo(new Checker({ ...deps, parties: SAMPLE_PARTIES }));
  expect(await check(known)).toMatchObject({
    report: { verdict: "valid", close: { operators: ["Operator 2", "Operator 3"] } },
    trust: {
      beacon: "public",
      witnesses: "public",
      operators: ["Operator 2", "Operator 3", "Operator 4"],
    },
  });
});

test("a beacon with the hash of a public one and another key is held to the public one, and fails", async () => {
  const parties = {
    ...SAMPLE_PARTIES,
    beacons: SAMPLE_PARTIES.beacons.map((each) => ({ ...each, chain: { ...each.chain, genesisS: 1 } })),
  };
  const found = await check(portTo(new Checker({ ...deps, parties })));
  expect(found.report.steps[0]).toMatchObject({ state: "failed", faults: [{ name: "other-beacon" }] });
});

test.each([
  [
    "policy",
    { policy: "log localhost/other+025c7384+AWp6kKGQTs0M1BcoCERGg6xHox6UAEIFPab6uvxque27\nquorum none\n" },
  ],
  ["beacon", { beacon: { ...NAMED.beacon, hash: "0".repeat(64) } }],
])("another %s later is noticed; what was seen first is still trusted", async (_what, change) => {
  await check();
  named = { ...NAMED, ...change };
  expect(await check()).toMatchObject({ report: { verdict: "valid" }, trust: { hasChanged: true } });
});

describe("the policy", () => {
  const lineOf = (name: string) =>
    `log ${formatVerifierKey(verifierKey(name, SIGNATURE_TYPES.ed25519, publicKeyOf(new Uint8Array(32).fill(99))))}\n`;
  const OTHER_KEY = lineOf("log.example");
  const changeOf = async (policy: string) => {
    await check();
    named = { ...NAMED, policy };
    return (await check()).trust.hasChanged;
  };

  test("may get another key of the same log, which is trusted from then on", async () => {
    expect(await changeOf(OTHER_KEY + NAMED.policy)).toBe(false);
    named = NAMED;
    expect((await check()).trust.hasChanged, "a key that is taken back").toBe(true);
  });

  test.each([
    ["another log", lineOf("log2.example") + NAMED.policy],
    ["a key that is none", `log log.example+00000000+AAAA\n${NAMED.policy}`],
    ["other witnesses too", OTHER_KEY + NAMED.policy.replace("group two 2", "group two 1")],
    ["another key instead of its own", OTHER_KEY + NAMED.policy.split("\n").slice(1).join("\n")],
  ])("has changed with %s", async (_what, policy) => {
    expect(await changeOf(policy)).toBe(true);
  });
});

test("without a storage nothing is remembered, and draws are verified all the same", async () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(await check()).toMatchObject({ report: { verdict: "valid" } });
  expect(localStorage.getItem(FIRST_SEEN_KEY)).toBeNull();
});

test("a memory that is damaged counts as none", async () => {
  localStorage.setItem(FIRST_SEEN_KEY, "{");
  expect(await check()).toMatchObject({ report: { verdict: "valid" }, trust: { hasChanged: false } });
});
