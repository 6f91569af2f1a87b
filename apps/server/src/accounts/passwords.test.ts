import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { Overloaded } from "../http/errors.ts";
import { ownerOf } from "./hash-turns.ts";
import { Passwords, type PasswordOptions } from "./passwords.ts";
import { ringOf } from "../testing/key-ring.ts";

const CHEAP = { memoryKiB: 64, passes: 1 };
const PEPPER = ringOf(9);
const AN = ownerOf("an");
const make = (options: Partial<PasswordOptions> = {}): Passwords =>
  new Passwords({ pepper: PEPPER, entropy: { bytes: randomBytes }, cost: CHEAP, ...options });

describe("stored passwords", () => {
  test("match only themselves, in any Unicode composition", async () => {
    const passwords = make();
    const hash = await passwords.hash("mật khẩu dài", AN);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1,keyid=MQ\$[\w+/]{22}\$[\w+/]{43}$/u);
    expect(await passwords.check("mật khẩu dài", hash, AN)).toEqual({ right: true, rehash: false });
    expect(await passwords.check("mật khẩu dài".normalize("NFD"), hash, AN)).toEqual({
      right: true,
      rehash: false,
    });
    expect(await passwords.check("mật khẩu dài ", hash, AN)).toEqual({ right: false });
    expect(await passwords.hash("mật khẩu dài", AN)).not.toBe(hash);
  });

  test("cannot be checked without the pepper they were kept under", async () => {
    const hash = await make().hash("secret words", AN);
    const other = make({ pepper: ringOf(8) });
    expect(await other.check("secret words", hash, AN)).toEqual({ right: false });
  });

  test("are to be rehashed after a change of cost or pepper", async () => {
    const hash = await make().hash("secret words", AN);
    const dearer = make({ cost: { memoryKiB: 128, passes: 1 } });
    expect(await dearer.check("secret words", hash, AN)).toEqual({ right: true, rehash: true });
    const turned = make({ pepper: ringOf(9, 3) });
    expect(await turned.check("secret words", hash, AN)).toEqual({ right: true, rehash: true });
  });

  test("the hash for unknown names matches nothing and costs the same", async () => {
    const passwords = make();
    const before = passwords.computed;
    expect(await passwords.check("anything", passwords.nobody, AN)).toEqual({ right: false });
    expect(passwords.computed - before).toBe(1);
  });
});

test("runs a few hashes at a time, lets a few wait, and refuses more", async () => {
  const passwords = make({
    limits: {
      owner: { atOnce: 2, waitingOfOne: 3, waiting: 3 },
      stranger: { atOnce: 1, waitingOfOne: 1, waiting: 1 },
    },
  });
  const hashing = Array.from({ length: 7 }, (_, index) =>
    passwords.hash("secret words", ownerOf(String(index))),
  );
  const outcomes = await Promise.allSettled(hashing);
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array<string>(5).fill("fulfilled"),
    "rejected",
    "rejected",
  ]);
  expect(outcomes[6]).toMatchObject({ reason: expect.any(Overloaded) });
  expect(await passwords.hash("again", AN)).toMatch(/^\$argon2id/u);
});
