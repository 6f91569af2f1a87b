import { type BlockList, isIP, SocketAddress } from "node:net";

const WITH_PORT = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/u;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu;

/**
 * The IP address of a text, in the one form in which it is compared, counted, stored and shown: without port and zone,
 * IPv6 in its short form (RFC 5952), and an IPv4 address in IPv6 as IPv4. Undefined when it is none.
 */
export function readAddress(text: string): string | undefined {
  if (isIP(text) === 4) return text;
  const [, inBrackets, beforePort] = WITH_PORT.exec(text) ?? [];
  const address = (inBrackets ?? beforePort ?? text).split("%", 1)[0] ?? "";
  const family = isIP(address);
  if (family === 4) return address;
  if (family !== 6) return undefined;
  const short = new SocketAddress({ address, family: "ipv6" }).address;
  return MAPPED.exec(short)?.[1] ?? short;
}

/**
 * The address of a client: the peer's, or what trusted proxies forward, from the nearest on. A proxy that forwards
 * something else than an address counts as the client: text that a client chose never counts.
 */
export function clientAddress(
  peer: string | undefined,
  forwarded: string | string[] | undefined,
  trusted: BlockList | null,
): string {
  let address = readAddress(peer ?? "") ?? "";
  if (trusted === null || forwarded === undefined) return address;
  const hops = [forwarded].flat().join(",").split(",");
  while (isIn(trusted, address)) {
    const next = readAddress(hops.pop()?.trim() ?? "");
    if (next === undefined) break;
    address = next;
  }
  return address;
}

/** Whether an address, as `readAddress` gives it, belongs to a list. */
export function isIn(list: BlockList, address: string): boolean {
  return address !== "" && list.check(address, address.includes(":") ? "ipv6" : "ipv4");
}

/**
 * The subject of limits by address: an IPv4 address itself, an IPv6 address by its /64, since one customer has at least
 * that much and could otherwise use a new address for every attempt.
 */
export function addressSubject(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill("0");
  return `${[...front, ...zeros, ...back].slice(0, 4).join(":")}::/64`;
}

/** The network around an address: its /24, or its /48 in IPv6, which one customer of a hosting provider can rent. */
export function networkSubject(address: string): string {
  const subject = addressSubject(address);
  return subject.includes(":")
    ? `${subject.split(":").slice(0, 3).join(":")}::/48`
    : `${subject.split(".").slice(0, 3).join(".")}.0/24`;
}
