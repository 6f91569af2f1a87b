import { createPublicKey, generateKeyPairSync, sign as nodeSign, verify as nodeVerify } from "node:crypto";
import { describe, expect, test } from "vitest";
import { fromHex, toHex } from "@lotus/tlog";
import {
  LOG_START,
  makeRecord,
  pointOfSpki,
  recordFault,
  recordHash,
  verifySignature,
  type LogRecord,
} from "./record.ts";
import { sampleKey } from "./testing/sample-proof.ts";

const skipped = { game: "FFC", fromPeriod: "202611210001", toPeriod: "202611210004" };

describe("a record", () => {
  const { sign, publicKey } = sampleKey();
  const record = makeRecord({ type: "skipped", body: skipped, previousHash: LOG_START }, sign);

  test("is canonical JSON, hashed over its forerunner", () => {
    expect(record.body).toBe('{"fromPeriod":"202611210001","game":"FFC","toPeriod":"202611210004"}');
    const previousHash = new Uint8Array(32);
    expect(record.hash).toBe(toHex(recordHash({ type: "skipped", body: record.body, previousHash })));
    expect(recordFault(record, publicKey)).toBeNull();
    const next = makeRecord({ type: "skipped", body: skipped, previousHash: record.hash }, sign);
    expect(next.previousHash).toBe(record.hash);
    expect(next.hash).not.toBe(record.hash);
  });

  test("is wrong after any flipped bit of its text, hashes or signature", () => {
    for (const field of ["body", "hash", "previousHash", "signature", "type"] as const)
      for (const changed of flips(record, field))
        expect(recordFault(changed, publicKey), field).not.toBeNull();
    // 512 signatures are checked in JavaScript, beside other tests.
  }, 60_000);

  test("is wrong under another key or with a signature of something else", () => {
    expect(recordFault(record, sampleKey(8).publicKey)).toBe("signature");
    const other = makeRecord({ type: "skipped", body: skipped, previousHash: "01".repeat(32) }, sign);
    expect(recordFault({ ...record, signature: other.signature }, publicKey)).toBe("signature");
    expect(recordFault({ ...record, signature: record.signature.slice(2) }, publicKey)).toBe("signature");
    expect(recordFault({ ...record, signature: "" }, publicKey)).toBe("signature");
  });
});

/** The record with each bit of one field flipped in turn: of its bytes where it is hex, else of its letters. */
function* flips(record: LogRecord, field: keyof LogRecord): Generator<LogRecord> {
  const text = record[field];
  const bytes = ["hash", "previousHash", "signature"].includes(field) ? fromHex(text) : null;
  for (let bit = 0; bit < (bytes ?? text).length * 8; bit++) {
    if (bytes !== null) {
      const flipped = bytes.slice();
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      yield { ...record, [field]: toHex(flipped) };
    } else {
      const code = text.charCodeAt(bit >> 3) ^ (1 << (bit & 7));
      yield {
        ...record,
        [field]: text.slice(0, bit >> 3) + String.fromCodePoint(code) + text.slice((bit >> 3) + 1),
      };
    }
  }
}

describe("signatures of Node's own crypto", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const spki = Uint8Array.from(publicKey.export({ type: "spki", format: "der" }));
  const message = new Uint8Array(32).fill(3);

  test("are taken, with a high or a low s, over the message hashed once", () => {
    for (let i = 0; i < 8; i++) {
      const signature = nodeSign("sha256", message, { key: privateKey, dsaEncoding: "ieee-p1363" });
      expect(signature).toHaveLength(64);
      expect(verifySignature(message, Uint8Array.from(signature), spki)).toBe(true);
      expect(verifySignature(new Uint8Array(32), Uint8Array.from(signature), spki)).toBe(false);
    }
  });

  test("and the other way round", () => {
    const key = sampleKey();
    const der = createPublicKey({ key: Buffer.from(key.publicKey), format: "der", type: "spki" });
    expect(nodeVerify("sha256", message, { key: der, dsaEncoding: "ieee-p1363" }, key.sign(message))).toBe(
      true,
    );
  });

  test("a key of another kind is no key", () => {
    const other = generateKeyPairSync("ec", { namedCurve: "secp256k1" }).publicKey;
    expect(pointOfSpki(Uint8Array.from(other.export({ type: "spki", format: "der" })))).toBeNull();
    expect(pointOfSpki(spki.slice(1))).toBeNull();
    expect(pointOfSpki(spki)).toHaveLength(65);
    const signature = Uint8Array.from(
      nodeSign("sha256", message, { key: privateKey, dsaEncoding: "ieee-p1363" }),
    );
    expect(verifySignature(message, signature, spki.slice(1))).toBe(false);
  });
});
