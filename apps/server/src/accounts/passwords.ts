import { argon2, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Entropy } from "../deps.ts";
import type { KeyRing } from "../settings/keys.ts";
import { type HashAsker, type HashLimits, HashTurns } from "./hash-turns.ts";

/** Cost of one hash. */
export interface HashCost {
  readonly memoryKiB: number;
  readonly passes: number;
}

/** argon2id with one lane (docs/security.md, "Cryptography"): expensive to guess, a tenth of a second to check. */
export const HASH_COST: HashCost = { memoryKiB: 65_536, passes: 3 };

/**
 * Two cores compute 4.9 hashes a second two at a time and 7 four at a time, but four leave nothing for bets, and each
 * occupies one of the process's four threads. Strangers have one of the two, and one network waits once.
 */
export const HASH_LIMITS: HashLimits = {
  owner: { atOnce: 2, waitingOfOne: 8, waiting: 48 },
  stranger: { atOnce: 1, waitingOfOne: 1, waiting: 16 },
};

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
  readonly limits?: HashLimits;
}

const hashArgon2 = promisify(argon2);

/** Hashes and checks passwords, a few at a time. */
export class Passwords {
  readonly #pepper: KeyRing<Uint8Array>;
  readonly #entropy: Entropy;
  readonly #cost: HashCost;
  readonly #turns: HashTurns;
  readonly #nobody: string;
  #computed = 0;

  constructor(options: PasswordOptions) {
    this.#pepper = options.pepper;
    this.#entropy = options.entropy;
    this.#cost = options.cost ?? HASH_COST;
    this.#turns = new HashTurns(options.limits ?? HASH_LIMITS);
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
    return this.#turns.waiting;
  }

  /** Refuses an asker who would be refused now, before anything else is done for them. @throws as `hash` */
  assertRoom(asker: HashAsker): void {
    this.#turns.assertRoom(asker);
  }

  /**
   * The form in which a password is stored (a PHC string).
   * @throws TooMany when too many of this asker wait, Overloaded when too many wait in all
   */
  async hash(password: string, asker: HashAsker): Promise<string> {
    return await this.#turns.run(asker, () => this.#hash(password));
  }

  /** Hashes two passwords of one form in one turn. @throws as `hash` */
  async hashBoth(one: string, other: string, asker: HashAsker): Promise<readonly [string, string]> {
    return await this.#turns.run(
      asker,
      async () => [await this.#hash(one), await this.#hash(other)] as const,
    );
  }

  async #hash(password: string): Promise<string> {
    const salt = Buffer.from(this.#entropy.bytes(SALT_BYTES));
    const keyVersion = this.#pepper.version;
    const tag = await this.#compute(password, { cost: this.#cost, keyVersion, salt });
    return this.#write({ cost: this.#cost, keyVersion, salt, tag });
  }

  /**
   * Checks a password against its stored form.
   * @throws TooMany when too many of this asker wait, Overloaded when too many wait in all
   */
  async check(password: string, stored: string, asker: HashAsker): Promise<PasswordCheck> {
    const parts = read(stored);
    const tag = await this.#turns.run(asker, () => this.#compute(password, parts));
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
