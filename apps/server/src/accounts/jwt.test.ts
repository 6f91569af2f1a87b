import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { readJwt, signJwt } from "./jwt.ts";
import { ringOf } from "../testing/key-ring.ts";

const KEY = ringOf(1, 2);
const CLAIMS = { familyId: "8f7a6f1c-0000-4000-8000-0123456789ab", generation: 3, issuedAt: 1_795_200_000 };

test("reads what it wrote, and writes the same again", () => {
  const jwt = signJwt(KEY, CLAIMS);
  expect(readJwt(KEY, jwt)).toEqual(CLAIMS);
  expect(signJwt(KEY, CLAIMS)).toBe(jwt);
  expect(signJwt(KEY, { ...CLAIMS, generation: 4 })).not.toBe(jwt);
});

test("a jwt of an older key is read, one of a key that is gone is not", () => {
  const old = signJwt(ringOf(1), CLAIMS);
  expect(readJwt(KEY, old)).toEqual(CLAIMS);
  expect(readJwt({ ...KEY, of: (version) => (version === 2 ? KEY.current : undefined) }, old)).toBeNull();
});

test("every changed character is refused", () => {
  const jwt = signJwt(KEY, CLAIMS);
  for (let at = 0; at < jwt.length; at += 1) {
    const other = jwt[at] === "A" ? "B" : "A";
    expect(readJwt(KEY, jwt.slice(0, at) + other + jwt.slice(at + 1))).toBeNull();
  }
});

test("refuses other algorithms and anything that is not a jwt", () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const payload = part({ fam: CLAIMS.familyId, gen: 3, iat: 1 });
  expect(readJwt(KEY, `${part({ alg: "none", kid: "2" })}.${payload}.`)).toBeNull();
  const signed = (text: string) =>
    `${text}.${createHmac("sha256", Buffer.alloc(32, 2)).update(text).digest("base64url")}`;
  expect(readJwt(KEY, signed(`${part({ alg: "HS512", kid: "2" })}.${payload}`))).toBeNull();
  expect(
    readJwt(KEY, signed(`${part({ alg: "HS256", kid: "2" })}.${part({ fam: "x", gen: 1, iat: 1 })}`)),
  ).toBeNull();
  // Signed by the key, and still read in one way only.
  const twice = Buffer.from(`{"fam":"${CLAIMS.familyId}","gen":3,"gen":4,"iat":1}`).toString("base64url");
  expect(readJwt(KEY, signed(`${part({ alg: "HS256", kid: "2" })}.${payload}`))).toMatchObject({
    generation: 3,
  });
  expect(readJwt(KEY, signed(`${part({ alg: "HS256", kid: "2" })}.${twice}`))).toBeNull();
  for (const text of ["", "a.b", "a.b.c", "....", "é.é.é"]) expect(readJwt(KEY, text)).toBeNull();
});
