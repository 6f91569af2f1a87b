import { SAMPLE_PERIOD, sampleDocument, sampleEntries, sampleNumbers } from "@lotus/fair/testing/sample-draw";
import { drawFor } from "@lotus/games";
import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FIRST_SEEN_KEY } from "./first-seen.ts";
import { useVerifier } from "./verifier.ts";

const document = sampleDocument(sampleEntries(sampleNumbers(drawFor("five-digits"))));
const { hash, publicKey, genesis, period, scheme } = document.beacon;
const NAMED = {
  origin: "log.example",
  policy: document.policy,
  beacon: { hash, publicKey, genesis, period, scheme },
  relays: [],
  runBy: { beacon: "house", witnesses: "public" },
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

const check = () => renderHook(useVerifier).result.current.checkDraw(document, EXPECTED);

test("a draw is verified with what the server names at first, and says who runs it", async () => {
  expect(await check()).toMatchObject({
    report: { verdict: "valid" },
    trust: {
      pinnedBy: "first-seen",
      hasChanged: false,
      beacon: "house",
      witnesses: "public",
      witnessNames: ["w2.example", "w3.example", "w4.example"],
    },
  });
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
