import { createCipheriv, createDecipheriv, createHmac } from "node:crypto";
import type { Entropy } from "../deps.ts";
import { versionsOf, type Keys } from "../settings/keys.ts";

/** The location that a sealed text is bound to: copied into another row, column or table, it does not open. */
export interface SealedPlace {
  readonly table: string;
  readonly column: string;
  /** What identifies the row: its player, or its own id. */
  readonly row: bigint | string;
}

/** Encryption of personal data in the database: contacts, names, card numbers and wallet addresses. */
export interface Vault {
  /** Seals a text for its place: u16 version of the key ‖ 12 bytes nonce ‖ AES-256-GCM of it ‖ 16 bytes tag. */
  seal(place: SealedPlace, text: string): Uint8Array;
  /**
   * Opens a text sealed for this place. @throws Error for another place, a changed byte or a retired key: each is a bug
   * or a forgery
   */
  open(place: SealedPlace, sealed: Uint8Array): string;
  /** Versions of the current keys; `openReencryption` renews what was sealed with older ones. */
  readonly versions: { readonly data: number; readonly blindIndex: number };
  /** Whether a text was sealed with the current key; others are sealed again. */
  isCurrent(sealed: Uint8Array): boolean;
  /**
   * Blind index that finds duplicates of a text within one purpose without revealing it: u16 version ‖ HMAC-SHA256.
   * Texts are compared byte for byte, so pass them in canonical form: an e-mail in lower case, a card in digits.
   */
  blindIndex(purpose: string, text: string): Uint8Array;
  /** The blind indexes of a text under every available key, for finding duplicates. */
  blindIndexes(purpose: string, text: string): readonly Uint8Array[];
}

const VERSION_BYTES = 2;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Opens the vault with the server's keys. */
export function openVault(keys: Pick<Keys, "data" | "blindIndex">, entropy: Entropy): Vault {
  const { data, blindIndex } = keys;
  return {
    versions: { data: data.version, blindIndex: blindIndex.version },
    seal: (place, text) => {
      const nonce = entropy.bytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", data.current, nonce).setAAD(boundTo(place));
      const hidden = [cipher.update(text, "utf8"), cipher.final()];
      return new Uint8Array(
        Buffer.concat([versionBytes(data.version), nonce, ...hidden, cipher.getAuthTag()]),
      );
    },
    open: (place, sealed) => {
      const bytes = Buffer.from(sealed);
      if (bytes.length < VERSION_BYTES + NONCE_BYTES + TAG_BYTES)
        throw new Error(`${nameOf(place)} is cut off`);
      const version = bytes.readUInt16BE(0);
      const key = data.of(version);
      if (key === undefined)
        throw new Error(`${nameOf(place)} was sealed with data key ${version}, which is gone`);
      const nonce = bytes.subarray(VERSION_BYTES, VERSION_BYTES + NONCE_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(boundTo(place))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      const hidden = bytes.subarray(VERSION_BYTES + NONCE_BYTES, -TAG_BYTES);
      return Buffer.concat([decipher.update(hidden), decipher.final()]).toString("utf8");
    },
    isCurrent: (sealed) => Buffer.from(sealed.subarray(0, VERSION_BYTES)).equals(versionBytes(data.version)),
    blindIndex: (purpose, text) => indexed(blindIndex.version, blindIndex.current, purpose, text),
    blindIndexes: (purpose, text) =>
      versionsOf(blindIndex).map(([version, key]) => indexed(version, key, purpose, text)),
  };
}

function boundTo({ table, column, row }: SealedPlace): Buffer {
  return Buffer.from(`${table}|${column}|${row}`);
}

/** Names a place without its row, which may name a player. */
function nameOf({ table, column }: SealedPlace): string {
  return `a sealed ${table}.${column}`;
}

function versionBytes(version: number): Buffer {
  const bytes = Buffer.alloc(VERSION_BYTES);
  bytes.writeUInt16BE(version);
  return bytes;
}

function indexed(version: number, key: Uint8Array, purpose: string, text: string): Uint8Array {
  const mac = createHmac("sha256", key).update(`${purpose}|`).update(text, "utf8").digest();
  return new Uint8Array(Buffer.concat([versionBytes(version), mac]));
}
