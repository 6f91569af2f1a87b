import { Card, Chip } from "@lotus/ui";
import { protecting, useProtect } from "../../features/protection/use-protect.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useAppConfig } from "../../queries/app-config.ts";
import { minutesText } from "./durations.ts";
import styles from "./limits.module.css";

const MINUTES = [10, 20, 30, 45, 60] as const;

/** How often time and result are shown during play. */
export function CheckCard({ minutes }: { minutes: number }) {
  const words = useI18n();
  const { t } = words;
  const protect = useProtect();
  const most = useAppConfig().protection?.realityCheck.max ?? 60;
  return (
    <section aria-labelledby="limits-check">
      <Card>
        <div className={styles.stack}>
          <h2 id="limits-check" className={styles.cardTitle}>
            {t("protection.check.title")}
          </h2>
          <p className={styles.words}>{t("protection.check.words")}</p>
          <div className={styles.chips}>
            {MINUTES.filter((each) => each <= most).map((each) => (
              <Chip
                key={each}
                on={each === minutes}
                disabled={protect.isPending}
                onClick={() => protect.mutate(protecting.realityCheck(each))}
              >
                {minutesText(each, words)}
              </Chip>
            ))}
          </div>
        </div>
      </Card>
    </section>
  );
}
