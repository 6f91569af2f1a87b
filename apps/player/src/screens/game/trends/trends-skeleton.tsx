import { Skeleton, SkeletonGroup } from "@lotus/ui";
import { useWords } from "../../../words/use-words.tsx";
import styles from "./trends.module.css";

const PILLS = [0, 1, 2, 3];

/** The boxes of the real screen: views, number of draws, tracks, table. */
export function TrendsSkeleton() {
  const { t } = useWords();
  return (
    <SkeletonGroup label={t("app.loading")} className={styles.page}>
      <Skeleton height={28} width="70%" />
      <Skeleton height={44} radius={12} />
      <span className={styles.pills}>
        {PILLS.map((pill) => (
          <Skeleton key={pill} width={76} height={32} radius={16} />
        ))}
      </span>
      <Skeleton height={420} radius={16} />
    </SkeletonGroup>
  );
}
