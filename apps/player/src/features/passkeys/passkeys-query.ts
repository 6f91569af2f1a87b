import { CALLS, type CallData } from "@lotus/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../session/api.ts";

export type Passkey = CallData<typeof CALLS.passkeys>["list"][number];

/** The player's passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: async ({ signal }) => {
    const passkeys = await api.call(CALLS.passkeys, {}, { signal, hideErrors: true });
    void tellPasswordManager(passkeys.signal);
    return passkeys;
  },
});

/** Lets a password manager hide passkeys that were removed here. Browsers that do not know it are told nothing. */
async function tellPasswordManager(accepted: CallData<typeof CALLS.passkeys>["signal"]): Promise<void> {
  const credential: unknown = window.PublicKeyCredential;
  if (accepted === null || !canTell(credential)) return;
  await credential.signalAllAcceptedCredentials(accepted).catch(() => undefined);
}

interface Tellable {
  readonly signalAllAcceptedCredentials: (accepted: object) => Promise<unknown>;
}

function canTell(credential: unknown): credential is Tellable {
  return (
    typeof credential === "function" &&
    "signalAllAcceptedCredentials" in credential &&
    typeof credential.signalAllAcceptedCredentials === "function"
  );
}
