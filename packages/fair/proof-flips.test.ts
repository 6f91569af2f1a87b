import { createPublicKey, verify } from "node:crypto";
import { expect, test } from "vitest";
import { verifyProof } from "./verify-proof.ts";
import type { ProofDocument } from "./proof-document.ts";
import type { VerifySignature } from "./record.ts";
import { drawDigits, sampleProof } from "./testing/sample-proof.ts";

/*
 * Every bit of a proof counts: each is flipped in turn, in text as in numbers, and the proof must not be valid
 * any more. Signatures are checked natively and each but once, since most flips leave most of them alone.
 */

const known = new Map<string, boolean>();
const verifySignature: VerifySignature = (message, signature, publicKey) => {
  const key = [message, signature, publicKey].map((bytes) => Buffer.from(bytes).toString("base64")).join();
  const before = known.get(key);
  if (before !== undefined) return before;
  let ok = false;
  try {
    const spki = createPublicKey({ key: Buffer.from(publicKey), format: "der", type: "spki" });
    ok = verify("sha256", message, { key: spki, dsaEncoding: "ieee-p1363" }, signature);
  } catch {
    // The flipped key is no key.
  }
  known.set(key, ok);
  return ok;
};

const verdictOf = (proof: unknown) =>
  verifyProof(proof, { draw: drawDigits, walkToAnchor: true, verifySignature }).verdict;

type Path = readonly (string | number)[];

/** Every text and number in a value, by its path. */
function* leavesOf(value: unknown, path: Path = []): Generator<{ path: Path; leaf: string | number }> {
  if (typeof value === "string" || typeof value === "number") yield { path, leaf: value };
  else if (Array.isArray(value)) for (const [i, item] of value.entries()) yield* leavesOf(item, [...path, i]);
  else if (typeof value === "object" && value !== null)
    for (const [name, item] of Object.entries(value)) yield* leavesOf(item, [...path, name]);
}

/** A copy of the value with another leaf at the path, or none there if `leaf` is undefined. */
function withLeaf(value: unknown, [step, ...rest]: Path, leaf: unknown): unknown {
  if (step === undefined) return leaf;
  if (Array.isArray(value)) {
    const item = withLeaf(value[Number(step)], rest, leaf);
    return item === undefined ? value.toSpliced(Number(step), 1) : value.with(Number(step), item);
  }
  const fields = Object.entries(value ?? {});
  return Object.fromEntries(
    fields.flatMap(([name, item]): [string, unknown][] => {
      const next = name === step ? withLeaf(item, rest, leaf) : item;
      return next === undefined ? [] : [[name, next]];
    }),
  );
}

/** The leaf with each of its bits flipped: eight of each letter, 32 of a number. */
function* flipsOf(leaf: string | number): Generator<string | number> {
  if (typeof leaf === "number")
    for (let bit = 0; bit < 32; bit++) yield leaf + (Math.floor(leaf / 2 ** bit) % 2 ? -1 : 1) * 2 ** bit;
  else
    for (let i = 0; i < leaf.length; i++)
      for (let bit = 0; bit < 8; bit++)
        yield leaf.slice(0, i) + String.fromCodePoint(leaf.charCodeAt(i) ^ (1 << bit)) + leaf.slice(i + 1);
}

const PROOFS: [string, ProofDocument][] = [
  ["mode 0", sampleProof()],
  ["mode 1", sampleProof({ mode: 1 })],
];

test.each(PROOFS)(
  "%s: no flipped bit passes",
  (name, proof) => {
    expect(verdictOf(proof)).toBe("valid");
    let flips = 0;
    const passed: string[] = [];
    for (const { path, leaf } of leavesOf(proof)) {
      // Mode 1 differs in these; its other fields are the same as in mode 0.
      if (name === "mode 1" && !["mode", "round", "beacon", "beaconSignature"].includes(String(path[0])))
        continue;
      for (const flipped of flipsOf(leaf)) {
        flips++;
        if (verdictOf(withLeaf(proof, path, flipped)) !== "invalid")
          passed.push(`${path.join(".")} = ${flipped}`);
      }
    }
    expect(passed).toEqual([]);
    expect(flips).toBeGreaterThan(name === "mode 0" ? 15_000 : 300);
  },
  120_000,
);

test.each(PROOFS)(
  "%s: no truncated, lengthened or missing field passes",
  (_, proof) => {
    const passed: string[] = [];
    for (const { path, leaf } of leavesOf(proof)) {
      if (leaf === "") continue;
      const others =
        typeof leaf === "string" ? [leaf.slice(1), leaf.slice(0, -1), leaf.slice(2), `${leaf}00`, ""] : [];
      for (const other of [
        ...others,
        null,
        undefined,
        `${leaf}`.toUpperCase() === `${leaf}` ? -1 : `${leaf}`.toUpperCase(),
      ])
        if (verdictOf(withLeaf(proof, path, other)) !== "invalid")
          passed.push(`${path.join(".")} = ${String(other)}`);
    }
    for (const name of Object.keys(proof))
      for (const other of [undefined, [], {}, "00"])
        if (verdictOf(withLeaf(proof, [name], other)) !== "invalid")
          passed.push(`${name} = ${JSON.stringify(other)}`);
    expect(passed).toEqual([]);
  },
  60_000,
);
