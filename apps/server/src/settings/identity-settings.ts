import { parseMoney } from "@lotus/money";
import type { EnvironmentReader } from "./environment.ts";
import type { RulePackName } from "./protection-settings.ts";
import { isThisMachine } from "./this-machine.ts";

/** Before what the house must know who the player is; `play` is before bets, recharges and withdrawals. */
export const IDENTITY_NEEDED = ["never", "first-withdrawal", "above", "play"] as const;

/** Settings of age and identity. */
export interface IdentitySettings {
  /** Whether nobody registers without a date of birth. */
  readonly birthDateRequired: boolean;
  /** Age at which an account can be made. */
  readonly minAge: number;
  readonly needed: (typeof IDENTITY_NEEDED)[number];
  /** Sum of the withdrawals of 30 days above which it is needed; 0 if the sum does not matter. */
  readonly above: bigint;
  /** Days after the decision in which documents are erased. */
  readonly documentDays: number;
  /** Who checks documents before the desk does; null if nobody. */
  readonly provider: { readonly url: string; readonly token: string } | null;
}

/** Reads the settings of age and identity, whose defaults depend on the rules in force. */
export function readIdentity(read: EnvironmentReader, pack: RulePackName): IdentitySettings {
  const isLicensed = pack !== "default";
  const needed = read.choice("IDENTITY_NEEDED", IDENTITY_NEEDED, isLicensed ? "play" : "never");
  const above = readSum(read);
  if (needed === "above" && above === 0n) read.complain("IDENTITY_NEEDED=above needs IDENTITY_ABOVE");
  if ((needed === "never" || needed === "play") && above > 0n)
    read.complain(`IDENTITY_ABOVE is set, and IDENTITY_NEEDED says ${needed}: say above`);
  return {
    birthDateRequired: read.flag("BIRTH_DATE_REQUIRED", isLicensed),
    minAge: read.integer("MIN_AGE", 18, 0, 30),
    needed,
    above,
    documentDays: read.integer("IDENTITY_DOCUMENT_DAYS", 90, 1, 3_650),
    provider: readProvider(read),
  };
}

function readSum(read: EnvironmentReader): bigint {
  const parsed = parseMoney(read.text("IDENTITY_ABOVE", "0.00"));
  if (parsed.ok && parsed.value >= 0n) return parsed.value;
  read.complain("IDENTITY_ABOVE must be an amount like 2000.00");
  return 0n;
}

/** Documents leave the machine encrypted or not at all. The values are never repeated: they are secret. */
function readProvider(read: EnvironmentReader): IdentitySettings["provider"] {
  const [url, token] = [read.optional("IDENTITY_PROVIDER_URL"), read.optional("IDENTITY_PROVIDER_TOKEN")];
  if (url === null && token === null) return null;
  if (url === null || token === null) {
    read.complain("IDENTITY_PROVIDER_URL and IDENTITY_PROVIDER_TOKEN need each other");
    return null;
  }
  const isAddress = /^https?:\/\//u.test(url) && URL.canParse(url);
  if (!isAddress) read.complain("IDENTITY_PROVIDER_URL must be an address like https://host");
  else if (!url.startsWith("https://") && !isThisMachine(new URL(url).hostname))
    read.complain("IDENTITY_PROVIDER_URL leads to another machine and must begin with https://");
  if (!/^[\x21-\x7E]{16,}$/u.test(token))
    read.complain("IDENTITY_PROVIDER_TOKEN must have 16 or more characters, and no blanks");
  return { url, token };
}
