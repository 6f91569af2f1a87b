import { startAuthentication, startRegistration, WebAuthnAbortService } from "@simplewebauthn/browser";
import { CALLS, type CallBodyInput, type CallData, type WireAssertion } from "@lotus/contract";
import type { PasskeysMessageKey } from "@lotus/locales";
import { api } from "../../session/api.ts";

/** What proves to the server who is there, before passkeys change. */
export type OwnerProof = CallBodyInput<typeof CALLS.addPasskeyOptions>;

type RequestOptions = CallData<typeof CALLS.passkeyLoginOptions>;
type Purpose = CallBodyInput<typeof CALLS.passkeyConfirmOptions>["purpose"];
type LoggedIn = CallData<typeof CALLS.passkeyLogin>;

/** Logs in with whichever passkey the player chooses. */
export async function logInWithPasskey(): Promise<LoggedIn> {
  const options = await api.call(CALLS.passkeyLoginOptions, {});
  return await api.call(CALLS.passkeyLogin, { body: { assertion: await answerTo(options) } });
}

/**
 * Offers passkeys in the list that the browser shows at the username, until the player takes one. It ends without a
 * result when another request takes its place, or `stopCeremony` is called.
 */
export async function offerInAutofill(): Promise<LoggedIn> {
  // Nobody has asked for it, so its failure is not shown.
  const options = await api.call(CALLS.passkeyLoginOptions, {}, { hideErrors: true });
  const assertion = await answerTo(options, true);
  return await api.call(CALLS.passkeyLogin, { body: { assertion } });
}

/** Ends the request that is under way, the offer in the list of the browser too. */
export function stopCeremony(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** A proof by a passkey of the player, for one purpose. */
export async function proveByPasskey(purpose: Purpose): Promise<WireAssertion> {
  return await answerTo(await api.call(CALLS.passkeyConfirmOptions, { body: { purpose } }));
}

/** Has the authenticator of this device make a passkey, and adds it to the account. */
export async function addPasskey(
  proof: OwnerProof,
  shownInPlace: readonly "OLD_PASSWORD_WRONG"[],
): Promise<CallData<typeof CALLS.addPasskey>> {
  const options = await api.call(CALLS.addPasskeyOptions, { body: proof }, { shownInPlace });
  const optionsJSON = { ...options, excludeCredentials: options.excludeCredentials.map(descriptorOf) };
  const { response } = await startRegistration({ optionsJSON });
  const credential = {
    client_data_json: response.clientDataJSON,
    attestation_object: response.attestationObject,
    ...(response.transports === undefined ? {} : { transports: response.transports }),
  };
  return await api.call(CALLS.addPasskey, { body: { credential } });
}

async function answerTo(options: RequestOptions, useBrowserAutofill = false): Promise<WireAssertion> {
  const optionsJSON = { ...options, allowCredentials: options.allowCredentials.map(descriptorOf) };
  const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill });
  return {
    credential_id: id,
    client_data_json: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle === undefined ? {} : { user_handle: response.userHandle }),
  };
}

/** As the library's types have it: what is not known is absent. */
function descriptorOf({ transports, ...known }: RequestOptions["allowCredentials"][number]) {
  return transports === undefined ? known : { ...known, transports };
}

/**
 * The text for what went wrong between browser and authenticator; undefined for failures of the server, which are shown
 * already, and for a request that another one replaced.
 */
export function ceremonyProblem(thrown: unknown): PasskeysMessageKey | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { name } = thrown;
  if (name === "NotAllowedError") return "passkeys.cancelled";
  if (name === "InvalidStateError") return "passkeys.exists";
  return name === "ConstraintError" || name === "NotSupportedError" ? "passkeys.unable" : undefined;
}
