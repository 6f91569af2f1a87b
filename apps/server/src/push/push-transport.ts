import { lookup } from "node:dns";
import { request } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** How push services are reached. A test names a stand-in; nothing else may. */
export interface PushTransport {
  /** Names of hosts; "*.push.example" stands for every host below it. */
  readonly services: readonly string[];
  /** Only for a stand-in of a test: its certificate, and that it is on this machine and on any port. */
  readonly standIn?: { readonly ca: string };
  readonly answerMs?: number;
}

/** What a push service said. */
export interface PushAnswer {
  readonly status: number;
  /** Seconds after which it wants to be asked again, if it said so. */
  readonly retryAfter: number | null;
}

const ANSWER_MS = 10_000;
const MAX_HEADER_BYTES = 8 * 1024;
/** Within what a server that reads the queue takes for a wait, not for a clock that was ahead. */
const MAX_RETRY_AFTER_S = 600;

/** Addresses of no push service: this machine, private networks, links, and what stands for them in IPv6. */
const PRIVATE = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  PRIVATE.addSubnet(net, prefix, "ipv4");

/** Of IPv6 only what is routed in public, less the nets that hide an IPv4 address or document something. */
const PUBLIC_IPV6 = new BlockList();
PUBLIC_IPV6.addSubnet("2000::", 3, "ipv6");
const HIDING_IPV6 = new BlockList();
for (const [net, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  HIDING_IPV6.addSubnet(net, prefix, "ipv6");

/** Whether an address is one that the internet routes to. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !PRIVATE.check(address, "ipv4");
  return family === 6 && PUBLIC_IPV6.check(address, "ipv6") && !HIDING_IPV6.check(address, "ipv6");
}

/** Whether an address given by a browser is one at a push service that is known: https, its usual port, no credentials. */
export function isPushEndpoint(endpoint: string, { services, standIn }: PushTransport): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (protocol !== "https:" || username !== "" || password !== "") return false;
  if (port !== "" && standIn === undefined) return false;
  return services.some((name) =>
    name.startsWith("*.")
      ? hostname.endsWith(name.slice(1)) && hostname !== name.slice(2)
      : hostname === name,
  );
}

/**
 * Sends one message. The name is resolved once, and the connection goes to an address that was found to be public: a name
 * that leads into a private network is not followed. Redirects are not followed either. Rejects when nothing was answered.
 */
export function postToService(
  endpoint: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string | number>>; readonly body: Buffer },
  transport: PushTransport,
): Promise<PushAnswer> {
  if (!isPushEndpoint(endpoint, transport)) return Promise.reject(new Error("no push service that is known"));
  const { standIn, answerMs = ANSWER_MS } = transport;
  return new Promise((resolve, reject) => {
    const outgoing = request(endpoint, {
      method: "POST",
      headers,
      agent: false,
      signal: AbortSignal.timeout(answerMs),
      maxHeaderSize: MAX_HEADER_BYTES,
      rejectUnauthorized: true,
      minVersion: "TLSv1.2",
      lookup: standIn === undefined ? publicLookup : lookup,
      ...(standIn === undefined ? {} : { ca: standIn.ca }),
    });
    outgoing.on("error", reject);
    outgoing.on("response", (answer) => {
      // Only the status counts; what a stranger writes is not read.
      answer.destroy();
      resolve({ status: answer.statusCode ?? 0, retryAfter: secondsOf(answer.headers["retry-after"]) });
    });
    outgoing.end(body);
  });
}

const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, "");
    const first = addresses[0];
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new Error("the name of a push service leads into a private network"), "");
    return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

function secondsOf(header: string | undefined): number | null {
  if (header === undefined || !/^\d{1,6}$/u.test(header)) return null;
  return Math.min(Number(header), MAX_RETRY_AFTER_S);
}
