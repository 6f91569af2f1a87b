import type { MoneyRecord } from "@lotus/contract";
import type { I18n } from "../../i18n/use-i18n.tsx";
import type { SheetColumn } from "../../components/save-sheet.ts";

/** The columns of a file of recharges or withdrawals. */
export function moneyColumns(
  { t }: Pick<I18n, "t">,
  statusOf: (record: MoneyRecord) => string,
): readonly SheetColumn<MoneyRecord>[] {
  return [
    { name: t("money.fact.orderNo"), cell: ({ orderNo }) => orderNo },
    { name: t("money.fact.time"), cell: ({ time }) => ({ at: time }) },
    {
      name: t("records.method"),
      cell: ({ channelName = "", address = "" }) => `${channelName} ${address}`.trim(),
    },
    { name: t("money.records.status"), cell: statusOf },
    { name: t("records.amount"), cell: ({ amount }) => ({ amount }) },
    { name: t("money.fact.fee"), cell: ({ fee }) => ({ amount: fee }) },
    {
      name: t("money.fact.balanceAfter"),
      cell: ({ balanceAfter = null }) => (balanceAfter === null ? null : { amount: balanceAfter }),
    },
    { name: t("money.fact.reason"), cell: ({ reason = null }) => reason },
  ];
}
