import { createPublicKey, verify } from "node:crypto";
import { expect, test } from "vitest";
import { formatCheckpoint } from "./checkpoint.ts";
import { cosign, cosignedAt, cosignerKey } from "./cosignature.ts";
import { formatNote, parseNote, SIGNATURE_TYPES, signNote } from "./signed-note.ts";

const WITNESS = { name: "witness.example/w1", secretKey: new Uint8Array(32).fill(9) };
const KEY = cosignerKey(WITNESS.name, WITNESS.secretKey);
const BODY = formatCheckpoint({ origin: "log.example", size: 7, root: new Uint8Array(32).fill(3) });
const AT = 1_679_315_147;

const noteWith = (...signatures: ReturnType<typeof cosign>[]) => {
  const note = parseNote(formatNote({ body: BODY, signatures }));
  if (note === null) throw new Error("malformed");
  return note;
};

test("OpenSSL verifies the message of the specification", () => {
  const { signature, keyId } = cosign(BODY, WITNESS, AT);
  const key = createPublicKey({
    key: Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), KEY.publicKey]),
    format: "der",
    type: "spki",
  });
  const message = `cosignature/v1\ntime ${AT}\n${BODY}`;
  expect(Buffer.from(signature).readBigUInt64BE()).toBe(BigInt(AT));
  expect(verify(null, Buffer.from(message), key, signature.subarray(8))).toBe(true);
  expect([keyId, KEY.type]).toEqual([KEY.keyId, SIGNATURE_TYPES.cosignature]);
});

test("its time is read, and every time of several", () => {
  expect(cosignedAt(noteWith(cosign(BODY, WITNESS, AT)), KEY)).toEqual([AT]);
  expect(cosignedAt(noteWith(cosign(BODY, WITNESS, AT), cosign(BODY, WITNESS, AT + 1)), KEY)).toEqual([
    AT,
    AT + 1,
  ]);
});

test("another witness, and a plain signature by the same key, do not count", () => {
  const other = cosign(BODY, { ...WITNESS, name: "witness.example/w2" }, AT);
  expect(cosignedAt(noteWith(other, signNote(BODY, WITNESS.name, WITNESS.secretKey)), KEY)).toEqual([]);
});

test("every flipped bit, time included, makes it malformed", () => {
  const own = cosign(BODY, WITNESS, AT);
  let noticed = 0;
  for (let bit = 0; bit < own.signature.length * 8; bit += 1) {
    const at = Math.floor(bit / 8);
    const signature = own.signature.with(at, (own.signature[at] ?? 0) ^ (1 << (bit % 8)));
    if (cosignedAt(noteWith({ ...own, signature }), KEY) === null) noticed += 1;
  }
  expect(noticed).toBe(72 * 8);
});

test("a time of zero, and a signature of another length, are malformed", () => {
  const own = cosign(BODY, WITNESS, AT);
  expect(() => cosign(BODY, WITNESS, 0)).toThrow(RangeError);
  expect(cosignedAt(noteWith({ ...own, signature: own.signature.fill(0, 0, 8) }), KEY)).toBeNull();
  expect(cosignedAt(noteWith({ ...own, signature: own.signature.slice(0, 71) }), KEY)).toBeNull();
});
