import {
  addPeriod,
  arePossible,
  exactOfAll,
  FALSE_ALARMS,
  judgeReturn,
  LogSums,
  measuredReturn,
  noReturns,
  RARE,
  type ReturnCount,
} from "@lotus/fair/returns";
import { type EntryEvidence, fault, type Finding, notice } from "./finding.ts";
import { periodKey } from "./period-rules.ts";
import type { MonitorState, PeriodRecord } from "./state.ts";

/**
 * Adds the sums of a period that was drawn and settled to what its game returned, once, and says what the published odds do not
 * allow. Periods without sums are skipped, and so are periods whose odds table is unknown.
 */
export function countReturn(state: MonitorState, record: PeriodRecord): readonly Finding[] {
  const { period, close, draw, settled, game, periodNo } = record;
  if (record.isReturnCounted === true || close === null || draw === null || settled === null) return [];
  record.isReturnCounted = true;
  const log = new LogSums();
  for (const { body } of [...Object.values(state.odds), period, close, draw, settled]) log.add(body);
  const [logged] = log.periods();
  const sums = logged?.sums ?? null;
  const exact = exactOfAll(logged?.odds ?? null, (version) => state.odds[version]?.exact?.[game] ?? null);
  if (sums === null || exact === null) return [];
  const entries = [close, draw, settled];
  const key = periodKey(game, periodNo);
  const findings: Finding[] = arePossible(sums, exact)
    ? []
    : [fault("wrong-sums", `${key}: no bets at the published odds have its sums`, { entries })];
  state.returns ??= {};
  const before = state.returns[game];
  const count = { ...addPeriod(before ?? noReturns(), sums, exact), isNoted: before?.isNoted === true };
  state.returns[game] = count;
  return [...findings, ...judged(game, count, entries)];
}

function judged(
  game: string,
  count: ReturnCount & { isNoted: boolean },
  entries: readonly EntryEvidence[],
): Finding[] {
  const found = judgeReturn(count);
  const text = `${game} ${textOf(count)}`;
  if (found === "low" || found === "high")
    return [
      fault(
        "return-off",
        `${text}: ${found === "low" ? "less" : "more"} than any bets at the published odds return, by chance in one of ${1 / FALSE_ALARMS} honest houses`,
        { entries },
      ),
    ];
  if (found === null || count.isNoted) return [];
  count.isNoted = true;
  return [
    notice(
      "return-low",
      `${text}: honest only if more than ${100 * RARE.share} % of the stakes were on bets that may win over ${RARE.times} times`,
    ),
  ];
}

/** What the games returned, as the end of a line. */
export function returnsText({ returns = {} }: Pick<MonitorState, "returns">): string {
  const games = Object.entries(returns).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return games.length === 0
    ? ""
    : `; returns: ${games.map(([game, count]) => `${game} ${textOf(count)}`).join(", ")}`;
}

function textOf(count: ReturnCount): string {
  const { counted, exact } = count;
  const measured = measuredReturn(count);
  if (exact === null || measured === null) return "nothing";
  return `${percent(measured)} of ${counted} periods (by the odds ${percent(exact.low)} to ${percent(exact.high)})`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}
