import { Skeleton, SkeletonGroup } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./trends.module.css";

const PILLS = [0, 1, 2, 3];

function TrackBoxes() {
  return (
    <>
      <span className={styles.pills}>
        {PILLS.map((pill) => (
          <Skeleton key={pill} width={76} height={32} radius={16} />
        ))}
      </span>
      <Skeleton height={420} radius={16} />
    </>
  );
}

/** Skeleton of a view: the choice of tracks, and the chosen one. */
export function TracksSkeleton() {
  const { t } = useI18n();
  return (
    <SkeletonGroup label={t("app.loading")} className={styles.boxes}>
      <TrackBoxes />
    </SkeletonGroup>
  );
}

/** Skeleton of the screen while its game is not yet known. */
export function TrendsSkeleton() {
  const { t } = useI18n();
  return (
    <SkeletonGroup label={t("app.loading")} className={styles.page}>
      <Skeleton height={28} width="70%" />
      <Skeleton height={44} radius={12} />
      <TrackBoxes />
    </SkeletonGroup>
  );
}
