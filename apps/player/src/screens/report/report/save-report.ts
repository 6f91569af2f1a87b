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
  // The mark at the beginning tells spreadsheets that this is UTF-8.
  const file = new Blob([`\uFEFF${reportLines(report, words)}\r\n`], { type: "text/csv" });
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = `report-${from}-${to}.csv`;
  link.click();
  // The browser reads it after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
