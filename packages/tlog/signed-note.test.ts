import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { concat, toBase64, utf8 } from "./bytes.ts";
import {
  formatNote,
  formatVerifierKey,
  type Note,
  parseNote,
  parseVerifierKey,
  SIGNATURE_TYPES,
  signNote,
  verifierKey,
  verifyNote,
} from "./signed-note.ts";

// The example of the specification.
const VKEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
const NOTE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;

const SECRET = new Uint8Array(32).fill(7);

function parsed(text: string): Note {
  const note = parseNote(text);
  if (note === null) throw new Error("malformed");
  return note;
}

function keyOf(text: string) {
  const key = parseVerifierKey(text);
  if (key === null) throw new Error("malformed");
  return key;
}

/** OpenSSL's Ed25519, from the seed. */
function nativeKeys(seed: Uint8Array) {
  const der = concat(Buffer.from("302e020100300506032b657004220420", "hex"), seed);
  const privateKey = createPrivateKey({ key: Buffer.from(der), format: "der", type: "pkcs8" });
  const spki = createPublicKey(privateKey).export({ format: "der", type: "spki" });
  return { privateKey, publicKey: Uint8Array.from(spki.subarray(-32)) };
}

describe("the example of the specification", () => {
  test("is verified by its vkey", () => {
    expect(verifyNote(parsed(NOTE), keyOf(VKEY))).toBe("signed");
    expect(formatNote(parsed(NOTE))).toBe(NOTE);
    expect(formatVerifierKey(keyOf(VKEY))).toBe(VKEY);
  });

  test("is invalid with another text, and unsigned for another key", () => {
    expect(verifyNote(parsed(NOTE.replace("message", "massage")), keyOf(VKEY))).toBe("invalid");
    const other = verifierKey("example.com/foo", SIGNATURE_TYPES.ed25519, new Uint8Array(32).fill(1));
    expect(verifyNote(parsed(NOTE), other)).toBe("unsigned");
    expect(verifyNote(parsed(NOTE), { ...keyOf(VKEY), name: "example.com/bar" })).toBe("unsigned");
  });
});

test("a signature is OpenSSL's over the body, with the key ID of the specification", () => {
  const { privateKey, publicKey } = nativeKeys(SECRET);
  const body = "one line\n\nand another\n";
  const { name, keyId, signature } = signNote(body, "log.example/1", SECRET);
  expect(Buffer.from(signature)).toEqual(sign(null, Buffer.from(body), privateKey));
  const hash = createHash("sha256")
    .update("log.example/1\n")
    .update(Uint8Array.of(1))
    .update(publicKey)
    .digest();
  expect([name, keyId]).toEqual(["log.example/1", hash.readUInt32BE()]);
  const text = formatNote({ body, signatures: [signNote(body, "log.example/1", SECRET)] });
  expect(parsed(text).body).toBe(body);
  expect(verifyNote(parsed(text), verifierKey("log.example/1", 1, publicKey))).toBe("signed");
});

test("one bad signature of a known key makes the note invalid, even beside a good one", () => {
  const body = "text\n";
  const good = signNote(body, "a", SECRET);
  const bad = { ...good, signature: good.signature.with(0, (good.signature[0] ?? 0) ^ 1) };
  const { publicKey } = nativeKeys(SECRET);
  const key = verifierKey("a", SIGNATURE_TYPES.ed25519, publicKey);
  expect(verifyNote({ body, signatures: [good] }, key)).toBe("signed");
  expect(verifyNote({ body, signatures: [good, bad] }, key)).toBe("invalid");
});

test("every flipped bit of body and signature is noticed", () => {
  const key = keyOf(VKEY);
  const { body, signatures } = parsed(NOTE);
  const [own] = signatures;
  if (own === undefined) throw new Error("no signature");
  let noticed = 0;
  for (let bit = 0; bit < own.signature.length * 8; bit += 1) {
    const at = Math.floor(bit / 8);
    const signature = own.signature.with(at, (own.signature[at] ?? 0) ^ (1 << (bit % 8)));
    if (verifyNote({ body, signatures: [{ ...own, signature }] }, key) === "invalid") noticed += 1;
  }
  expect(noticed).toBe(512);
});

test.each([
  ["no final newline", NOTE.slice(0, -1)],
  ["no signature", "This is an example message.\n\n"],
  ["no blank line", NOTE.replace("\n\n", "\n")],
  ["a control character", NOTE.replace("This", "Th\tis")],
  ["a carriage return", NOTE.replaceAll("\n", "\r\n")],
  ["a hyphen instead of the dash", NOTE.replace("—", "-")],
  ["two spaces", NOTE.replace("— ", "—  ")],
  ["a name with a plus", NOTE.replace("example.com/foo", "example.com+foo")],
  ["no name", NOTE.replace("example.com/foo", "")],
  ["a name with a no-break space", NOTE.replace("example.com/foo", "example.com foo")],
  ["no base64", NOTE.replace("aQM=", "aQ M=")],
  ["base64 without padding", NOTE.replace("aQM=", "aQM")],
  ["a signature of nothing", `text\n\n— a ${toBase64(new Uint8Array(4))}\n`],
  ["101 signatures", `text\n\n${`— a ${toBase64(utf8("12345"))}\n`.repeat(101)}`],
])("a note with %s is malformed", (_, text) => {
  expect(parseNote(text)).toBeNull();
});

test("100 signatures are parsed", () => {
  expect(parseNote(`text\n\n${`— a ${toBase64(utf8("12345"))}\n`.repeat(100)}`)?.signatures).toHaveLength(
    100,
  );
});

test.each([
  ["a wrong ID", VKEY.replace("530d903a", "530d903b")],
  ["an ID in capitals", VKEY.replace("530d903a", "530D903A")],
  ["no name", VKEY.replace("example.com/foo", "")],
  ["another type", VKEY.replace("AekyeRr", "BekyeRr")],
  ["a short key", `a+00000000+${toBase64(new Uint8Array(32))}`],
  ["nothing", ""],
])("a vkey with %s is malformed", (_, text) => {
  expect(parseVerifierKey(text)).toBeNull();
});

test("a name that the specification forbids throws", () => {
  for (const name of ["", "a b", "a+b", "a\u2003b"])
    expect(() => verifierKey(name, 1, new Uint8Array(32))).toThrow(RangeError);
});
