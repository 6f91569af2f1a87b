import { randomBytes } from "node:crypto";
import type { KeyRing } from "../settings/keys.ts";
import { openVault, type Vault } from "../vault/vault.ts";

/** A ring of plain keys: version n is 32 times the n-th byte. */
export function ringOf(...fills: [number, ...number[]]): KeyRing<Uint8Array> {
  const of = (version: number): Uint8Array | undefined => {
    const fill = fills[version - 1];
    return fill === undefined ? undefined : Buffer.alloc(32, fill);
  };
  return { version: fills.length, current: of(fills.length) ?? new Uint8Array(32), of };
}

/** A vault with keys of its own. */
export function testVault(): Vault {
  return openVault(
    { data: ringOf(3), blindIndex: ringOf(4) },
    { bytes: (length) => new Uint8Array(randomBytes(length)) },
  );
}
