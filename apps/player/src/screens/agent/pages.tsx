import { Skeleton, SkeletonGroup } from "@lotus/ui";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FailedState } from "../../components/failed-state.tsx";
import { RecordEnd } from "../../features/record-list/record-end.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./agent.module.css";

interface PagesProps<Row> {
  pages: UseInfiniteQueryResult<InfiniteData<{ readonly list: readonly Row[] }>>;
  rows: (list: readonly Row[]) => ReactNode;
  /** Shown when the list is empty. */
  none: ReactNode;
}

/** A paged list with its loading, failed and empty states; loads the next page near its end. */
export function Pages<Row>({ pages, rows, none }: PagesProps<Row>) {
  const list = pages.data?.pages.flatMap((page) => page.list);
  if (list === undefined) {
    return pages.isError ? (
      <FailedState error={pages.error} onRetry={() => void pages.refetch()} />
    ) : (
      <Loading />
    );
  }
  if (list.length === 0) return none;
  return (
    <>
      {rows(list)}
      <RecordEnd
        more={pages.hasNextPage}
        busy={pages.isFetchingNextPage}
        failed={pages.isFetchNextPageError}
        onMore={() => void pages.fetchNextPage()}
      />
    </>
  );
}

const ROWS = [0, 1, 2];

function Loading() {
  const { t } = useI18n();
  return (
    <SkeletonGroup label={t("app.loading")} className={styles.loading}>
      {ROWS.map((row) => (
        <Skeleton key={row} height={72} radius={16} />
      ))}
    </SkeletonGroup>
  );
}
