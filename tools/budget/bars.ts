import { percentile } from "../bench/percentile.ts";

/** Bar of a figure: on its value, or on its ratio to the yardstick of the same run. */
export interface Bar {
  readonly of: "value" | "ratio";
  readonly least?: number;
  readonly most?: number;
}

/** One line of the report. */
export interface Figure {
  readonly section: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** All values, where this is the median of several runs. */
  readonly runs?: readonly number[];
  /** The yardstick of the same run, in the same unit. */
  readonly beside?: { readonly name: string; readonly value: number };
  /** Absent if the figure is only reported. */
  readonly bar?: Bar;
}

/** Verdict of a figure against its bar. */
export type Verdict = "met" | "missed" | "told";

/** value ÷ yardstick; undefined without a yardstick, or if it is zero. */
export function ratioOf({ value, beside }: Figure): number | undefined {
  return beside === undefined || beside.value === 0 ? undefined : value / beside.value;
}

/**
 * The medians of the same figures of several runs, in the order of the first: an audit differs from one to the next, and its
 * makers advise against one alone. Those of a run that lacks one are NaN.
 */
export function medianFigures(runs: readonly (readonly Figure[])[]): Figure[] {
  const [first = [], ...others] = runs;
  if (others.length === 0) return [...first];
  return first.map((figure) => {
    const values = runs.map((run) => run.find(({ name }) => name === figure.name)?.value ?? Number.NaN);
    const value = values.some(Number.isNaN) ? Number.NaN : percentile(values, 0.5);
    return { ...figure, value, runs: values };
  });
}

/** Compares a figure with its bar. NaN, or a missing ratio, misses it. */
export function judge(figure: Figure): Verdict {
  const { bar } = figure;
  if (bar === undefined) return "told";
  const held = bar.of === "value" ? figure.value : (ratioOf(figure) ?? Number.NaN);
  return held >= (bar.least ?? -Infinity) && held <= (bar.most ?? Infinity) ? "met" : "missed";
}

/** The report as a table for people. */
export function tableOf(figures: readonly Figure[]): string {
  const head = ["", "", "measured", "beside it", "ratio", "bar", ""];
  const rows = figures.map((figure, at) => [
    figures[at - 1]?.section === figure.section ? "" : figure.section,
    figure.name,
    `${amount(figure.value)} ${figure.unit}${runsText(figure)}`,
    figure.beside === undefined ? "" : `${amount(figure.beside.value)} (${figure.beside.name})`,
    ratioOf(figure)?.toFixed(2) ?? "",
    barText(figure),
    judge(figure) === "told" ? "" : judge(figure),
  ]);
  return rowsAsTable([head, ...rows]);
}

/** Whether more or less of a figure is better, by its bar; undefined without one. */
export function barred({ bar }: Figure): "more" | "less" | undefined {
  if (bar?.least !== undefined) return "more";
  return bar?.most === undefined ? undefined : "less";
}

/** Rows of cells in columns. */
export function rowsAsTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** The report as one line for machines. */
export function jsonOf(figures: readonly Figure[]): string {
  return JSON.stringify(
    figures.map((figure) => ({ ...figure, ratio: ratioOf(figure) ?? null, verdict: judge(figure) })),
  );
}

/** Each run, where they differ. */
function runsText({ runs = [] }: Figure): string {
  const texts = runs.map(amount);
  return new Set(texts).size < 2 ? "" : ` of ${texts.join(", ")}`;
}

function barText({ bar, unit }: Figure): string {
  if (bar === undefined) return "";
  const bound = (sign: string, limit: number | undefined): string[] =>
    limit === undefined ? [] : [`${sign} ${amount(limit)}${bar.of === "value" ? ` ${unit}` : "×"}`];
  return [...bound("≥", bar.least), ...bound("≤", bar.most)].join(", ");
}

function amount(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : 2;
  return value.toLocaleString("en-US", { minimumFractionDigits: 0, maximumFractionDigits: digits });
}
