import { createHash, timingSafeEqual } from "node:crypto";
import { Secret } from "otpauth";
import type { Queries } from "../../db/database.ts";
import type { Entropy } from "../../deps.ts";
import type { SealedPlace, Vault } from "../../vault/vault.ts";
import * as sql from "./enrolments.sql.ts";
import { isOwnEnrolment, sealEnrolment } from "./operator-seals.ts";
import { newTotpSecret } from "./totp.ts";

/** 80 bits, so that the holder of one half cannot guess the other. */
const HALF_BYTES = 10;
const GROUP = /.{4}(?=.)/gu;
/** How long a code is valid. */
export const ENROLMENT_HOURS = 24;
/** Wrong attempts with one right half, after which the code is invalid. */
const MAX_ATTEMPTS = 5;

/** One half of an enrolment code: shown to one person, stored as a hash. */
export interface EnrolmentHalf {
  /** "ABCD-EFGH-IJKL-MNOP": letters and digits that are not easily confused. */
  readonly text: string;
  readonly hash: Uint8Array;
}

/** Creates a half of a code. */
export function newHalf(entropy: Entropy): EnrolmentHalf {
  const bytes = entropy.bytes(HALF_BYTES);
  const text = new Secret({ buffer: new Uint8Array(bytes).buffer }).base32.replaceAll(GROUP, "$&-");
  return { text, hash: hashOf(text) };
}

/** What an operator enters to enrol. */
export interface ShownCode {
  readonly name: string;
  readonly first: string;
  readonly second: string;
}

/** An enrolment whose code was right, locked until the transaction ends. */
export interface HeldEnrolment {
  readonly operatorId: bigint;
  readonly name: string;
  /** Secret of the authenticator that is being set up; null before that began. */
  readonly totpSecret: string | null;
}

interface Row {
  readonly operator_id: bigint;
  readonly name: string;
  readonly first_hash: Uint8Array;
  readonly second_hash: Uint8Array;
  readonly seal: Uint8Array | null;
  readonly totp_secret: Uint8Array | null;
}

/** Enrolments of operators who have no credentials yet. */
export class Enrolments {
  readonly #entropy: Entropy;
  readonly #vault: Vault;

  constructor(options: { readonly entropy: Entropy; readonly vault: Vault }) {
    this.#entropy = options.entropy;
    this.#vault = options.vault;
  }

  /** Opens an enrolment with a code of two halves; an earlier one becomes invalid. */
  async open(tx: Queries, operatorId: bigint, first: Uint8Array, second: Uint8Array): Promise<void> {
    await tx.query(sql.OPEN, [
      operatorId,
      first,
      second,
      ENROLMENT_HOURS,
      sealEnrolment(this.#vault, operatorId, [first, second]),
    ]);
  }

  /**
   * The enrolment of a name and both halves; null when they are wrong. Only attempts with one right half count, so that
   * a stranger with none cannot use the attempts up.
   */
  async hold(tx: Queries, { name, first, second }: ShownCode): Promise<HeldEnrolment | null> {
    const [row] = await tx.query<Row & Record<string, unknown>>(sql.LOCK, [name, MAX_ATTEMPTS]);
    if (row === undefined) return null;
    // A code that the database's role wrote by itself opens nothing.
    if (!isOwnEnrolment(this.#vault, row.operator_id, [row.first_hash, row.second_hash], row.seal))
      return null;
    const [one, two] = [isSame(first, row.first_hash), isSame(second, row.second_hash)];
    if (one !== two) await tx.query(sql.COUNT_TRY, [row.operator_id]);
    if (!one || !two) return null;
    const sealed = row.totp_secret;
    return {
      operatorId: row.operator_id,
      name: row.name,
      totpSecret: sealed === null ? null : this.#vault.open(placeOf(row.operator_id), sealed),
    };
  }

  /** Creates the secret of the authenticator to be set up, replacing an earlier one. */
  async newSecret(tx: Queries, { operatorId }: HeldEnrolment): Promise<string> {
    const secret = newTotpSecret(this.#entropy);
    await tx.query(sql.SET_SECRET, [operatorId, this.#vault.seal(placeOf(operatorId), secret)]);
    return secret;
  }

  /** Invalidates the code after its use. */
  async useUp(tx: Queries, { operatorId }: HeldEnrolment): Promise<void> {
    await tx.query(sql.USE_UP, [operatorId]);
  }
}

/** Halves are 80 random bits, so one fast hash is enough to make a stolen table useless. */
function hashOf(half: string): Buffer {
  return createHash("sha256")
    .update(half.toUpperCase().replaceAll(/[^A-Z2-7]/gu, ""))
    .digest();
}

function isSame(half: string, hash: Uint8Array): boolean {
  return timingSafeEqual(hashOf(half), hash);
}

function placeOf(operatorId: bigint): SealedPlace {
  return { table: "operator_enrolment", column: "totp_secret", row: operatorId };
}
