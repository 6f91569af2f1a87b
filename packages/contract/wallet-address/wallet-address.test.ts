import { expect, test } from "vitest";
import { readWalletAddress } from "./wallet-address.ts";

/** Addresses in public use or of the standards, as they are written. */
const GOOD = {
  tron: ["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7"],
  // The examples of EIP-55.
  ethereum: [
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
    "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
    "0xdAC17F958D2ee523a2206206994597C13D831ec7",
  ],
  bitcoin: [
    "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
    "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
    "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
    // BIP-173 and BIP-350.
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
  ],
} as const;

const BAD = {
  tron: [
    "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u",
    "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6",
    "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
    "0xdAC17F958D2ee523a2206206994597C13D831ec7",
    // The hash of all zeros, checksum right: what goes there is burnt.
    "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb",
  ],
  ethereum: [
    "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe",
    "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0x0000000000000000000000000000000000000000",
    "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  ],
  bitcoin: [
    "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb",
    // Of the test network.
    "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn",
    "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
    // One character wrong, mixed case, version 0 with the checksum of bech32m, version 1 with that of bech32.
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5",
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4",
    "bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
    // Valid by BIP-350, of a version that has no meaning yet: anybody could take the money.
    "BC1SW50QGDZ25J",
    "bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs",
    "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  ],
} as const;

const NETWORKS = ["tron", "ethereum", "bitcoin"] as const;

test.each(NETWORKS)("%s: valid addresses are returned as written, without surrounding space", (network) => {
  for (const address of GOOD[network]) expect(readWalletAddress(network, ` ${address}\n`)).toBe(address);
});

test.each(NETWORKS)("%s: mistyped addresses and those of another network are refused", (network) => {
  for (const address of BAD[network])
    expect([address, readWalletAddress(network, address)]).toEqual([address, null]);
});

test("one address has one spelling", () => {
  const [checked] = GOOD.ethereum;
  expect(readWalletAddress("ethereum", checked.toLowerCase())).toBe(checked);
  expect(readWalletAddress("ethereum", `0x${checked.slice(2).toUpperCase()}`)).toBe(checked);
  expect(readWalletAddress("bitcoin", GOOD.bitcoin[3].toUpperCase())).toBe(GOOD.bitcoin[3]);
});

test("no single mistyped character gets through", () => {
  for (const network of NETWORKS) {
    const good = GOOD[network][0];
    for (let at = 0; at < good.length; at += 1) {
      const other = good[at] === "2" ? "3" : "2";
      const wrong = good.slice(0, at) + other + good.slice(at + 1);
      expect([wrong, readWalletAddress(network, wrong)]).toEqual([wrong, null]);
    }
  }
});
