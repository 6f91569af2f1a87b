import { Card, Figure, Skeleton, SkeletonGroup } from "@lotus/ui";
import { daysText } from "../../features/days/day-words.ts";
import type { Days } from "../../features/days/days.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./report.module.css";

/** A report without its figures: what it is about is known at once. */
export function ReportSkeleton({ days }: { days: Days }) {
  const { t, locale } = useI18n();
  return (
    <>
      <Card>
        <div className={styles.profitHead}>
          <h2>{t("report.profit", { days: daysText(days, locale) })}</h2>
        </div>
        <p className={styles.profit} aria-hidden>
          <Figure size={28}>–</Figure>
        </p>
      </Card>
      <SkeletonGroup label={t("app.loading")} className={styles.loading}>
        <Skeleton height={264} radius={16} />
        <Skeleton height={248} radius={16} />
      </SkeletonGroup>
    </>
  );
}
