import { Button, Dialog, Figure } from "@lotus/ui";
import { useState } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useAppConfig } from "../../queries/app-config.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { usePlayLimits } from "./play-limits.ts";
import styles from "./protection.module.css";
import { protecting, useProtect } from "./use-protect.ts";

/** Asks whether the deposit limits are still right, when the rules want it: on any device, until it is answered on one. */
export function LimitReview() {
  const { t, money } = useI18n();
  const { currency } = useAppConfig();
  const limits = usePlayLimits().data;
  const protect = useProtect();
  const [leaves, setLeaves] = useState(false);
  const answer = () => protect.mutate(protecting.limitsReviewed);
  return (
    <Dialog
      open={limits?.reviewDue === true && !leaves}
      onClose={() => undefined}
      role="alertdialog"
      title={t("protection.review.title")}
      actions={
        <div className={styles.answers}>
          <Button
            onClick={() => {
              setLeaves(true);
              answer();
              void navigation.push(href("limits"));
            }}
          >
            {t("protection.review.change")}
          </Button>
          <Button variant="tint" busy={protect.isPending} onClick={answer}>
            {t("protection.review.keep")}
          </Button>
        </div>
      }
    >
      <p>{t("protection.review.words")}</p>
      <dl className={styles.facts}>
        {limits?.limits
          .filter(({ kind }) => kind === "deposit")
          .map(({ window, amount }) => (
            <div key={window}>
              <dt>{t(`protection.window.${window}`)}</dt>
              <dd>
                {amount === null ? (
                  <span className={styles.none}>{t("protection.none")}</span>
                ) : (
                  <Figure align="end">{`${money(amount)} ${currency.symbol}`}</Figure>
                )}
              </dd>
            </div>
          ))}
      </dl>
    </Dialog>
  );
}
