import type { CallData, CALLS } from "@lotus/contract";
import { Button, FingerprintIcon } from "@lotus/ui";
import { useEffect, useState } from "react";
import { loadCeremony, stopCeremony } from "../../features/passkeys/late-ceremony.ts";
import { usePasskeysHere } from "../../features/passkeys/passkeys-here.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { forgetPassword } from "../../session/remembered-password.ts";
import { useSession } from "../../session/session.ts";
import { afterLogin } from "../../shell/after-login.ts";
import { notifyError } from "../../shell/notify.ts";

/** Less than the five minutes for which a challenge is good. */
const RENEW_MS = 4 * 60_000;

/** Logging in with a passkey: by a button, and from the list that the browser shows at the username. */
export function PasskeyLogin({ redirect }: { redirect: string | undefined }) {
  const { t } = useI18n();
  const here = usePasskeysHere();
  const [busy, setBusy] = useState(false);
  // The button's request ends the one in the list, which begins anew after it.
  const offers = here === "here" && !busy;
  useEffect(
    () => (offers ? keepOffering((loggedIn) => void finish(loggedIn, redirect)) : undefined),
    [offers, redirect],
  );
  useEffect(() => stopCeremony, []);
  if (here !== "here") return null;
  async function logIn(): Promise<void> {
    setBusy(true);
    const { ceremonyProblem, logInWithPasskey } = await loadCeremony();
    try {
      await finish(await logInWithPasskey(), redirect);
    } catch (thrown) {
      const problem = ceremonyProblem(thrown);
      if (problem !== undefined) notifyError(t(problem));
    }
    setBusy(false);
  }
  return (
    <Button
      variant="outline"
      block
      busy={busy}
      icon={<FingerprintIcon size={20} aria-hidden />}
      onClick={() => void logIn()}
    >
      {t("auth.passkey")}
    </Button>
  );
}

async function finish(
  { username, ...tokens }: CallData<typeof CALLS.passkeyLogin>,
  redirect: string | undefined,
): Promise<void> {
  // The password of another player is not kept for this one.
  if (useSession.getState().username !== username) await forgetPassword().catch(() => undefined);
  useSession.getState().logIn(tokens, username);
  await afterLogin(redirect);
}

/** Offers passkeys at the username as long as the page is open, with a challenge that is always fresh. */
function keepOffering(onLoggedIn: (loggedIn: CallData<typeof CALLS.passkeyLogin>) => void): () => void {
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const offer = async (): Promise<void> => {
    if (!(await canOffer()) || over) return;
    const { offerInAutofill } = await loadCeremony();
    if (over) return;
    timer = setTimeout(() => void offer(), RENEW_MS);
    try {
      onLoggedIn(await offerInAutofill());
    } catch {
      // Replaced by a newer request, or refused: that has been shown, and the button is there.
    }
  };
  void offer();
  return () => {
    over = true;
    clearTimeout(timer);
  };
}

async function canOffer(): Promise<boolean> {
  const credential: Partial<typeof PublicKeyCredential> = window.PublicKeyCredential;
  // Older browsers have passkeys and not this question.
  return (await credential.isConditionalMediationAvailable?.()) ?? false;
}
