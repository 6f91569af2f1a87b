import { Sheet, Skeleton, SkeletonGroup, useLastShown } from "@lotus/ui";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useLiveEvent } from "../../live/live-events.ts";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import type { CsvColumn } from "../../components/save-csv.ts";
import { FailedState } from "../../components/failed-state.tsx";
import { EmptyRecords, type EmptyRecordsProps } from "./empty-records.tsx";
import { RangeChoice } from "./range-choice.tsx";
import { RecordBar } from "./record-bar.tsx";
import { RecordDays, type RecordRowParts } from "./record-days.tsx";
import { RecordEnd } from "./record-end.tsx";
import { RecordFacts, type RecordFact } from "./record-facts.tsx";
import styles from "./record-list.module.css";
import { PullToRefresh } from "../../components/pull-to-refresh/pull-to-refresh.tsx";
import { useRefresh } from "../../components/pull-to-refresh/use-refresh.ts";
import {
  largeRecordPage,
  recordPagesQuery,
  RECORDS_KEY,
  type AnyRecord,
  type RecordFilter,
  type RecordRange,
  type RecordsPage,
} from "./record-queries.ts";
import { RecordSums, type RecordSum } from "./record-sums.tsx";

export interface RecordPageProps<R extends AnyRecord> {
  title: string;
  filter: Omit<RecordFilter, "range">;
  /** Chips that narrow the list. */
  choices: ReactNode;
  /** Type guard: whether a record of the reply belongs to this page. */
  isOfPage: (record: AnyRecord) => record is R;
  rowOf: (record: R, words: I18n) => RecordRowParts;
  sumsOf: (sum: NonNullable<RecordsPage["sum"]>, words: I18n) => readonly RecordSum[];
  detailTitle: string;
  /** Above the facts of one record. */
  headOf: (record: R, words: I18n) => ReactNode;
  factsOf: (record: R, words: I18n) => readonly RecordFact[];
  /** Shown between head and facts of a record that needs an action. */
  todoOf?: (record: R) => ReactNode;
  /** The columns of the file that the list can be saved as. */
  columnsOf: (words: I18n) => readonly CsvColumn<R>[];
  /** Empty state: text and next step. */
  empty: Pick<EmptyRecordsProps, "title" | "onClear" | "next">;
}

/** A list of money records: choice of days, filters, sums, endless rows by day, and details of one record. */
export function RecordPage<R extends AnyRecord>(props: RecordPageProps<R>) {
  const { title, filter, choices, isOfPage, sumsOf, rowOf, columnsOf, empty } = props;
  const client = useQueryClient();
  const renew = () => void client.invalidateQueries({ queryKey: RECORDS_KEY });
  useLiveEvent("money", renew);
  useLiveEvent("balance", () => {
    // Each change of the balance adds a line to that list.
    if (filter.type === "transaction") renew();
  });
  const words = useI18n();
  const [range, setRange] = useState<RecordRange>("today");
  const [shown, setShown] = useState<R | undefined>();
  const pages = useInfiniteQuery(recordPagesQuery({ ...filter, range }));
  const records = pages.data?.pages.flatMap((page) => page.list).filter(isOfPage) ?? [];
  const sum = pages.data?.pages[0]?.sum;
  const refresh = useRefresh();
  return (
    <>
      <RecordBar
        title={title}
        refreshing={refresh.busy}
        onRefresh={refresh.onRefresh}
        file={
          records.length === 0
            ? undefined
            : {
                name: `${filter.type}-${range}`,
                columns: columnsOf(words),
                pageOf: (cursor) => filePage({ ...filter, range }, isOfPage, cursor),
              }
        }
      />
      <PullToRefresh {...refresh}>
        <div className={styles.page}>
          <RangeChoice range={range} onChange={setRange} />
          <div className={styles.choices}>{choices}</div>
          {pages.isPending && <Loading />}
          {pages.isError && pages.data === undefined && (
            <FailedState error={pages.error} onRetry={() => void pages.refetch()} />
          )}
          {pages.data !== undefined && records.length === 0 && (
            <EmptyRecords {...empty} range={range} onWiden={() => setRange("7d")} />
          )}
          {sum !== undefined && records.length > 0 && <RecordSums sums={sumsOf(sum, words)} />}
          {records.length > 0 && (
            <>
              <RecordDays records={records} rowOf={rowOf} onShow={setShown} />
              <RecordEnd
                more={pages.hasNextPage}
                busy={pages.isFetchingNextPage}
                failed={pages.isFetchNextPageError}
                onMore={() => void pages.fetchNextPage()}
              />
            </>
          )}
        </div>
      </PullToRefresh>
      <Detail {...props} record={freshOf(shown, records)} onClose={() => setShown(undefined)} />
    </>
  );
}

/** A page of a file, with only the records of this list. */
async function filePage<R extends AnyRecord>(
  filter: RecordFilter,
  isOfPage: (record: AnyRecord) => record is R,
  cursor: string | undefined,
) {
  const { list, nextCursor } = await largeRecordPage(filter, cursor);
  return { list: list.filter(isOfPage), nextCursor };
}

/** The list's current version of a record: it may have changed since it was opened. */
function freshOf<R extends AnyRecord>(shown: R | undefined, records: readonly R[]): R | undefined {
  return records.find(({ orderNo }) => orderNo === shown?.orderNo) ?? shown;
}

type DetailProps<R extends AnyRecord> = Pick<
  RecordPageProps<R>,
  "detailTitle" | "headOf" | "factsOf" | "todoOf"
> & {
  /** Undefined closes the sheet. */
  record: R | undefined;
  onClose: () => void;
};

function Detail<R extends AnyRecord>(props: DetailProps<R>) {
  const { record, detailTitle, headOf, factsOf, todoOf, onClose } = props;
  const words = useI18n();
  const shown = useLastShown(record);
  return (
    <Sheet
      open={record !== undefined}
      onClose={onClose}
      title={detailTitle}
      closeLabel={words.t("app.close")}
    >
      {shown !== undefined && (
        <>
          {headOf(shown, words)}
          {todoOf?.(shown)}
          <RecordFacts facts={factsOf(shown, words)} />
        </>
      )}
    </Sheet>
  );
}

const ROWS = [0, 1, 2, 3, 4];

function Loading() {
  const { t } = useI18n();
  return (
    <SkeletonGroup label={t("app.loading")} className={styles.loading}>
      <Skeleton height={68} radius={16} />
      <Skeleton width={160} />
      {ROWS.map((row) => (
        <Skeleton key={row} height={72} radius={16} />
      ))}
    </SkeletonGroup>
  );
}
