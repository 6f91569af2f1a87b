import { CALLS, type CallData, type MoneyRecord, type TransactionRecord } from "@lotus/contract";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "../../session/api.ts";
import { LARGEST_PAGE, readerZone } from "../game-data/queries.ts";
import { daysQuery, type RecordDays } from "../game-data/record-days.ts";

export type RecordsPage = CallData<typeof CALLS.orderList>;
export type AnyRecord = MoneyRecord | TransactionRecord;

/** Filter of records: kind, days, and status or type of transaction; or one number, whatever else is chosen. */
export interface RecordFilter {
  readonly type: "recharge" | "withdrawal" | "transaction";
  readonly days: RecordDays;
  readonly status?: MoneyRecord["status"] | undefined;
  readonly subType?: TransactionRecord["type"] | undefined;
  readonly orderNo?: string | undefined;
}

/** Key of all lists of money records; invalidated when money moves. */
export const RECORDS_KEY = ["records"] as const;

/** Records of money, newest first, page by page. */
export const recordPagesQuery = (filter: RecordFilter) =>
  infiniteQueryOptions({
    queryKey: [...RECORDS_KEY, queryOf(filter)],
    initialPageParam: "",
    queryFn: ({ signal, pageParam }): Promise<RecordsPage> =>
      api.call(
        CALLS.orderList,
        { query: { ...queryOf(filter), cursor: pageParam === "" ? undefined : pageParam } },
        { signal, hideErrors: true },
      ),
    getNextPageParam: (page) => page.nextCursor,
  });

/** One page of the largest size, for a file. Shows its own errors. */
export function largeRecordPage(filter: RecordFilter, cursor: string | undefined): Promise<RecordsPage> {
  return api.call(CALLS.orderList, { query: { ...queryOf(filter), pageSize: LARGEST_PAGE, cursor } });
}

function queryOf({ type, days, status, subType, orderNo }: RecordFilter) {
  return orderNo === undefined
    ? { type, ...daysQuery(days), status, subType, ...readerZone() }
    : { type, orderNo, ...readerZone() };
}

/** Distinguishes a recharge or withdrawal from a movement of the balance. */
export function isMoneyRecord(record: AnyRecord): record is MoneyRecord {
  return "status" in record;
}
