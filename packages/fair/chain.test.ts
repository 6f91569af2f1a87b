import { createHash, createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { fromHex, sameBytes, toHex } from "@lotus/tlog";
import {
  CHAIN_LENGTH,
  commitmentOf,
  commitmentPath,
  commitmentsBetween,
  makeChain,
  secretAt,
  walkBack,
} from "./chain.ts";
import type { Hashing } from "@lotus/tlog";
import { leafHash, verifyMerkle } from "@lotus/tlog";

const native: Hashing = {
  sha256: (data) => Uint8Array.from(createHash("sha256").update(data).digest()),
  hmac: (key, data) => Uint8Array.from(createHmac("sha256", key).update(data).digest()),
};
const cid = Uint8Array.from({ length: 16 }, (_, i) => i);
const lastSecret = new Uint8Array(32).fill(0x11);

describe("the chain of the vectors", () => {
  const chain = makeChain({ cid, lastSecret, length: 8 });

  test("has their anchor, secret, commitment and root", () => {
    expect(toHex(chain.anchor)).toBe("aec30cec9ad4934d20aa4893901bb80267c95abec2142e34fb18445d88ab33de");
    expect(toHex(secretAt(chain, 3))).toBe(
      "0c65fd8fcdd175805e6f5d4483bfb4f7ec135becedd6d101c9b15e28519c982d",
    );
    expect(toHex(commitmentOf(cid, 3, secretAt(chain, 3)))).toBe(
      "f1c49a94bb94cd0786dc1cd6afa542411ae672b7b5807bd8dabb54e9639bc1b2",
    );
    expect(toHex(chain.root)).toBe("826e3f147348694892d61546e4499e411bec591b5e22b2051499b07dcada81b1");
  });

  test("has no secret 0 or 9", () => {
    for (const t of [0, 9, 1.5, -1]) expect(() => secretAt(chain, t)).toThrow(RangeError);
  });

  test("is walked downwards only", () => {
    const secret = secretAt(chain, 3);
    expect(walkBack({ cid, secret, from: 3, to: 3 })).toEqual(secret);
    expect(walkBack({ cid, secret, from: 3, to: 0 })).toEqual(chain.anchor);
    expect(() => walkBack({ cid, secret, from: 3, to: 4 })).toThrow(RangeError);
  });
});

test("a chain over several blocks gives each secret, commitment and proof", () => {
  const length = 600;
  const chain = makeChain({ cid, lastSecret, length }, native);
  const commitments = commitmentsBetween(chain, 1, length, native);
  expect(commitments).toHaveLength(length);
  expect(chain.checkpoints).toHaveLength(3 * 32);
  let secret: Uint8Array = lastSecret;
  for (let t = length; t >= 1; t--) {
    const commitment = commitmentOf(cid, t, secret, native);
    expect(sameBytes(commitment, commitments[t - 1] ?? cid)).toBe(true);
    if (t % 37 === 0 || t % 256 < 2 || t === length) {
      expect(secretAt(chain, t, native)).toEqual(secret);
      const proof = { leaf: leafHash(commitment, native), index: t - 1, count: length, root: chain.root };
      expect(verifyMerkle({ ...proof, siblings: commitmentPath(chain, t, native) }, native)).toBe(true);
    }
    secret = walkBack({ cid, secret, from: t, to: t - 1 }, native);
  }
  expect(secret).toEqual(chain.anchor);
});

test("a stretch of commitments is cut out of its blocks exactly", () => {
  const chain = makeChain({ cid, lastSecret, length: 600 }, native);
  const all = commitmentsBetween(chain, 1, 600, native);
  for (const [first, last] of [
    [1, 1],
    [256, 257],
    [200, 520],
    [513, 600],
    [600, 600],
  ] as const)
    expect(commitmentsBetween(chain, first, last, native)).toEqual(all.slice(first - 1, last));
});

test("a secret costs at most 255 hashes", () => {
  const chain = makeChain({ cid, lastSecret, length: 600 }, native);
  for (const t of [1, 256, 257, 600]) {
    let hashes = 0;
    const counting: Hashing = {
      ...native,
      sha256: (data) => {
        hashes++;
        return native.sha256(data);
      },
    };
    secretAt(chain, t, counting);
    expect(hashes).toBeLessThanOrEqual(255);
  }
});

test("a secret is handed out as a copy, so that wiping it does not wipe the chain", () => {
  const chain = makeChain({ cid, lastSecret, length: 8 });
  secretAt(chain, 8).fill(0);
  expect(secretAt(chain, 8)).toEqual(lastSecret);
});

test("a chain of the operator's length is made with native hashing, and its ends meet", () => {
  const chain = makeChain({ cid, lastSecret }, native);
  expect(chain.length).toBe(CHAIN_LENGTH);
  expect(commitmentPath(chain, 77_777, native)).toHaveLength(17);
  expect(walkBack({ cid, secret: secretAt(chain, 1, native), from: 1, to: 0 }, native)).toEqual(chain.anchor);
  // Half a million hashes: two seconds on a core of its own.
}, 60_000);

test("name and secret have their sizes", () => {
  expect(() => makeChain({ cid: cid.slice(1), lastSecret, length: 8 })).toThrow(RangeError);
  expect(() => makeChain({ cid, lastSecret: lastSecret.slice(1), length: 8 })).toThrow(RangeError);
  expect(() => makeChain({ cid, lastSecret, length: 0 })).toThrow(RangeError);
  expect(fromHex(toHex(cid), 16)).toEqual(cid);
});
