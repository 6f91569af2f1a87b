import { createHash, createPublicKey, verify } from "node:crypto";
import { expect, test } from "vitest";
import { SampleOperator } from "./testing/sample-operator.ts";

/*
 * Reads a log with nothing but Node's library and the texts of c2sp.org/signed-note, tlog-checkpoint, tlog-tiles and
 * tlog-cosignature: what the log shows must be what these texts say, not only what `packages/tlog` makes of them.
 */

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** RFC 6962, section 2.1. */
function treeHash(entries: readonly Uint8Array[]): Buffer {
  const [first] = entries;
  if (first === undefined) return sha256();
  if (entries.length === 1) return sha256(Uint8Array.of(0), first);
  let split = 1;
  while (split * 2 < entries.length) split *= 2;
  return sha256(Uint8Array.of(1), treeHash(entries.slice(0, split)), treeHash(entries.slice(split)));
}

/** A vkey of signed-note: <name>+<hex of the key ID>+<base64 of type and key>. */
function readKey(vkey: string) {
  const [name = "", id = "", ...rest] = vkey.split("+");
  const typed = Buffer.from(rest.join("+"), "base64");
  const computed = sha256(Buffer.from(`${name}\n`), typed)
    .subarray(0, 4)
    .toString("hex");
  if (computed !== id) throw new Error("the key ID is wrong");
  // An Ed25519 key in X.509: RFC 8410.
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), typed.subarray(1)]);
  return { name, id, type: typed[0], key: createPublicKey({ key: der, format: "der", type: "spki" }) };
}

/** The signatures of a note by a key, without the key ID. */
function signaturesBy(note: string, { name, id }: { name: string; id: string }): Buffer[] {
  const lines = note.slice(note.lastIndexOf("\n\n") + 2).trimEnd();
  return lines.split("\n").flatMap((line) => {
    const [dash, by, encoded = ""] = line.split(" ");
    const bytes = Buffer.from(encoded, "base64");
    return dash === "—" && by === name && bytes.subarray(0, 4).toString("hex") === id
      ? [bytes.subarray(4)]
      : [];
  });
}

/** The path of a bundle in tlog-tiles. */
function bundlePath(index: number, count: number): string {
  const width = Math.min(256, count - index * 256);
  const thousands = index >= 1000 ? `x${String(Math.floor(index / 1000)).padStart(3, "0")}/` : "";
  return `tile/entries/${thousands}${String(index % 1000).padStart(3, "0")}${width < 256 ? `.p/${width}` : ""}`;
}

/** The entries of a bundle: each after its length in two bytes. */
function readBundle(bundle: Buffer): Buffer[] {
  const entries: Buffer[] = [];
  for (let at = 0; at < bundle.length; at += 2 + bundle.readUInt16BE(at))
    entries.push(bundle.subarray(at + 2, at + 2 + bundle.readUInt16BE(at)));
  return entries;
}

test("checkpoints, cosignatures, entries and tiles are what the specifications say", async () => {
  const operator = new SampleOperator().begin();
  for (let n = 1; n <= 600; n += 1) operator.logPeriod(n);
  operator.publish({ witnesses: [0, 1] });
  const get = async (path: string): Promise<Buffer> => {
    const response = await operator.fetch(`https://play.example/log/${path}`);
    expect([path, response.status]).toEqual([path, 200]);
    return Buffer.from(await response.arrayBuffer());
  };

  const note = (await get("checkpoint")).toString("utf8");
  const body = note.slice(0, note.lastIndexOf("\n\n") + 1);
  const [origin, digits, root] = body.split("\n");
  const count = Number(digits);
  expect([origin, count]).toEqual(["log.example", 602]);

  const policy = operator.policy().split("\n");
  const log = readKey(policy.find((line) => line.startsWith("log "))?.split(" ")[1] ?? "");
  const [signature = Buffer.alloc(0)] = signaturesBy(note, log);
  expect([log.type, verify(null, Buffer.from(body), log.key, signature)]).toEqual([1, true]);
  const witnesses = policy
    .filter((line) => line.startsWith("witness "))
    .map((line) => readKey(line.split(" ")[2] ?? ""));
  const times = witnesses.map((witness) => {
    const [cosignature] = signaturesBy(note, witness);
    if (cosignature === undefined) return null;
    const time = cosignature.readBigUInt64BE(0);
    const message = Buffer.from(`cosignature/v1\ntime ${time}\n${body}`);
    return verify(null, message, witness.key, cosignature.subarray(8)) ? Number(time) * 1000 : "invalid";
  });
  expect(times).toEqual([operator.now, operator.now, null]);

  const bundles = await Promise.all(
    Array.from({ length: Math.ceil(count / 256) }, async (_, index) =>
      readBundle(await get(bundlePath(index, count))),
    ),
  );
  const entries = bundles.flat();
  expect(entries.map((entry) => entry.toString("utf8"))).toEqual(operator.entries);
  expect(treeHash(entries).toString("base64")).toBe(root);

  // Level 0 has the hashes of the entries, level 1 those of full tiles below.
  const leaves = entries.map((entry) => sha256(Uint8Array.of(0), entry));
  expect(await get("tile/0/001")).toEqual(Buffer.concat(leaves.slice(256, 512)));
  expect(await get("tile/0/002.p/90")).toEqual(Buffer.concat(leaves.slice(512)));
  const full = [entries.slice(0, 256), entries.slice(256, 512)].map(treeHash);
  expect(await get("tile/1/000.p/2")).toEqual(Buffer.concat(full));
});
