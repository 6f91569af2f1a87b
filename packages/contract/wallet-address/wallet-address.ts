import { keccak_256 } from "@noble/hashes/sha3.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bech32, bech32m, createBase58check, hex } from "@scure/base";
import type { Network } from "../payout-fields.ts";

/**
 * Reads the address of a wallet, with the checksum of its network: what is mistyped or of another network is refused
 * before money can go there. Answers the one way to write it (Ethereum with the capitals of EIP-55, bech32 in lower
 * case), so that equal addresses are equal texts, or null when it is none.
 */
export function readWalletAddress(network: Network, text: string): string | null {
  return READERS[network](text.trim());
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
  // Pay to the hash of a key, and of a script, on the main network.
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

/** The prefix and the hash under a base58check; null for another length, a wrong checksum or a hash of nothing. */
function fromBase58(text: string): Uint8Array | null {
  // Longer ones are of other things, and slow to read.
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,36}$/u.test(text)) return null;
  try {
    const payload = base58check.decode(text);
    return payload.length === 1 + HASH_BYTES && isSpendable(payload.subarray(1)) ? payload : null;
  } catch {
    return null;
  }
}

/** Nobody holds a key to the address of all zeros: money sent there is burnt. */
function isSpendable(hash: Uint8Array): boolean {
  return hash.some((byte) => byte !== 0);
}

function readEthereum(text: string): string | null {
  if (!/^0x[0-9a-fA-F]{40}$/u.test(text)) return null;
  const digits = text.slice(2);
  const lower = digits.toLowerCase();
  if (!isSpendable(hex.decode(lower))) return null;
  const checked = withCapitals(lower);
  // One case throughout carries no checksum; mixed case must be the right mix.
  return digits === lower || digits === digits.toUpperCase() || digits === checked ? `0x${checked}` : null;
}

/** EIP-55: a letter is a capital where the digit of the hash of the whole is 8 or more. */
function withCapitals(lower: string): string {
  const hash = hex.encode(keccak_256(new TextEncoder().encode(lower)));
  return Array.from(lower, (digit, at) =>
    Number.parseInt(hash[at] ?? "0", 16) >= 8 ? digit.toUpperCase() : digit,
  ).join("");
}

/**
 * Version 0 (bech32, 20 or 32 bytes) and taproot (bech32m, 32 bytes). Later versions have no meaning yet: anybody
 * could take what is sent there.
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
    // The coder takes only texts with a separator, and throws for any other.
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
