import { Button, Card } from "@lotus/ui";
import { useState } from "react";
import { useAppConfig } from "../../queries/app-config.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { usePlayLimits } from "./play-limits.ts";
import styles from "./protection.module.css";
import { protecting, useProtect } from "./use-protect.ts";

/**
 * Offers deposit limits before a recharge, as prominent as the amount: until the player has set one or has declined, and
 * again when the rules want them reviewed. Where the rules demand all three, it says so and stays.
 */
export function DepositOffer() {
  const { t } = useI18n();
  const rules = useAppConfig().protection;
  const limits = usePlayLimits().data;
  const protect = useProtect();
  const [declined, setDeclined] = useState(false);
  if (limits === undefined) return null;
  const set = limits.limits.filter(({ kind, amount }) => kind === "deposit" && amount !== null).length;
  const needed = rules?.depositLimitsObligatory === true && set < 3;
  // Known to the server, so that it is offered once whatever the device.
  const isAnswered = declined || (limits.reviewedAt !== null && !limits.reviewDue);
  if (!needed && isAnswered) return null;
  return (
    <section className={styles.offerPlace} aria-labelledby="deposit-offer">
      <Card ground="tint">
        <div className={styles.offer}>
          <h2 id="deposit-offer">{t(needed ? "protection.needed.title" : "protection.offer.title")}</h2>
          <p>{t(needed ? "protection.needed.words" : "protection.offer.words")}</p>
          <div className={styles.pair}>
            <Button onClick={() => void navigation.push(href("limits"))}>{t("protection.offer.set")}</Button>
            {!needed && (
              <Button
                variant="outline"
                onClick={() => {
                  setDeclined(true);
                  protect.mutate(protecting.limitsReviewed);
                }}
              >
                {t("protection.offer.later")}
              </Button>
            )}
          </div>
        </div>
      </Card>
    </section>
  );
}
