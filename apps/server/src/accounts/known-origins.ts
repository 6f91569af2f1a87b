import { createHmac } from "node:crypto";
import type { Queries } from "../db/database.ts";
import { addressSubject } from "../http/client-address.ts";
import { versionsOf, type KeyRing } from "../settings/keys.ts";
import * as sql from "./known-origins.sql.ts";

const DAYS = 90;
/** A player has a few devices and a few dozen addresses; more than this means a stranger. */
const MAX_ORIGINS = 100;

/** Where an attempt at an account comes from. */
export interface Origin {
  readonly address: string;
  /** Empty when the client sent none. */
  readonly device: string;
}

/** The parts of an origin that signed in to the account before: hashes to count by, not the values themselves. */
export interface KnownOrigin {
  readonly device: string | undefined;
  readonly address: string | undefined;
}

/**
 * The devices and addresses that signed in to an account in the last 90 days. A device's id is random and known to its
 * client alone, so sending it is good evidence; an address is shared by a household or a café. Both are stored as
 * hashes under a key from outside the database.
 */
export class KnownOrigins {
  readonly #pepper: KeyRing<Uint8Array>;

  constructor(pepper: KeyRing<Uint8Array>) {
    this.#pepper = pepper;
  }

  /** The known parts of an origin. An account that does not exist costs the same. */
  async find(db: Queries, account: string, origin: Origin): Promise<KnownOrigin> {
    const hashes = partsOf(origin).map(([kind, value]) => ({
      kind,
      each: this.#underEveryKey(account, kind, value),
    }));
    const rows = await db.query<{ origin: Buffer }>(sql.FIND, [hashes.flatMap(({ each }) => each), DAYS]);
    const known = new Set(rows.map((row) => row.origin.toString("hex")));
    const find = (wanted: string): string | undefined => {
      const each = hashes.find(({ kind }) => kind === wanted)?.each.map((hash) => hash.toString("hex")) ?? [];
      return each.find((hash) => known.has(hash));
    };
    return { device: find("device"), address: find("address") };
  }

  /** Records a sign-in from this origin. */
  async remember(tx: Queries, account: string, origin: Origin): Promise<void> {
    const hashes = partsOf(origin).map(([kind, value]) =>
      hashOrigin(this.#pepper.current, { account, kind, value }),
    );
    await tx.query(sql.REMEMBER, [hashes, account]);
    await tx.query(sql.KEEP_LATEST, [account, MAX_ORIGINS]);
  }

  /** Forgets all origins of an account: whoever had the password before is a stranger. */
  async forget(tx: Queries, account: string): Promise<void> {
    await tx.query(sql.FORGET_ACCOUNT, [account]);
  }

  async sweep(db: Queries): Promise<void> {
    await db.query(sql.FORGET_OLD, [DAYS]);
  }

  #underEveryKey(account: string, kind: string, value: string): readonly Buffer[] {
    return versionsOf(this.#pepper).map(([, key]) => hashOrigin(key, { account, kind, value }));
  }
}

function partsOf({ address, device }: Origin): readonly (readonly ["device" | "address", string])[] {
  const at = ["address", addressSubject(address)] as const;
  return device === "" ? [at] : [["device", device], at];
}

function hashOrigin(
  key: Uint8Array,
  { account, kind, value }: { readonly account: string; readonly kind: string; readonly value: string },
): Buffer {
  return createHmac("sha256", key).update(`known origin|${account}|${kind}|${value}`).digest();
}
