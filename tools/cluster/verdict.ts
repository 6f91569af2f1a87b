import type { DrawFigures } from "./draw-report.ts";
import type { Failure } from "./failures.ts";
import type { PageFigures } from "./page-watch.ts";
import type { Lead } from "./primary-watch.ts";

/** What was seen of a failure. */
export interface RoundFigures {
  /** The longest time without an acknowledged bet, from the failure on. */
  readonly withoutBetsMs: number;
  /** The longest time in which no database took a write. */
  readonly withoutPrimaryMs: number;
  /** The longest time in which no server led the draw clock. */
  readonly withoutLeaderMs: number;
  /** Replies to bets, cancels and transfers, by status and code or by how there was none. */
  readonly answers: ReadonlyMap<string, number>;
  readonly draws: DrawFigures;
  readonly pages: PageFigures;
  /** Each lead of the draw clock that was seen, in their order. */
  readonly leads: readonly Lead[];
  /** How many servers say in the end that they lead it. */
  readonly leaders: number;
}

// What a primary's lease may last (ttl of ops/cluster/patroni.yml), and what the rest takes.
const TTL_MS = 20_000;
const BACK_WITHIN_MS = 5_000;
const DRAW_LATE_MS = 6_000;
/** A write takes some time while nothing is wrong; beyond this the database was away. */
const AWAY_MS = 2_000;
/** A leader beats each second; beyond this there was none. */
const LEADERLESS_MS = 2_500;

/** How soon there have to be bets again. */
export function betsWithinMs(loses: Failure["loses"]): number {
  return BACK_WITHIN_MS + (loses === "a machine" ? TTL_MS : 0);
}

/** How late a draw may be: what the database was away for is nobody's fault who draws. */
export function drawsWithinMs(withoutPrimaryMs: number): number {
  return DRAW_LATE_MS + (withoutPrimaryMs > AWAY_MS ? withoutPrimaryMs : 0);
}

/** The longest stretch between two instants without any of these, which are in order. */
export function longestWithout(times: readonly number[], from: number, to: number): number {
  const inside = [from, ...times.filter((time) => time > from && time < to), to];
  let longest = 0;
  for (const [at, time] of inside.entries()) longest = Math.max(longest, time - (inside[at - 1] ?? time));
  return longest;
}

/** What came too late. A machine whose processes wait for a core decides that as much as the software. */
export function judgeTimes(
  { withoutBetsMs, withoutPrimaryMs, withoutLeaderMs, draws }: RoundFigures,
  loses: Failure["loses"],
): string[] {
  const late: string[] = [];
  if (withoutBetsMs > betsWithinMs(loses))
    late.push(`no bet for ${seconds(withoutBetsMs)}, more than ${seconds(betsWithinMs(loses))}`);
  const drawsWithin = drawsWithinMs(withoutPrimaryMs);
  if (draws.latestMs > drawsWithin)
    late.push(
      `${draws.latest} was drawn ${seconds(draws.latestMs)} late, more than ${seconds(drawsWithin)} ` +
        `(${seconds(withoutPrimaryMs)} without primary)`,
    );
  // A close that nobody led is not witnessed before its numbers are there, so that its period must be void.
  const isLed = withoutPrimaryMs <= AWAY_MS && withoutLeaderMs <= LEADERLESS_MS;
  if (draws.voided + draws.skipped > 0 && isLed)
    late.push(
      `${draws.voided} periods were void and ${draws.skipped} skipped while there was a database and a leader`,
    );
  return late;
}

/** What players should never have been told, and what must never be, however slow the machine is. */
export function judgeAnswers({ answers, pages, leads, leaders }: RoundFigures): string[] {
  const wrong = pages.wrong.slice(0, 3);
  if (pages.wrong.length > 3) wrong.push(`and ${pages.wrong.length - 3} more pages`);
  for (const [answer, count] of answers)
    if (!isExpected(answer)) wrong.push(`${count} calls were answered by ${answer}`);
  wrong.push(...brokenLeads(leads));
  if (leaders !== 1) wrong.push(`${leaders} servers lead the draws`);
  return wrong;
}

/** An envelope with an outcome, or with the word that there is none now or not so fast; a connection may be cut, or too slow. */
function isExpected(answer: string): boolean {
  return /^(?:200\/\d+|503\/9503|429\/9429|timeout|no connection)$/u.test(answer);
}

/** An epoch belongs to one server, and the next is greater. */
function brokenLeads(leads: readonly Lead[]): string[] {
  return leads.flatMap(({ epoch, node }, at) => {
    const before = leads[at - 1];
    if (before === undefined || epoch > before.epoch) return [];
    return [`epoch ${epoch} of ${node} came after ${before.epoch} of ${before.node}`];
  });
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
