import { BlockList, isIP } from "node:net";

const NETWORK = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/iu;

/** Addresses and networks, as 10.0.0.1 or fd00::/8; undefined when one of the texts is neither. */
export function networksOf(texts: readonly string[]): BlockList | undefined {
  const list = new BlockList();
  for (const text of texts) {
    const [, address = "", prefix] = NETWORK.exec(text) ?? [];
    const version = isIP(address);
    const bits = version === 4 ? 32 : 128;
    const length = prefix === undefined ? bits : Number(prefix);
    // A prefix of 0 would let every client choose its address.
    if (version === 0 || length < 1 || length > bits) return undefined;
    list.addSubnet(address, length, version === 4 ? "ipv4" : "ipv6");
  }
  return list;
}
