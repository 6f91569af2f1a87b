import { BlockList } from "node:net";
import { isIn, readAddress } from "./client-address.ts";

const HOST = /^(\[[\da-f:.]+\]|[^\s:@/\\?#[\]]+)(?::\d{1,5})?$/iu;

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** Under which names a port is reached, besides loopback and its own addresses. */
export interface OwnHosts {
  readonly names: readonly string[];
  /** Requests by a trusted proxy are let through: the proxy decides which names lead here. */
  readonly proxied: boolean;
}

/**
 * Whether a request means this server: its Host is loopback, the address that the connection was made to, or a
 * configured name. Any other name was made to lead here by somebody else, as in DNS rebinding: their page would read
 * the replies as its own.
 */
export function isOwnHost(
  host: string,
  localAddress: string | undefined,
  names: ReadonlySet<string>,
): boolean {
  const name = HOST.exec(host)?.[1]?.toLowerCase();
  if (name === undefined) return false;
  if (name === "localhost" || names.has(name)) return true;
  const address = readAddress(name);
  if (address === undefined) return false;
  return isIn(LOOPBACK, address) || names.has(address) || address === readAddress(localAddress ?? "");
}
