/**
 * The subject of limits by address: an IPv4 address itself, an IPv6 address by its /64, since one customer has at least
 * that much and could otherwise use a new address for every attempt.
 */
export function addressSubject(address: string): string {
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = address.split("%")[0]?.toLowerCase().split("::") ?? [];
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill("0");
  return `${[...front, ...zeros, ...back]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/u, ""))
    .join(":")}::/64`;
}

/** The network around an address: its /24, or its /48 in IPv6, which one customer of a hosting provider can rent. */
export function networkSubject(address: string): string {
  const subject = addressSubject(address);
  return subject.includes(":")
    ? `${subject.split(":").slice(0, 3).join(":")}::/48`
    : `${subject.split(".").slice(0, 3).join(".")}.0/24`;
}

/** The address as shown and stored: without the prefix of an IPv4-mapped IPv6 address. */
export function plainAddress(address: string): string {
  if (!address.startsWith("::")) return address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.[1] ?? address;
}
