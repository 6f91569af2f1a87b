import { Button, FingerprintIcon } from "@lotus/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { loadCatalog } from "../../i18n/i18n.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { navigation, usePages } from "../../shell/navigation.ts";
import { href, specOf } from "../../shell/routes.ts";
import { useToldResults } from "../bet-result/told-results.ts";
import { usePasskeyOffer } from "./offer-state.ts";
import styles from "./passkey-offer.module.css";
import { usePasskeysHere } from "./passkeys-here.ts";
import { passkeysQuery } from "./passkeys-query.ts";

/**
 * Offers a passkey after a login with a password, once on each device: on a tab's page, to a player who has none, where
 * the device can make one. Whatever is answered, it is never offered again.
 */
export function PasskeyOffer() {
  const isDue = usePasskeyOffer(({ due, offered }) => due && !offered);
  const shown = usePasskeyOffer((state) => state.shown);
  const here = usePasskeysHere();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isDue || here !== "here") return undefined;
    let over = false;
    const look = async (): Promise<void> => {
      if (!(await canMakeOne())) return;
      const [{ list }] = await Promise.all([queryClient.fetchQuery(passkeysQuery), loadCatalog("account")]);
      // It is made once it is seen, even if it is left unanswered.
      if (!over && list.length === 0) usePasskeyOffer.setState({ due: false, offered: true, shown: true });
    };
    // Without an answer of the server there is no offer; the next login brings it.
    look().catch(() => undefined);
    return () => {
      over = true;
    };
  }, [isDue, here, queryClient]);
  const { page } = usePages();
  const isTelling = useToldResults(({ strip, windows }) => strip.length + windows.length > 0);
  const isTab = page !== undefined && specOf(page.name).tab !== undefined;
  return shown && isTab && !isTelling ? <Offer /> : null;
}

function Offer() {
  const { t } = useI18n();
  const done = () => usePasskeyOffer.setState({ shown: false });
  return (
    <aside className={styles.offer} aria-label={t("passkeys.offer")}>
      <FingerprintIcon size={32} aria-hidden />
      <div className={styles.words}>
        <b>{t("passkeys.offer")}</b>
        <span>{t("passkeys.offerWords")}</span>
      </div>
      <div className={styles.actions}>
        <Button variant="ghost" size="s" onClick={done}>
          {t("passkeys.offerNo")}
        </Button>
        <Button
          size="s"
          onClick={() => {
            done();
            void navigation.push(href("passkeys"));
          }}
        >
          {t("passkeys.offerYes")}
        </Button>
      </div>
    </aside>
  );
}

/** A device with a lock of its own: others would need a second device for it. */
async function canMakeOne(): Promise<boolean> {
  return await window.PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
}
