import { randomBytes } from "node:crypto";
import { concat, leafHash, toHex, verifyMerkle } from "@lotus/tlog";
import { CHECKPOINT_STEP, commitmentPath, commitmentsBetween, makeChain, secretAt } from "@lotus/fair";
import { expect, test } from "vitest";
import { newChain, openChain, sealChain } from "./chain-secrets.ts";
import { commitmentsWithPaths } from "./merkle-paths.ts";

const entropy = { bytes: (length: number) => new Uint8Array(randomBytes(length)) };
const key = entropy.bytes(32);

test("a sealed chain opens with its key, for its own name, unchanged", () => {
  const chain = makeChain({ cid: entropy.bytes(16), lastSecret: entropy.bytes(32), length: 600 });
  const sealed = sealChain(chain, key, entropy);
  expect(openChain(chain.cid, sealed, key)).toEqual(chain.checkpoints);
  expect(toHex(sealed)).not.toContain(toHex(chain.checkpoints.subarray(0, 32)));
  expect(() => openChain(entropy.bytes(16), sealed, key)).toThrow();
  expect(() => openChain(chain.cid, sealed, entropy.bytes(32))).toThrow();
  const flipped = sealed.slice();
  flipped[100] = (flipped[100] ?? 0) ^ 1;
  expect(() => openChain(chain.cid, flipped, key)).toThrow();
  expect(() => openChain(chain.cid, sealed.subarray(0, 20), key)).toThrow();
});

test("the thread makes the chain that the scheme says", async () => {
  let given: Uint8Array[] = [];
  const recorded = {
    bytes: (length: number) => {
      const bytes = entropy.bytes(length);
      given = [...given, bytes];
      return bytes;
    },
  };
  const made = await newChain(recorded, 1000);
  const [cid = concat(), lastSecret = concat()] = given;
  const same = makeChain({ cid, lastSecret, length: 1000 });
  expect([made.anchor, made.root, made.checkpoints].map(toHex)).toEqual(
    [same.anchor, same.root, same.checkpoints].map(toHex),
  );
  expect(toHex(secretAt(made, 1000))).toBe(toHex(lastSecret));
});

test.each([8, CHECKPOINT_STEP, 1000, 4 * CHECKPOINT_STEP])(
  "the paths of a chain of %i are those of its tree",
  (length) => {
    const chain = makeChain({ cid: entropy.bytes(16), lastSecret: entropy.bytes(32), length });
    const all = commitmentsWithPaths(chain, 1, length);
    expect(all.map(({ t }) => t)).toEqual(Array.from({ length }, (_, i) => i + 1));
    expect(all.map(({ commitment }) => toHex(commitment))).toEqual(
      commitmentsBetween(chain, 1, length).map(toHex),
    );
    for (const t of [1, 2, 7, Math.ceil(length / 2), length - 1, length]) {
      const { commitment, path } = all[t - 1] ?? { commitment: concat(), path: concat() };
      expect(toHex(path)).toBe(commitmentPath(chain, t).map(toHex).join(""));
      const siblings = Array.from({ length: path.length / 32 }, (_, i) => path.subarray(i * 32, i * 32 + 32));
      expect(
        verifyMerkle({ leaf: leafHash(commitment), index: t - 1, count: length, siblings, root: chain.root }),
      ).toBe(true);
    }
    expect(commitmentsWithPaths(chain, 3, 7)).toEqual(all.slice(2, 7));
  },
);
