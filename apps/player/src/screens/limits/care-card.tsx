import { Card } from "@lotus/ui";
import { useCare } from "../../features/protection/care.ts";
import { CareReasons } from "../../features/protection/care-reasons.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./limits.module.css";

/** What was noticed in the player's own play, where there is anything. */
export function CareCard() {
  const { t } = useI18n();
  const care = useCare().data;
  if (care === undefined || care.reasons.length === 0) return null;
  return (
    <section aria-labelledby="limits-care">
      <Card ground="tint">
        <div className={styles.stack}>
          <h2 id="limits-care" className={styles.cardTitle}>
            {t("protection.care.title")}
          </h2>
          <div className={styles.words}>
            <CareReasons reasons={care.reasons} />
          </div>
        </div>
      </Card>
    </section>
  );
}
