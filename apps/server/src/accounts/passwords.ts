import { argon2, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Entropy } from "../deps.ts";
import { Overloaded } from "../http/errors.ts";
import type { KeyRing } from "../settings/keys.ts";

/** Cost of one hash. */
export interface HashCost {
  readonly memoryKiB: number;
  readonly passes: number;
}

/** argon2id with one lane (docs/security.md, "Cryptography"): expensive to guess, a tenth of a second to check. */
export const HASH_COST: HashCost = { memoryKiB: 65_536, passes: 3 };

const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1,keyid=([\w+/]+)\$([\w+/]+)\$([\w+/]+)$/u;

/** A stored password hash, parsed. */
interface ParsedHash {
  readonly cost: HashCost;
  readonly keyVersion: number;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

/** Result of checking a password. `rehash`: it was stored at another cost or under an older pepper. */
export type PasswordCheck = { readonly right: false } | { readonly right: true; readonly rehash: boolean };

export interface PasswordOptions {
  readonly pepper: KeyRing<Uint8Array>;
  readonly entropy: Entropy;
  readonly cost?: HashCost;
  /**
   * Hashes computed at once. Two cores compute 4.9 a second two at a time and 7 four at a time, but four leave nothing
   * for bets, and each occupies one of the process's four threads.
   */
  readonly atOnce?: number;
  /** Hashes that may wait; one more is refused, since its player would have given up before its turn came. */
  readonly waiting?: number;
}

const hashArgon2 = promisify(argon2);

/** Hashes and checks passwords, a few at a time. */
export class Passwords {
  readonly #pepper: KeyRing<Uint8Array>;
  readonly #entropy: Entropy;
  readonly #cost: HashCost;
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #queue: (() => void)[] = [];
  readonly #nobody: string;
  #running = 0;
  #computed = 0;

  constructor(options: PasswordOptions) {
    this.#pepper = options.pepper;
    this.#entropy = options.entropy;
    this.#cost = options.cost ?? HASH_COST;
    this.#atOnce = options.atOnce ?? 2;
    this.#maxWaiting = options.waiting ?? 16;
    this.#nobody = this.#write({
      cost: this.#cost,
      keyVersion: this.#pepper.version,
      salt: Buffer.from(options.entropy.bytes(SALT_BYTES)),
      tag: Buffer.from(options.entropy.bytes(TAG_BYTES)),
    });
  }

  /** A stored hash that no password matches. Checking against it costs as much as checking a real one. */
  get nobody(): string {
    return this.#nobody;
  }

  /** Hashes computed so far. */
  get computed(): number {
    return this.#computed;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * The form in which a password is stored (a PHC string).
   * @throws Overloaded when too many wait
   */
  async hash(password: string): Promise<string> {
    const salt = Buffer.from(this.#entropy.bytes(SALT_BYTES));
    const keyVersion = this.#pepper.version;
    const tag = await this.#compute(password, { cost: this.#cost, keyVersion, salt });
    return this.#write({ cost: this.#cost, keyVersion, salt, tag });
  }

  /**
   * Checks a password against its stored form.
   * @throws Overloaded when too many wait
   */
  async check(password: string, stored: string): Promise<PasswordCheck> {
    const parts = read(stored);
    const tag = await this.#compute(password, parts);
    if (!timingSafeEqual(tag, parts.tag)) return { right: false };
    const { memoryKiB, passes } = parts.cost;
    const current =
      memoryKiB === this.#cost.memoryKiB &&
      passes === this.#cost.passes &&
      parts.keyVersion === this.#pepper.version;
    return { right: true, rehash: !current };
  }

  async #compute(password: string, parts: Omit<ParsedHash, "tag">): Promise<Buffer> {
    const secret = this.#pepper.of(parts.keyVersion);
    if (secret === undefined) throw new Error(`there is no pepper of version ${parts.keyVersion}`);
    await this.#turn();
    try {
      this.#computed += 1;
      return await hashArgon2("argon2id", {
        // The same characters typed on another keyboard may be composed differently (Unicode).
        message: password.normalize("NFC"),
        nonce: parts.salt,
        parallelism: 1,
        tagLength: TAG_BYTES,
        memory: parts.cost.memoryKiB,
        passes: parts.cost.passes,
        secret,
      });
    } finally {
      const next = this.#queue.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #turn(): Promise<void> | undefined {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return undefined;
    }
    if (this.#queue.length >= this.#maxWaiting) throw new Overloaded("too many passwords wait to be hashed");
    // A finished hash passes its slot to the next one, so the running count stays the same.
    return new Promise((resolve) => {
      this.#queue.push(resolve);
    });
  }

  #write({ cost, keyVersion, salt, tag }: ParsedHash): string {
    const keyId = unpadded(Buffer.from(String(keyVersion)));
    return `$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=1,keyid=${keyId}$${unpadded(salt)}$${unpadded(tag)}`;
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}

function read(stored: string): ParsedHash {
  const [, memory, passes, keyId, salt, tag] = PHC.exec(stored) ?? [];
  if (keyId === undefined || salt === undefined || tag === undefined)
    throw new Error("a kept password has no known form");
  return {
    cost: { memoryKiB: Number(memory), passes: Number(passes) },
    keyVersion: Number(Buffer.from(keyId, "base64").toString()),
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}
