import { Skeleton, SkeletonGroup } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./verify.module.css";

/** Skeleton of the screen while the proof is loading. */
export function ProofSkeleton() {
  const { t } = useI18n();
  return (
    <SkeletonGroup label={t("app.loading")} className={styles.loading}>
      <Skeleton height={70} radius={16} />
      <Skeleton height={62} radius={16} />
      <Skeleton height={420} radius={16} />
    </SkeletonGroup>
  );
}
