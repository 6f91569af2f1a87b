import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";

/** Object identifiers (DER). */
const OID = {
  ecdsaWithSha256: "06082a8648ce3d040302",
  country: "0603550406",
  organization: "060355040a",
  unit: "060355040b",
  commonName: "0603550403",
  basicConstraints: "0603551d13",
} as const;

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const hex = (text: string): Buffer => Buffer.from(text, "hex");
const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const named = (oid: string, text: string, tag = 0x0c): Buffer =>
  der(0x31, sequence(hex(oid), der(tag, Buffer.from(text))));

/**
 * A certificate as an authenticator's maker would give one, self-signed, with its key: a registration that brings it is
 * in order by the rules of "packed" (WebAuthn, 8.2.1).
 */
export function makeAttestationCertificate(): { readonly certificate: Uint8Array; readonly key: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(hex(OID.ecdsaWithSha256));
  const name = sequence(
    named(OID.country, "VN", 0x13),
    named(OID.organization, "A maker"),
    named(OID.unit, "Authenticator Attestation"),
    named(OID.commonName, "A model"),
  );
  const time = (text: string): Buffer => der(0x17, Buffer.from(text));
  const body = sequence(
    der(0xa0, hex("020102")),
    hex("020101"),
    algorithm,
    name,
    sequence(time("200101000000Z"), time("491231235959Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    // No authority over others.
    der(0xa3, sequence(sequence(hex(OID.basicConstraints), hex("0101ff"), der(0x04, sequence())))),
  );
  const signature = der(0x03, hex("00"), sign("sha256", body, privateKey));
  return { certificate: new Uint8Array(sequence(body, algorithm, signature)), key: privateKey };
}
