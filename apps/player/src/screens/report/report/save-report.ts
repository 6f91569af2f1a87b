import { saveCsv } from "../../../parts/csv/save-csv.ts";
import type { Words } from "../../../words/use-words.tsx";
import type { Days } from "./report-days.ts";
import type { Report } from "./report-query.ts";

const COLUMNS = [
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

/** The report as lines of a spreadsheet, one a day. Amounts are plain decimals, so that every program reads them. */
export function reportLines({ days }: Report, { t }: Pick<Words, "t">): string {
  const head = [
    t("report.day"),
    ...COLUMNS.map((name) => (name === "totalProfitLoss" ? t("report.profitShort") : t(`report.${name}`))),
  ];
  const rows = days.map((day) => [day.day, ...COLUMNS.map((name) => day[name])]);
  return [head, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(",")).join("\r\n");
}

/** Saves the report as a file. */
export function saveReport(report: Report, { from, to }: Days, words: Pick<Words, "t">): void {
  saveCsv(`report-${from}-${to}.csv`, `${reportLines(report, words)}\r\n`);
}
