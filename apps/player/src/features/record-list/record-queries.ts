import { CALLS, type CallData, type MoneyRecord, type TransactionRecord } from "@lotus/contract";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "../../session/api.ts";
import { LARGEST_PAGE, tzOffset } from "../game-data/queries.ts";

export type RecordsPage = CallData<typeof CALLS.orderList>;
export type AnyRecord = MoneyRecord | TransactionRecord;
export type RecordRange = "today" | "3d" | "7d";

/** Filter of records: kind, range of days, and status or type of transaction. */
export interface RecordFilter {
  readonly type: "recharge" | "withdrawal" | "transaction";
  readonly range: RecordRange;
  readonly status?: MoneyRecord["status"] | undefined;
  readonly subType?: TransactionRecord["type"] | undefined;
}

/** Key of all lists of money records; invalidated when money moves. */
export const RECORDS_KEY = ["records"] as const;

/** Records of money, newest first, page by page. */
export const recordPagesQuery = ({ type, range, status, subType }: RecordFilter) =>
  infiniteQueryOptions({
    queryKey: [...RECORDS_KEY, type, range, status ?? "", subType ?? ""],
    initialPageParam: "",
    queryFn: ({ signal, pageParam }): Promise<RecordsPage> =>
      api.call(
        CALLS.orderList,
        {
          query: {
            type,
            range,
            status,
            subType,
            tzOffset: tzOffset(),
            cursor: pageParam === "" ? undefined : pageParam,
          },
        },
        { signal, hideErrors: true },
      ),
    getNextPageParam: (page) => page.nextCursor,
  });

/** One page of the largest size, for a file. Shows its own errors. */
export function largeRecordPage(
  { type, range, status, subType }: RecordFilter,
  cursor: string | undefined,
): Promise<RecordsPage> {
  const query = { type, range, status, subType, tzOffset: tzOffset(), pageSize: LARGEST_PAGE, cursor };
  return api.call(CALLS.orderList, { query });
}

/** Distinguishes a recharge or withdrawal from a movement of the balance. */
export function isMoneyRecord(record: AnyRecord): record is MoneyRecord {
  return "status" in record;
}
