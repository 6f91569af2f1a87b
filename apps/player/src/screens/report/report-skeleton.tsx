import { Skeleton, SkeletonGroup } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./report.module.css";

/** Skeleton of a report. */
export function ReportSkeleton() {
  const { t } = useI18n();
  return (
    <SkeletonGroup label={t("app.loading")} className={styles.loading}>
      <Skeleton height={104} radius={16} />
      <Skeleton height={264} radius={16} />
      <Skeleton height={248} radius={16} />
    </SkeletonGroup>
  );
}
