import { reportOf } from "../check-books.ts";
import type { DayReport } from "./day.ts";

const MAX_WRONG = 40;

/** What happened and what was compared, as one page of text. */
export function describeDay(report: DayReport): string {
  const { tally, comparison, books, periods, orders, transfers, wrong } = report;
  const actions = Map.groupBy(tally.lines(), ({ action }) => action);
  const width = Math.max(...[...actions.keys()].map((action) => action.length));
  const happened = [...actions].map(([action, answers]) => {
    const refused = answers.filter(({ answer }) => answer !== "done");
    const words = refused.map(({ answer, count }) => `${answer} ${count}`).join(", ");
    return `${action.padEnd(width)} ${String(tally.done(action)).padStart(8)}  ${words}`.trimEnd();
  });
  const listed = (counts: ReadonlyMap<string, number>): string =>
    [...counts].map(([what, count]) => `${count} ${what}`).join(", ");
  const compared = comparison
    .lines()
    .map(
      ({ what, checked, wrong: found }) =>
        `${found.length === 0 ? "equal    " : "DIFFERENT"} ${String(checked).padStart(8)}  ${what}`,
    );
  return [
    `${"What was done".padEnd(width)}    times  refused`,
    ...happened,
    "",
    `Periods: ${listed(periods)}.`,
    `Orders of money: ${listed(orders)}.`,
    `Transfers: ${transfers}.`,
    "",
    reportOf(books),
    "Held against the rows of the ledger, figures:",
    ...compared,
    "",
    ...wrong.slice(0, MAX_WRONG).map((line) => `WRONG  ${line}`),
    wrong.length === 0 ? "Nothing is wrong." : `${wrong.length} things are wrong.`,
    "",
  ].join("\n");
}
