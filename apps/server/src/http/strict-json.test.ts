import { CALLS } from "@lotus/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildTestServer } from "../testing/http-server.ts";
import { bind, refuse } from "./handler.ts";
import { parseStrictJson } from "./strict-json.ts";

const read = (text: string): unknown => parseStrictJson(Buffer.from(text));

test("whatever JSON.stringify writes is read as JSON.parse reads it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      // Keys with a quote, a backslash or a control sign are refused below.
      fc.pre(!/"(?:[^"\\]|\\.)*\\.(?:[^"\\]|\\.)*":/u.test(text));
      expect(read(text)).toEqual(JSON.parse(text));
    }),
  );
  const texts = [
    '{"a:b":"c:\\"d\\":"}',
    '{"":{"":[{"":1}]}}',
    '{"__proto__":1,"constructor":":"}',
    " [ ] ",
    '"::"',
  ];
  for (const text of texts) expect(read(text)).toEqual(JSON.parse(text));
});

test("a key that is there twice is refused, at any depth and however it is spelled", () => {
  const doubled = [
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '{"a":":","b":{"c":[{"d":1,"e":2,"d":3}]}}',
    '[{"a":"::"},{"b":1,"b":":"}]',
    '{"__proto__":1,"__proto__":2}',
    '{"":1,"":2}',
    '{"a":"\\\\","a":"\\":"}',
  ];
  for (const text of doubled) expect(() => read(text), text).toThrow(SyntaxError);
  // The same key in two objects is not twice in one.
  expect(read('[{"a":1},{"a":1}]')).toEqual([{ a: 1 }, { a: 1 }]);
});

test("a key with an escape in it is refused, before an object of its kind is parsed", () => {
  const escaped = [
    '{"\\u0061":1}',
    '{"a":1,"\\u003a":2,"\\u003a":3}',
    '{"a":[{"b":{"\\\\":1}}]}',
    '{"\\"" :1}',
  ];
  for (const text of escaped) expect(() => read(text), text).toThrow(SyntaxError);
  for (const text of ['{"a":"\\u0061:"}', '["\\"",{"a":"\\\\"}]', '{"a":"\\":","b":1}'])
    expect(read(text)).toEqual(JSON.parse(text));
});

test("other bytes than UTF-8 without a byte order mark are refused", () => {
  const text = '{"username":"lan"}';
  const others = {
    bom: Buffer.from(`\uFEFF${text}`),
    utf16: Buffer.from(text, "utf16le"),
    utf16WithBom: Buffer.from(`\uFEFF${text}`, "utf16le"),
    latin1: Buffer.from('{"username":"Jos\u00E9"}', "latin1"),
    overlong: Buffer.from([0x22, 0xc0, 0xaf, 0x22]),
    surrogate: Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
    half: Buffer.from([0x22, 0xe2, 0x82, 0x22]),
  };
  for (const [name, bytes] of Object.entries(others))
    expect(() => parseStrictJson(bytes), name).toThrow(SyntaxError);
});

test("a body with a key twice or a byte order mark gets 400, one of another charset than UTF-8 gets 415", async () => {
  const { fastify } = buildTestServer({ calls: [bind(CALLS.login, () => refuse("WRONG_CREDENTIALS"))] });
  const sent = async (payload: string, type = "application/json"): Promise<number> => {
    const headers = { "content-type": type };
    return (await fastify.inject({ method: "POST", url: "/api/user/login", headers, payload })).statusCode;
  };
  const fine = '{"username":"lan","password":"a:b"}';
  expect(await sent(fine)).toBe(200);
  expect(await sent('{"username":"lan","password":"no","password":"yes"}')).toBe(400);
  expect(await sent('{"username":"lan","password":"a:b","passwor\\u0064":"yes"}')).toBe(400);
  expect(await sent(`\uFEFF${fine}`)).toBe(400);
  for (const charset of ["utf-8", "UTF-8", '"utf-8"', "utf8"])
    expect([charset, await sent(fine, `application/json; charset=${charset}`)]).toEqual([charset, 200]);
  for (const charset of ["latin1", "utf-16le", '"utf-7"', "", "utf-8; charset=utf-16", "utf-8-sig"])
    expect([charset, await sent(fine, `application/json; charset=${charset}`)]).toEqual([charset, 415]);
  expect(await sent(fine, "application/json; charset*=utf-16")).toBe(415);
  await fastify.close();
});
