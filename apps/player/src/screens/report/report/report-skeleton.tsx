import { Skeleton, SkeletonGroup } from "@lotus/ui";
import { useWords } from "../../../words/use-words.tsx";
import styles from "./report.module.css";

/** The boxes of a report that is on its way. */
export function ReportSkeleton() {
  const { t } = useWords();
  return (
    <SkeletonGroup label={t("app.loading")} className={styles.loading}>
      <Skeleton height={104} radius={16} />
      <Skeleton height={264} radius={16} />
      <Skeleton height={248} radius={16} />
    </SkeletonGroup>
  );
}
