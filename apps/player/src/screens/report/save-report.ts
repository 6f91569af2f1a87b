import { saveSheet, type SheetColumn } from "../../components/save-sheet.ts";
import type { I18n } from "../../i18n/use-i18n.tsx";
import type { Days } from "../../features/days/days.ts";
import type { Report, ReportDay } from "./report-query.ts";

const SUMS = [
  "accountBalance",
  "totalProfitLoss",
  "payoutRevenue",
  "betCost",
  "rebateIncome",
  "activityGift",
  "deposit",
  "withdrawal",
  "transferOut",
] as const;

/** The columns of a file of the report, which has a row for each day. */
export function reportColumns({ t }: Pick<I18n, "t">): readonly SheetColumn<ReportDay>[] {
  return [
    { name: t("report.day"), cell: ({ day }) => ({ day }) },
    ...SUMS.map((sum) => ({
      name: sum === "totalProfitLoss" ? t("report.profitShort") : t(`report.${sum}`),
      cell: (day: ReportDay) => ({ amount: day[sum] }),
    })),
  ];
}

/** Saves the report as a file. */
export function saveReport(report: Report, { from, to }: Days, words: Pick<I18n, "t">, unit: string): void {
  saveSheet({ name: `report-${from}-${to}`, unit, columns: reportColumns(words), rows: report.days });
}
