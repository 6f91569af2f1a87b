import { type CsvColumn, csvText, saveCsv } from "../../components/save-csv.ts";
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

/** The report as spreadsheet rows, one per day. Amounts are plain decimals, so that every program can read them. */
export function reportText({ days }: Report, { t }: Pick<I18n, "t">): string {
  const columns: CsvColumn<ReportDay>[] = [
    { name: t("report.day"), cell: ({ day }) => day },
    ...SUMS.map((sum) => ({
      name: sum === "totalProfitLoss" ? t("report.profitShort") : t(`report.${sum}`),
      cell: (day: ReportDay) => day[sum],
    })),
  ];
  return csvText(columns, days);
}

/** Saves the report as a file. */
export function saveReport(report: Report, { from, to }: Days, words: Pick<I18n, "t">): void {
  saveCsv(`report-${from}-${to}.csv`, reportText(report, words));
}
