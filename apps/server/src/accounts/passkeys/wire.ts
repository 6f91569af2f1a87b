import type { CallData, CALLS } from "@lotus/contract";
import type { PasskeySettings } from "../../settings/passkey-settings.ts";
import { CHALLENGE_MS } from "./challenges.ts";
import type { Passkey } from "./passkeys.ts";

type WirePasskey = CallData<typeof CALLS.addPasskey>;
type RequestOptions = CallData<typeof CALLS.passkeyLoginOptions>;

/** A passkey as the player's app shows it. */
export function wirePasskey({
  id,
  name,
  kind,
  provider,
  createdAt,
  lastUsedAt,
  suspended,
}: Passkey): WirePasskey {
  return { id: String(id), name, kind, provider, createdAt, lastUsedAt, suspended };
}

/** A passkey as a browser names it to an authenticator. */
export function descriptorOf({ credentialId, transports }: Pick<Passkey, "credentialId" | "transports">) {
  return {
    id: base64url(credentialId),
    type: "public-key" as const,
    ...(transports.length === 0 ? {} : { transports: [...transports] }),
  };
}

/** What a browser asks an authenticator for: any passkey of this house, or one of these. */
export function requestOptions(
  challenge: string,
  { rpId }: PasskeySettings,
  allowed: readonly Passkey[] = [],
): RequestOptions {
  return {
    challenge,
    rpId,
    timeout: CHALLENGE_MS,
    userVerification: "required",
    allowCredentials: allowed.map(descriptorOf),
  };
}

export function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
