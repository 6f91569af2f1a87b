import { expect, test } from "vitest";
import { u32 } from "./bytes.ts";
import { formatCheckpoint } from "./checkpoint.ts";
import { cosign, cosignerKey } from "./cosignature.ts";
import { formatInclusionProof, parseInclusionProof, verifyInclusionProof } from "./inclusion-proof.ts";
import { leafHash, merklePath, merkleRoot } from "./merkle.ts";
import { parsePolicy } from "./policy.ts";
import { formatNote, formatVerifierKey, signNote, verifierKey } from "./signed-note.ts";
import { publicKeyOf } from "./testing/keys.ts";

const LOG = { name: "log.example", secretKey: new Uint8Array(32).fill(1) };
const WITNESS = { name: "w.example", secretKey: new Uint8Array(32).fill(2) };
const LEAVES = Array.from({ length: 11 }, (_, i) => leafHash(u32(i)));
const BODY = formatCheckpoint({ origin: LOG.name, size: LEAVES.length, root: merkleRoot(LEAVES) });
const CHECKPOINT = formatNote({
  body: BODY,
  signatures: [signNote(BODY, LOG.name, LOG.secretKey), cosign(BODY, WITNESS, 1_000)],
});
const POLICY = parsePolicy(`log ${formatVerifierKey(verifierKey(LOG.name, 1, publicKeyOf(LOG.secretKey)))}
witness W ${formatVerifierKey(cosignerKey(WITNESS.name, WITNESS.secretKey))}
quorum W
`);

const leafAt = (index: number) => LEAVES[index] ?? new Uint8Array(0);
const proofOf = (index: number, extra: Uint8Array | null = null) =>
  formatInclusionProof({
    extra,
    index,
    hashes: merklePath(LEAVES, index).map(({ hash }) => hash),
    checkpoint: CHECKPOINT,
  });

test("every entry of a log is proved, and no other", () => {
  for (const index of LEAVES.keys()) {
    expect(verifyInclusionProof(leafAt(index), proofOf(index), POLICY)).toMatchObject({ index });
    expect(verifyInclusionProof(leafAt((index + 1) % 11), proofOf(index), POLICY)).toBe("not-included");
  }
});

test("a cosignature that is too late does not count", () => {
  expect(verifyInclusionProof(leafAt(3), proofOf(3), POLICY, 1_001)).toMatchObject({ index: 3 });
  expect(verifyInclusionProof(leafAt(3), proofOf(3), POLICY, 1_000)).toBe("no-quorum");
});

test("it is read back as it was written, with its extra data", () => {
  for (const text of [proofOf(4), proofOf(4, Uint8Array.of(1, 2, 3)), proofOf(4, new Uint8Array(0))]) {
    const parsed = parseInclusionProof(text);
    expect(parsed && formatInclusionProof(parsed)).toBe(text);
  }
});

test("every changed character is noticed, except in the extra data", () => {
  const text = proofOf(5);
  let noticed = 0;
  for (let at = 0; at < text.length; at += 1) {
    const other = text[at] === "A" ? "B" : "A";
    const changed = `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
    if (typeof verifyInclusionProof(leafAt(5), changed, POLICY) === "string") noticed += 1;
  }
  expect(noticed).toBe(text.length);
});

test.each([
  ["another header", proofOf(1).replace("@v1", "@v2")],
  ["no index", proofOf(1).replace(/index .*\n/u, "")],
  ["a leading zero", proofOf(1).replace("index 1", "index 01")],
  ["bad extra data", proofOf(1, Uint8Array.of(1)).replace("extra AQ==", "extra AQ=")],
  ["no checkpoint", proofOf(1).slice(0, proofOf(1).indexOf("\n\n") + 2)],
  [
    "64 hashes",
    proofOf(1).replace(
      "index 1\n",
      `index 1\n${"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n".repeat(64)}`,
    ),
  ],
])("a proof with %s is malformed", (_, text) => {
  expect(parseInclusionProof(text)).toBeNull();
  expect(verifyInclusionProof(leafAt(1), text, POLICY)).toBe("malformed");
});
