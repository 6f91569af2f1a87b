import type { EnvironmentReader } from "./environment.ts";
import type { RulePackName } from "./protection-settings.ts";
import { isThisMachine } from "./this-machine.ts";

/** Where a register is asked. */
export interface RegisterAddress {
  readonly url: string;
  /** Sent as a bearer token; null without one. */
  readonly token: string | null;
}

/** The registers of the licence; null where there is none. */
export interface RegisterSettings {
  readonly exclusion: RegisterAddress | null;
  /** How long an answer holds for a session that goes on, in minutes. */
  readonly exclusionMinutes: number;
  readonly deposits: RegisterAddress | null;
}

const NONE = "none";
const DAY_MINUTES = 24 * 60;
// What an Authorization header may carry.
const TOKEN = /^[\x21-\x7E]{1,4096}$/u;

/** The registers that production must decide on, by rule pack. */
const REQUIRED: Readonly<Record<RulePackName, readonly (readonly [name: string, what: string])[]>> = {
  default: [],
  uk: [["EXCLUSION_REGISTER_URL", `where GAMSTOP is asked, or ${NONE}`]],
  se: [["EXCLUSION_REGISTER_URL", `where Spelpaus is asked, or ${NONE}`]],
  de: [
    ["EXCLUSION_REGISTER_URL", `where OASIS is asked, or ${NONE}`],
    ["DEPOSIT_REGISTER_URL", `where the sums of deposits are held, or ${NONE}`],
  ],
};

/** Reads the registers. Production needs a decision on each that the rule pack asks for, and sends nothing in clear text. */
export function readRegisters(
  read: EnvironmentReader,
  { rulePack, production }: { readonly rulePack: RulePackName; readonly production: boolean },
): RegisterSettings {
  for (const [name, what] of production ? REQUIRED[rulePack] : [])
    if (read.optional(name) === null) read.complain(`${name} is missing (RULE_PACK ${rulePack}: ${what})`);
  return {
    exclusion: readAddress(read, ["EXCLUSION_REGISTER_URL", "EXCLUSION_REGISTER_TOKEN"], production),
    exclusionMinutes: read.integer("EXCLUSION_REGISTER_MINUTES", DAY_MINUTES, 1, 30 * DAY_MINUTES),
    deposits: readAddress(read, ["DEPOSIT_REGISTER_URL", "DEPOSIT_REGISTER_TOKEN"], production),
  };
}

function readAddress(
  read: EnvironmentReader,
  [urlName, tokenName]: readonly [url: string, token: string],
  production: boolean,
): RegisterAddress | null {
  const token = read.optional(tokenName);
  if (token !== null && !TOKEN.test(token))
    read.complain(`${tokenName} must be printable ASCII without blanks`);
  const url = read.optional(urlName);
  if (url === null || url === NONE) return null;
  const parsed = /^https?:\/\//u.test(url) && URL.canParse(url) ? new URL(url) : null;
  // The value may contain a secret and is never repeated.
  if (parsed === null) read.complain(`${urlName} is no http or https address, nor ${NONE}`);
  else if (parsed.username !== "" || parsed.password !== "" || parsed.search !== "" || parsed.hash !== "")
    read.complain(`${urlName} must be an address alone: its secret is ${tokenName}`);
  else if (production && parsed.protocol !== "https:" && !isThisMachine(parsed.hostname))
    read.complain(`${urlName} leads to another machine and must begin with https://`);
  return { url, token };
}
