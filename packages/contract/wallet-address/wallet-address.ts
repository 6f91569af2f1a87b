import { keccak_256 } from "@noble/hashes/sha3.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { tidyCode } from "@lotus/money";
import { bech32, bech32m, createBase58check, hex } from "@scure/base";
import type { Network } from "../payout-fields.ts";

/**
 * Parses a wallet address and verifies the checksum of its network, so that a mistyped address or one of another
 * network is refused before money is sent there. Returns its canonical form (Ethereum in EIP-55 case, bech32 in lower
 * case), so that equal addresses are equal texts, or null if it is invalid.
 */
export function readWalletAddress(network: Network, text: string): string | null {
  return READERS[network](tidyCode(text));
}

const READERS: Readonly<Record<Network, (text: string) => string | null>> = {
  tron: readTron,
  ethereum: readEthereum,
  bitcoin: readBitcoin,
};

const base58check = createBase58check(sha256);

const HASH_BYTES = 20;
const TRON_PREFIX = 0x41;
const BITCOIN_PREFIXES: ReadonlySet<number> = new Set([
  // P2PKH and P2SH of the main network.
  0x00, 0x05,
]);

function readTron(text: string): string | null {
  const payload = fromBase58(text);
  return payload?.[0] === TRON_PREFIX ? text : null;
}

function readBitcoin(text: string): string | null {
  if (/^bc1/iu.test(text)) return readSegwit(text);
  const payload = fromBase58(text);
  return payload !== null && BITCOIN_PREFIXES.has(payload[0] ?? -1) ? text : null;
}

/** Prefix and hash of a base58check text; null for another length, a wrong checksum or the zero hash. */
function fromBase58(text: string): Uint8Array | null {
  // Longer texts are not addresses, and slow to decode.
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,36}$/u.test(text)) return null;
  try {
    const payload = base58check.decode(text);
    return payload.length === 1 + HASH_BYTES && isSpendable(payload.subarray(1)) ? payload : null;
  } catch {
    return null;
  }
}

/** There is no key to the all-zero address: money sent there is lost. */
function isSpendable(hash: Uint8Array): boolean {
  return hash.some((byte) => byte !== 0);
}

function readEthereum(text: string): string | null {
  if (!/^0x[0-9a-fA-F]{40}$/u.test(text)) return null;
  const digits = text.slice(2);
  const lower = digits.toLowerCase();
  if (!isSpendable(hex.decode(lower))) return null;
  const checked = withCapitals(lower);
  // A single-case address has no checksum; mixed case must match it.
  return digits === lower || digits === digits.toUpperCase() || digits === checked ? `0x${checked}` : null;
}

/** EIP-55: a letter is upper case if the corresponding digit of the address's hash is 8 or more. */
function withCapitals(lower: string): string {
  const hash = hex.encode(keccak_256(new TextEncoder().encode(lower)));
  return Array.from(lower, (digit, at) =>
    Number.parseInt(hash[at] ?? "0", 16) >= 8 ? digit.toUpperCase() : digit,
  ).join("");
}

/**
 * Version 0 (bech32, 20 or 32 bytes) and taproot (bech32m, 32 bytes). Later versions are undefined: anybody could spend
 * what is sent there.
 */
function readSegwit(text: string): string | null {
  const known =
    readProgram(bech32, text, { version: 0, lengths: [20, 32] }) ||
    readProgram(bech32m, text, { version: 1, lengths: [32] });
  return known ? text.toLowerCase() : null;
}

function readProgram(
  coder: typeof bech32,
  text: string,
  want: { readonly version: number; readonly lengths: readonly number[] },
): boolean {
  try {
    // The decoder throws unless the text has a separator.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { prefix, words } = coder.decode(text as `${string}1${string}`);
    const program = coder.fromWords(words.slice(1));
    return (
      prefix === "bc" &&
      words[0] === want.version &&
      want.lengths.includes(program.length) &&
      isSpendable(program)
    );
  } catch {
    return false;
  }
}
