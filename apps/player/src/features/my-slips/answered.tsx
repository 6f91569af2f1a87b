import { Skeleton, SkeletonGroup, StateScreen } from "@lotus/ui";
import type { ReactNode } from "react";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { FailedState } from "../../components/failed-state.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./my-slips.module.css";

interface AnsweredProps<Item> {
  query: {
    readonly data: readonly Item[] | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  /** What stands in place of an empty list. */
  empty: string;
  words: string;
  children: (list: readonly Item[]) => ReactNode;
}

/** A list, or what stands in its place while there is none. */
export function Answered<Item>({ query, empty, words, children }: AnsweredProps<Item>) {
  const { t } = useI18n();
  const { data, error, refetch } = query;
  if (data !== undefined && data.length > 0) return <ul className={styles.list}>{children(data)}</ul>;
  if (data !== undefined) {
    return (
      <StateScreen picture={<LotusPond state="bud" />} title={empty}>
        {words}
      </StateScreen>
    );
  }
  if (error !== null) return <FailedState error={error} onRetry={() => void refetch()} />;
  return (
    <SkeletonGroup label={t("app.loading")} className={styles.list}>
      {[0, 1, 2].map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton width={40} height={40} radius={12} />
          <Skeleton width="70%" height={20} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
