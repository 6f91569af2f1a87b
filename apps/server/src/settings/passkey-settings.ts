import { isIP } from "node:net";
import type { EnvironmentReader } from "./environment.ts";

/** Where passkeys of players work. */
export interface PasskeySettings {
  /** The name that a passkey is bound to for good: the host of the app, or a domain above it. */
  readonly rpId: string;
  /** The only origin from which one is accepted, as https://play.example. */
  readonly origin: string;
}

/**
 * Reads whether players can have passkeys, and under which name; null if they cannot. Browsers have none for IP
 * addresses and without TLS, except under localhost: unless PASSKEYS asks for them, such a server has none.
 */
export function readPasskeys(read: EnvironmentReader, publicUrl: string): PasskeySettings | null {
  const asked = read.optional("PASSKEYS");
  const rpIdAsked = read.optional("PASSKEY_RP_ID");
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : null;
  const problem = url === null ? null : problemOf(url);
  const wanted = read.flag("PASSKEYS", url !== null && problem === null);
  if (!wanted) {
    if (rpIdAsked !== null && asked !== null) read.complain("PASSKEY_RP_ID needs PASSKEYS=1");
    else if (rpIdAsked !== null && problem !== null) read.complain(`PASSKEY_RP_ID: ${problem}`);
    return null;
  }
  if (url === null) return null;
  if (problem !== null) {
    read.complain(`PASSKEYS=1: ${problem}`);
    return null;
  }
  const rpId = rpIdAsked ?? url.hostname;
  if (!isNameFor(rpId, url.hostname))
    read.complain(
      "PASSKEY_RP_ID must be the host of PUBLIC_URL, or a domain above it with two labels or more",
    );
  return { rpId, origin: url.origin };
}

function problemOf({ protocol, hostname }: URL): string | null {
  if (isIP(hostname.replaceAll(/[[\]]/gu, "")) !== 0)
    return "PUBLIC_URL must have a name, since browsers have no passkeys for IP addresses";
  if (protocol !== "https:" && !/(?:^|\.)localhost$/u.test(hostname))
    return "PUBLIC_URL must begin with https://, since browsers have no passkeys without TLS";
  return null;
}

/** A browser takes any parent of the host that is no public suffix; those it knows, and refuses by itself. */
function isNameFor(rpId: string, host: string): boolean {
  return rpId === host || (/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/u.test(rpId) && host.endsWith(`.${rpId}`));
}
