import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  linkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { openDataDir } from "./data-dir.ts";
import { StartupError } from "./startup-error.ts";

const SECRET_BYTES = 32;
/** Permission bits of users other than the owner and the group. */
const FOR_EVERYBODY = 0o007;
const SECRET_NAMES = ["data", "blindIndex", "pepper", "jwt", "log", "vapid"] as const;
/** Order of the group of P-256, less which a private key of it is. */
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

type SecretName = (typeof SECRET_NAMES)[number];

/** All versions of one kind of key: the current one encrypts or signs, every version decrypts or verifies. */
export interface KeyRing<Key> {
  /** The current version: the highest, unless `use` names another. */
  readonly version: number;
  readonly current: Key;
  /** The key of a version, or undefined when it was retired. */
  of(version: number): Key | undefined;
}

/**
 * The keys of a ring with their versions, newest first. A key that is known but not used yet is newer than the current
 * one.
 */
export function versionsOf<Key>(ring: KeyRing<Key>): [number, Key][] {
  const found: [number, Key][] = [];
  let newest = ring.version;
  while (ring.of(newest + 1) !== undefined) newest += 1;
  for (let version = newest; version > 0; version -= 1) {
    const key = ring.of(version);
    if (key !== undefined) found.push([version, key]);
  }
  return found;
}

/** The server's keys, each of 32 bytes. */
export interface Keys {
  /** Encrypts contacts, names, cards and addresses of players. */
  readonly data: KeyRing<Uint8Array>;
  /** Key of the blind index that finds duplicates of encrypted values. */
  readonly blindIndex: KeyRing<Uint8Array>;
  /** Mixed into every password before it is hashed. */
  readonly pepper: KeyRing<Uint8Array>;
  /** Signs the tokens that renew a session. */
  readonly jwt: KeyRing<Uint8Array>;
  /** Signs checkpoints of the public log and receipts: seeds of Ed25519 keys. */
  readonly log: KeyRing<Uint8Array>;
  /** Signs requests to push services: private keys on P-256. Null where there is none, and nothing is pushed. */
  readonly vapid: KeyRing<Uint8Array> | null;
}

/**
 * Reads the keys: `{ "data": { "1": "<64 hex digits>" }, "blindIndex": …, "pepper": …, "jwt": …, "log": …,
 * "vapid": … }`, of which the last may be missing, given as that JSON or the path of its file. A kind may
 * name the current version as `"use": 1`, so that every node knows a new key before one of them uses it.
 * @throws StartupError naming each key that is missing or wrong; never a key's value
 */
export function readKeys(source: string): Keys {
  const fromFile = !source.trimStart().startsWith("{");
  let text = source;
  if (fromFile) {
    let mode: number;
    try {
      ({ mode } = statSync(source));
      text = readFileSync(source, "utf8");
    } catch {
      throw new StartupError("LOTUS_KEYS names a file that cannot be read");
    }
    if ((mode & FOR_EVERYBODY) !== 0)
      throw new StartupError("LOTUS_KEYS names a file that everybody on this machine may open: chmod 600 it");
  }
  return parseKeys(text);
}

/** The keys of a demo, generated in DATA_DIR/keys at the first start and readable only by the server's user. */
export function openDemoKeys(dataDir: string, randomBytes: (length: number) => Uint8Array): Keys {
  const folder = join(openDataDir(dataDir), "keys");
  const file = join(folder, "keys.json");
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o700);
    const draft = `${file}.${Buffer.from(randomBytes(8)).toString("hex")}`;
    writeFileSync(draft, makeKeys(randomBytes), { mode: 0o600 });
    linkUnlessThere(draft, file);
  }
  const keys: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!isRecord(keys) || keys["vapid"] !== undefined) return parseKeys(JSON.stringify(keys));
  return parseKeys(JSON.stringify({ ...keys, vapid: laterVapid(folder, randomBytes) }));
}

/** Demos from before push have its key in a file of its own. */
function laterVapid(folder: string, randomBytes: (length: number) => Uint8Array): unknown {
  const file = join(folder, "vapid.json");
  if (!existsSync(file)) {
    const draft = `${file}.${Buffer.from(randomBytes(8)).toString("hex")}`;
    const hex = Buffer.from(vapidSecret(randomBytes)).toString("hex");
    writeFileSync(draft, JSON.stringify({ 1: hex }), { mode: 0o600 });
    linkUnlessThere(draft, file);
  }
  return JSON.parse(readFileSync(file, "utf8"));
}

/** If several servers start at once, all use the keys of the first one. */
function linkUnlessThere(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(draft);
  }
}

/** A fresh set of keys as `readKeys` takes them. */
export function makeKeys(randomBytes: (length: number) => Uint8Array): string {
  const secret = (): Record<string, string> => ({
    1: Buffer.from(randomBytes(SECRET_BYTES)).toString("hex"),
  });
  const secrets = Object.fromEntries(SECRET_NAMES.map((name) => [name, secret()]));
  secrets["vapid"] = { 1: Buffer.from(vapidSecret(randomBytes)).toString("hex") };
  return `${JSON.stringify(secrets, null, 2)}\n`;
}

function parseKeys(text: string): Keys {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new StartupError("LOTUS_KEYS holds no JSON");
  }
  const problems: string[] = [];
  const secret = (name: SecretName): KeyRing<Uint8Array> | null => readRing(read, name, problems);
  const [data, blindIndex] = [secret("data"), secret("blindIndex")];
  const [pepper, jwt, log] = [secret("pepper"), secret("jwt"), secret("log")];
  const hasVapid = isRecord(read) && read["vapid"] !== undefined;
  const vapid = hasVapid ? readRing(read, "vapid", problems) : null;
  if (vapid !== null && versionsOf(vapid).some(([, key]) => !isPrivateKey(key)))
    problems.push("vapid is no private key on P-256");
  if (data && blindIndex && pepper && jwt && log && problems.length === 0) {
    return { data, blindIndex, pepper, jwt, log, vapid };
  }
  throw new StartupError(`LOTUS_KEYS: ${problems.join("; ")}`);
}

function readRing(read: unknown, name: string, problems: string[]): KeyRing<Uint8Array> | null {
  const versions: unknown = isRecord(read) ? read[name] : undefined;
  const { use, ...keys } = isRecord(versions) ? versions : {};
  const byVersion = new Map<number, Uint8Array>();
  for (const [version, value] of Object.entries(keys)) {
    const key = parseSecret(value);
    if (key === null || !/^[1-9]\d{0,4}$/u.test(version))
      problems.push(`${name} version ${version} is no such key`);
    else byVersion.set(Number(version), key);
  }
  const version = use === undefined ? Math.max(0, ...byVersion.keys()) : Number(use);
  const current = byVersion.get(version);
  if (current !== undefined) return { version, current, of: (wanted) => byVersion.get(wanted) };
  problems.push(use === undefined ? `${name} is missing` : `${name} has no key of the version to use`);
  return null;
}

function parseSecret(value: unknown): Uint8Array | null {
  return typeof value === "string" && /^[0-9a-f]{64}$/iu.test(value)
    ? new Uint8Array(Buffer.from(value, "hex"))
    : null;
}

function isPrivateKey(bytes: Uint8Array): boolean {
  const value = BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
  return value > 0n && value < P256_ORDER;
}

/** Nearly all random bytes are a private key on P-256; the others are drawn again. */
function vapidSecret(randomBytes: (length: number) => Uint8Array): Uint8Array {
  for (;;) {
    const bytes = randomBytes(SECRET_BYTES);
    if (isPrivateKey(bytes)) return bytes;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
