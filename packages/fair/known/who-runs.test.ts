import { QUICKNET } from "@lotus/beacon";
import { cosignerKey, formatVerifierKey, parsePolicy, SIGNATURE_TYPES, verifierKey } from "@lotus/tlog";
import { publicKeyOf } from "@lotus/tlog/testing/keys";
import { expect, test } from "vitest";
import { SAMPLE_PARTIES } from "../testing/sample-draw.ts";
import { PUBLIC_PARTIES, type PublicParties } from "./public-parties.ts";
import { pinnedChain, publicBeacon, publicWitness, whoRuns } from "./who-runs.ts";

const secret = (n: number) => new Uint8Array(32).fill(n);
const LOG = `log ${formatVerifierKey(verifierKey("log.example", SIGNATURE_TYPES.ed25519, publicKeyOf(secret(1))))}`;
/** A line for a witness: those with the secrets 2, 3 and 4 are public in samples, the others are the house's own. */
const line = (name: string, n: number, keyName = `w${n}.example`) =>
  `witness ${name} ${formatVerifierKey(cosignerKey(keyName, secret(n)))}`;
const A = line("A", 2);
const B = line("B", 3);
const C = line("C", 4);
const OWN = line("OWN", 90);
const TOO = line("TOO", 91);

const of = (lines: readonly string[], parties: PublicParties = SAMPLE_PARTIES) =>
  whoRuns({ policy: parsePolicy([LOG, ...lines, ""].join("\n")), beacon: QUICKNET }, parties).witnesses;

test.each([
  ["two of three public ones", "public", [A, B, C, "group g 2 A B C", "quorum g"]],
  ["one that must always cosign, beside the house's", "public", [A, OWN, "group g all A OWN", "quorum g"]],
  ["the house's own alone", "house", [OWN, "quorum OWN"]],
  ["the house's own beside one that need not cosign", "house", [A, OWN, "group g any A OWN", "quorum g"]],
  ["two of the house's that outvote a public one", "house", [A, OWN, TOO, "group g 2 A OWN TOO", "quorum g"]],
  ["a different one for each of two logs", "house", [A, B, "group g any A B", "quorum g"]],
  ["one public and one own for each of two logs", "house", [A, B, OWN, "group g 2 A B OWN", "quorum g"]],
  ["nobody", "none", [A, "quorum none"]],
] as const)("a quorum of %s is %s", (_name, expected, lines) => {
  expect(of(lines)).toBe(expected);
});

test("several logs bind nobody, several keys of one do", () => {
  const key = (name: string, n: number) =>
    `log ${formatVerifierKey(verifierKey(name, SIGNATURE_TYPES.ed25519, publicKeyOf(secret(n))))}`;
  const lines = [A, B, C, "group g 2 A B C", "quorum g"];
  expect(of([key("log.example", 7), ...lines])).toBe("public");
  expect(of([key("other.example", 7), ...lines])).toBe("house");
});

test("several witnesses of one operator count as one", () => {
  const lines = [A, B, C, "group g 2 A B C", "quorum g"];
  const [first] = SAMPLE_PARTIES.witnesses;
  const same = SAMPLE_PARTIES.witnesses.map((each) => ({ ...each, runBy: first?.runBy ?? "" }));
  expect(of(lines, { ...SAMPLE_PARTIES, witnesses: same })).toBe("public");
  // Of two operators, of whom one alone reaches the quorum, the other is not needed.
  const twoOfOne = same.map((each, at) => (at === 2 ? { ...each, runBy: "another" } : each));
  expect(of([A, B, C, "group g 1 A B C", "quorum g"], { ...SAMPLE_PARTIES, witnesses: twoOfOne })).toBe(
    "house",
  );
});

test("a public witness is known by its key, whatever it is called", () => {
  for (const { name } of PUBLIC_PARTIES.witnesses)
    expect(publicWitness({ key: cosignerKey(name, secret(90)) })).toBeUndefined();
  const [listed] = SAMPLE_PARTIES.witnesses;
  expect(publicWitness({ key: cosignerKey("other.example", secret(2)) }, SAMPLE_PARTIES)).toBe(listed);
  expect(of([line("A", 90, "w2.example"), "quorum A"])).toBe("house");
});

test("a beacon is public by all that it is, and its hash under another key is held to the listed one", () => {
  expect(publicBeacon(QUICKNET)?.name).toBe("drand quicknet");
  for (const change of [
    { hash: "00".repeat(32) },
    { publicKey: "0a".repeat(96) },
    { genesisS: 1 },
    { periodS: 30 },
  ])
    expect(publicBeacon({ ...QUICKNET, ...change })).toBeUndefined();
  expect(pinnedChain({ ...QUICKNET, publicKey: "0a".repeat(96) })).toBe(QUICKNET);
  const own = { ...QUICKNET, hash: "00".repeat(32) };
  expect(pinnedChain(own)).toBe(own);
});

test("the list names each key once, with whose it is and where that is published", () => {
  const keys = PUBLIC_PARTIES.witnesses.map(({ publicKey }) => publicKey);
  expect(new Set(keys).size).toBe(keys.length);
  for (const { publicKey, runBy, publishedAt } of PUBLIC_PARTIES.witnesses) {
    expect(publicKey).toMatch(/^[0-9a-f]{64}$/u);
    expect(runBy).not.toBe("");
    expect(publishedAt).toMatch(/^https:\/\//u);
  }
});
