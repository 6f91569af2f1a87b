import { createHash, createHmac, createPublicKey, verify } from "node:crypto";

/*
 * A second opinion: `lot-fair/1` written once more from its description alone, on node:crypto, sharing no line
 * with packages/fair. What both take for true has been understood twice. Mode 1's beacon is taken as far as its
 * hash; the pairing is beyond node:crypto.
 */

interface Doc {
  readonly scheme: string;
  readonly gameCode: string;
  readonly prizeNo: string;
  readonly mode: number;
  readonly cid: string;
  readonly chainLength: number;
  readonly t: number;
  readonly anchor: string;
  readonly root: string;
  readonly commitment: string;
  readonly merkleProof: readonly string[];
  readonly salt: string;
  readonly round: number | null;
  readonly beacon: string | null;
  readonly beaconSignature: string | null;
  readonly witness: string | null;
  readonly secret: string | null;
  readonly numbers: readonly number[] | null;
  readonly publicKey: string;
  readonly records: readonly {
    readonly type: string;
    readonly body: string;
    readonly hash: string;
    readonly previousHash: string;
    readonly signature: string;
  }[];
}

const H = (...parts: Buffer[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
const MAC = (key: Buffer, ...parts: Buffer[]) =>
  createHmac("sha256", key).update(Buffer.concat(parts)).digest();
const u8 = (n: number) => Buffer.from([n]);
const u16 = (n: number) => Buffer.from([n >> 8, n & 255]);
const u32 = (n: number) => Buffer.from(n.toString(16).padStart(8, "0"), "hex");
const u64 = (n: number) => Buffer.from(n.toString(16).padStart(16, "0"), "hex");
const LP = (x: Buffer) => Buffer.concat([u16(x.length), x]);
const TAG = (s: string) => LP(Buffer.from(`lot-fair/1/${s}`));

/** What is wrong with a proof document of a drawn period; nothing, if it is right. */
export function verifyIndependently(value: unknown): string[] {
  try {
    // Whatever is missing or of another kind makes a comparison fail or a conversion throw.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const doc = value as Doc;
    return [...drawFaults(doc), ...recordFaults(doc)];
  } catch (error) {
    return [`it cannot be read: ${String(error)}`];
  }
}

/** Bytes of hex in lower case, of the length that the field has. */
function hex(text: string | null, length: number): Buffer {
  if (!/^([0-9a-f]{2})*$/.test(text ?? "") || (text ?? "").length !== 2 * length)
    throw new TypeError(`no ${length} bytes: ${text}`);
  return Buffer.from(text ?? "", "hex");
}

/** Commitment, chain, tree and numbers. */
function drawFaults(doc: Doc): string[] {
  const faults: string[] = [];
  const demand = (holds: boolean, fault: string) => holds || faults.push(fault);
  const { t, mode, gameCode, prizeNo } = doc;
  const round = doc.round ?? 0;
  const [cid, secret, salt] = [hex(doc.cid, 16), hex(doc.secret, 32), hex(doc.salt, 32)];
  const [anchor, root, commitment] = [hex(doc.anchor, 32), hex(doc.root, 32), hex(doc.commitment, 32)];
  demand(doc.scheme === "lot-fair/1", "another scheme");

  demand(H(TAG("commit"), cid, u32(t), secret).equals(commitment), "the secret is not the one committed to");
  let s = secret;
  for (let i = t; i >= 1; i--) s = H(TAG("link"), cid, u32(i), s);
  demand(s.equals(anchor), "the secret is not of the chain");
  const top = merkle(commitment, t - 1, doc.chainLength, doc.merkleProof);
  demand(top.equals(root), "the commitment is not under the root");

  const beacon = mode === 1 ? hex(doc.beacon, 32) : Buffer.alloc(0);
  if (mode === 1)
    demand(H(hex(doc.beaconSignature, 48)).equals(beacon), "the beacon is not its signature's hash");
  else demand(doc.beacon === null && mode === 0 && round === 0, "mode 0 has no beacon and no round");
  const period = [LP(Buffer.from(gameCode)), LP(Buffer.from(prizeNo))];
  const chance = [u8(mode), salt, u64(round), LP(beacon), LP(hex(doc.witness, 0))];
  const seed = MAC(secret, TAG("draw"), cid, u32(t), ...period, ...chance);
  const numbers = JSON.stringify(draw(gameCode, choices(seed)));
  demand(JSON.stringify(doc.numbers) === numbers, `the numbers are ${numbers}`);
  return faults;
}

/** RFC 9162, 2.1.3.2: from a leaf's index and the tree's size, up along the siblings to the root. */
function merkle(data: Buffer, index: number, size: number, proof: readonly string[]): Buffer {
  if (!(index >= 0 && index < size)) throw new TypeError("no Merkle proof");
  let [fn, sn] = [index, size - 1];
  let r = H(u8(0), data);
  for (const sibling of proof) {
    const p = hex(sibling, 32);
    if (sn === 0) throw new TypeError("a Merkle proof of another tree");
    if (fn % 2 === 1 || fn === sn) {
      r = H(u8(1), p, r);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1];
    } else r = H(u8(1), r, p);
    [fn, sn] = [fn >> 1, sn >> 1];
  }
  if (sn !== 0) throw new TypeError("a Merkle proof cut short");
  return r;
}

/** U(n) over B_0, B_1, … */
function choices(seed: Buffer): (n: number) => number {
  let stream = Buffer.alloc(0);
  let read = 0;
  let block = 0;
  return function U(n: number): number {
    if (read === stream.length) stream = Buffer.concat([stream, MAC(seed, TAG("stream"), u32(block++))]);
    const b = stream.readUInt8(read++);
    return b >= 256 - (256 % n) ? U(n) : b % n;
  };
}

function draw(game: string, U: (n: number) => number): number[] {
  if (["FFC", "SFC", "WFC"].includes(game)) return [U(10), U(10), U(10), U(10), U(10)];
  if (game === "K3") return [U(6) + 1, U(6) + 1, U(6) + 1];
  if (game === "PK10" || game === "XYFT") {
    const a = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    for (let i = 9; i >= 1; i--) exchange(a, i, U(i + 1));
    return a;
  }
  if (game !== "LHC") throw new TypeError(`no game ${game}`);
  const p = Array.from({ length: 49 }, (_, i) => i + 1);
  for (let k = 0; k <= 6; k++) exchange(p, k, k + U(49 - k));
  return p.slice(0, 7);
}

function exchange(list: number[], i: number, j: number): void {
  const kept = Number(list[i]);
  list[i] = Number(list[j]);
  list[j] = kept;
}

/** For each type of record, which field of the document its fields repeat. */
const SAME: { readonly [type: string]: { readonly [name: string]: keyof Doc } } = {
  chain: { game: "gameCode", cid: "cid", n: "chainLength", anchor: "anchor", root: "root" },
  period: {
    game: "gameCode",
    periodNo: "prizeNo",
    t: "t",
    cid: "cid",
    commitment: "commitment",
    mode: "mode",
    salt: "salt",
    round: "round",
  },
  close: { game: "gameCode", periodNo: "prizeNo" },
  draw: { game: "gameCode", periodNo: "prizeNo", secret: "secret", numbers: "numbers" },
};

/** The log's records: signed, hashed, and saying of the period what the document says. */
function recordFaults(doc: Doc): string[] {
  const faults: string[] = [];
  const key = createPublicKey({ key: hex(doc.publicKey, 91), format: "der", type: "spki" });
  for (const { type, body, hash, previousHash, signature } of doc.records) {
    const text = Buffer.from(body, "utf8");
    const made = H(TAG("record"), LP(Buffer.from(type)), u32(text.length), text, hex(previousHash, 32));
    if (made.toString("hex") !== hash) faults.push(`${type}: wrong hash`);
    if (!verify("sha256", made, { key, dsaEncoding: "ieee-p1363" }, hex(signature, 64)))
      faults.push(`${type}: wrong signature`);
  }
  let last = -1;
  for (const [type, same] of Object.entries(SAME)) {
    const at = doc.records.findIndex((record) => record.type === type && isOf(doc, fieldsOf(record.body)));
    if (at <= last) faults.push(`${type}: missing or out of order`);
    last = at;
    const body = fieldsOf(doc.records[at]?.body ?? "{}");
    for (const [name, field] of Object.entries(same))
      if (JSON.stringify(body.get(name)) !== JSON.stringify(doc[field]))
        faults.push(`${type}: another ${name}`);
    const [open, close, drawn] = ["openAt", "closeAt", "drawAt"].map((name) => Number(body.get(name)));
    if (type === "period" && !(Number(open) < Number(close) && Number(close) <= Number(drawn)))
      faults.push("period: its times are out of order");
  }
  return faults;
}

function fieldsOf(body: string): Map<string, unknown> {
  const parsed: unknown = JSON.parse(body);
  return new Map(Object.entries(Object(parsed)));
}

/** Whether a body speaks of the document's period or chain. */
function isOf(doc: Doc, body: Map<string, unknown>): boolean {
  return body.has("periodNo") ? body.get("periodNo") === doc.prizeNo : body.get("cid") === doc.cid;
}
