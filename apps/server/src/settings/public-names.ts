import type { EnvironmentReader } from "./environment.ts";

const NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/iu;
/** Names that lead nowhere outside a machine or its network (RFC 6761, RFC 6762, RFC 8375, and ICANN's `internal`). */
const LOCAL = /(?:^|\.)(?:localhost|local|localdomain|internal|home\.arpa|lan)$/iu;
const LOCAL_PART = /^(?!\.)(?!.*\.\.)[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}(?<!\.)$/iu;

interface Addresses {
  readonly publicUrl: string;
  readonly mailFrom: string;
  readonly smtpUrl: string | null;
  readonly push: { readonly on: boolean };
  readonly securityContacts: readonly string[];
}

/** Whether a host can be reached from outside by its name. */
function isPublicName(host: string): boolean {
  return host.length <= 253 && NAME.test(host) && !LOCAL.test(host);
}

/** Whether mail servers and push services accept this address as a sender. */
function isPublicMailbox(address: string): boolean {
  const at = address.lastIndexOf("@");
  return LOCAL_PART.test(address.slice(0, Math.max(at, 0))) && isPublicName(address.slice(at + 1));
}

/**
 * Names the addresses that only others would refuse, when the first mail or push message is sent: players, mail servers
 * and push services do not reach a name of this machine or network.
 */
export function requirePublicNames(
  read: EnvironmentReader,
  { publicUrl, mailFrom, smtpUrl, push, securityContacts }: Addresses,
): void {
  const host = URL.canParse(publicUrl) ? new URL(publicUrl).hostname : "";
  const isHost = isPublicName(host) || isPublicAddress(host);
  if (read.optional("PUBLIC_URL") !== null && !isHost)
    read.complain("PUBLIC_URL must be an address that players reach, as https://play.example");
  // A sender that follows from PUBLIC_URL is wrong for the same reason, and is named once.
  const isNamed = read.optional("MAIL_FROM") !== null || isHost;
  if ((smtpUrl !== null || push.on) && isNamed && !isPublicMailbox(mailFrom))
    read.complain(
      "MAIL_FROM must be an address that mail servers and push services accept, as no-reply@play.example",
    );
  if (!securityContacts.every(isPublicContact))
    read.complain("SECURITY_CONTACT must lead to a public name, as mailto:security@play.example");
}

/** An IP address outside this machine; a house may have no name. */
function isPublicAddress(host: string): boolean {
  return (
    (/^[\d.]+$/u.test(host) && !/^(?:127|0)\./u.test(host)) ||
    (host.startsWith("[") && !/^\[::1?\]$/u.test(host))
  );
}

function isPublicContact(contact: string): boolean {
  if (!URL.canParse(contact)) return true;
  const { protocol, pathname, hostname } = new URL(contact);
  if (protocol === "mailto:") return isPublicMailbox(decodeURIComponent(pathname));
  return protocol !== "https:" || isPublicName(hostname);
}
