import { Sheet, Skeleton, SkeletonGroup, useLastShown } from "@lotus/ui";
import { useInfiniteQuery, type UseInfiniteQueryResult, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useLiveEvent } from "../../live/live-events.ts";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import type { SheetColumn } from "../../components/save-sheet.ts";
import { FailedState } from "../../components/failed-state.tsx";
import { EmptyRecords, type EmptyRecordsProps } from "./empty-records.tsx";
import { daysName, type RecordDays } from "../game-data/record-days.ts";
import { DaysChip } from "./days-chip.tsx";
import { NotFound } from "./not-found.tsx";
import { NumberSearch } from "./number-search.tsx";
import { RangeChoice } from "./range-choice.tsx";
import { RecordBar } from "./record-bar.tsx";
import { RecordDayList, type RecordRowParts } from "./record-days.tsx";
import { RecordEnd } from "./record-end.tsx";
import { RecordPanes } from "./record-panes.tsx";
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
  type RecordsPage,
} from "./record-queries.ts";
import { RecordSums, type RecordSum } from "./record-sums.tsx";
import { useNumberSearch } from "./use-number-search.ts";

export interface RecordPageProps<R extends AnyRecord> {
  title: string;
  filter: Omit<RecordFilter, "days" | "orderNo">;
  /** What its numbers are called, and the letters they begin with. */
  numbers: { readonly label: string; readonly letters: readonly string[] };
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
  columnsOf: (words: I18n) => readonly SheetColumn<R>[];
  /** Empty state: text and next step. */
  empty: Pick<EmptyRecordsProps, "title" | "onClear" | "next">;
}

/** A list of money records: choice of days, filters, sums, endless rows by day, and details of one record. */
export function RecordPage<R extends AnyRecord>(props: RecordPageProps<R>) {
  const { title, filter: chosen, numbers, choices, isOfPage, sumsOf, rowOf, columnsOf, empty } = props;
  const client = useQueryClient();
  const renew = () => void client.invalidateQueries({ queryKey: RECORDS_KEY });
  useLiveEvent("money", renew);
  useLiveEvent("balance", () => {
    // Each change of the balance adds a line to that list.
    if (chosen.type === "transaction") renew();
  });
  const words = useI18n();
  const [days, setDays] = useState<RecordDays>("today");
  const search = useNumberSearch();
  const [shown, setShown] = useState<R | undefined>();
  const filter = { ...chosen, days, orderNo: search.orderNo };
  const pages = useInfiniteQuery(recordPagesQuery(filter));
  const records = pages.data?.pages.flatMap((page) => page.list).filter(isOfPage) ?? [];
  const sum = pages.data?.pages[0]?.sum;
  const refresh = useRefresh();
  return (
    <>
      <RecordBar
        title={title}
        searching={search.open}
        onSearch={search.toggle}
        refreshing={refresh.busy}
        onRefresh={refresh.onRefresh}
        file={
          records.length === 0
            ? undefined
            : {
                name: `${chosen.type}-${daysName(days)}`,
                columns: columnsOf(words),
                pageOf: (cursor) => filePage(filter, isOfPage, cursor),
              }
        }
      />
      <RecordPanes
        open={shown !== undefined}
        detail={<Detail {...props} record={freshOf(shown, records)} onClose={() => setShown(undefined)} />}
      >
        <PullToRefresh {...refresh}>
          <div className={styles.page}>
            {search.open ? (
              <NumberSearch {...numbers} onFind={search.find} />
            ) : (
              <Filters days={days} onDays={setDays}>
                {choices}
              </Filters>
            )}
            {pages.isPending && <Loading />}
            {pages.isError && pages.data === undefined && (
              <FailedState error={pages.error} onRetry={() => void pages.refetch()} />
            )}
            {pages.data !== undefined && records.length === 0 && (
              <NoRecords {...empty} days={days} onWiden={() => setDays("7d")} search={search} />
            )}
            {sum !== undefined && records.length > 0 && <RecordSums sums={sumsOf(sum, words)} />}
            {records.length > 0 && (
              <>
                <RecordDayList records={records} rowOf={rowOf} shown={shown?.orderNo} onShow={setShown} />
                <EndOf pages={pages} />
              </>
            )}
          </div>
        </PullToRefresh>
      </RecordPanes>
    </>
  );
}

function EndOf({ pages }: { pages: Pages }) {
  return (
    <RecordEnd
      more={pages.hasNextPage}
      busy={pages.isFetchingNextPage}
      failed={pages.isFetchNextPageError}
      onMore={() => void pages.fetchNextPage()}
    />
  );
}

/** Nothing on these days, or nothing with the number that was looked for. */
function NoRecords({ search, ...empty }: EmptyRecordsProps & { search: ReturnType<typeof useNumberSearch> }) {
  return search.orderNo === undefined ? <EmptyRecords {...empty} /> : <NotFound onStop={search.toggle} />;
}

type Pages = Pick<
  UseInfiniteQueryResult,
  "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "fetchNextPage"
>;

interface FiltersProps {
  days: RecordDays;
  onDays: (days: RecordDays) => void;
  children: ReactNode;
}

function Filters({ days, onDays, children }: FiltersProps) {
  return (
    <>
      <RangeChoice days={days} onChange={onDays} />
      <div className={styles.choices}>
        <DaysChip days={days} onChange={onDays} />
        {children}
      </div>
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
