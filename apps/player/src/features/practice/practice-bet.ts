import type { DrawResult, RuleOption, RuleTree } from "@lotus/contract";
import { countBets, findGame, findOption, payoutOf, readPicks, settle } from "@lotus/games";
import { formatMoney, formatOdds, type Money, parseMoney, parseOdds, stake } from "@lotus/money";
import { oddsTable, type PickedLine } from "../slip/assess.ts";
import { betName, findRule } from "../slip/game-mode.ts";

/** What became of a bet of points. `void`: its period was never drawn, and its points came back. */
export type PracticeState = "open" | "won" | "lost" | "refunded" | "void";

/** A bet of points, which this device alone knows. Amounts as in wire format, "2.00". */
export interface PracticeBet {
  /** The attempt that made it, and its place in that slip. */
  readonly id: string;
  readonly gameCode: string;
  readonly prizeNo: string;
  readonly drawAt: number;
  readonly optionId: string;
  /** "Last two · Direct", in the language it was made in. */
  readonly name: string;
  readonly groups: PickedLine["groups"];
  /** The picks by their names, in that language too. */
  readonly picks: string;
  readonly unit: string;
  readonly betCount: number;
  readonly total: string;
  /** The odds in force when it was made, by key, and the most that one bet pays. */
  readonly odds: Readonly<Record<string, string>>;
  readonly maxPayout: string;
  readonly state: PracticeState;
  /** Points that came back; "0.00" while it is open. */
  readonly payout: string;
  readonly numbers: readonly number[] | null;
}

/** A line with its stake, for a period. */
export interface PracticeLine extends PickedLine {
  readonly unit: string;
}

/** Makes a bet of a line; null if the rules of this build do not take it. */
export function practiceBet(
  tree: RuleTree,
  period: { readonly prizeNo: string; readonly drawAt: number },
  line: PracticeLine,
  id: string,
): PracticeBet | null {
  const game = findGame(tree.gameCode);
  const option = game === undefined ? undefined : findOption(game.code, line.optionId);
  const rule = findRule(tree.rules, line.optionId);
  const unit = parseMoney(line.unit);
  if (option === undefined || rule === undefined || !unit.ok) return null;
  const read = readPicks(option, line.groups);
  if (!read.ok) return null;
  const betCount = countBets(option, read.picks);
  if (betCount === 0) return null;
  return {
    id,
    gameCode: tree.gameCode,
    prizeNo: period.prizeNo,
    drawAt: period.drawAt,
    optionId: line.optionId,
    name: betName(rule.mode, rule.option),
    groups: line.groups,
    picks: picksText(rule.option, line),
    unit: line.unit,
    betCount,
    total: formatMoney(stake(unit.value, betCount)),
    odds: Object.fromEntries(
      Object.entries(oddsTable(rule.option)).map(([key, figure]) => [key, formatOdds(figure)]),
    ),
    maxPayout: rule.option.maxPayout,
    state: "open",
    payout: "0.00",
    numbers: null,
  };
}

/** "3 | 1 7", or the names of what was picked. */
function picksText({ groups }: RuleOption, line: PickedLine): string {
  return groups
    .flatMap(({ code, items }) => {
      const picked = line.groups.find((group) => group.code === code)?.items ?? [];
      const names = items.filter(({ id }) => picked.includes(id)).map(({ name }) => name);
      return names.length === 0 ? [] : [names.join(" ")];
    })
    .join(" | ");
}

/** Settles a bet on the real draw of its period, by the rules that settle money. */
export function settledOn(bet: PracticeBet, draw: Pick<DrawResult, "numbers" | "facts">): PracticeBet {
  const game = findGame(bet.gameCode);
  const option = game === undefined ? undefined : findOption(game.code, bet.optionId);
  const read = option === undefined ? undefined : readPicks(option, bet.groups);
  if (option === undefined || read?.ok !== true) return takenBack(bet);
  const { lunarYear } = draw.facts;
  const result = { numbers: draw.numbers, ...(typeof lunarYear === "number" && { lunarYear }) };
  const outcome = settle(option, read.picks, result);
  const unit = moneyOf(bet.unit);
  const cap = moneyOf(bet.maxPayout);
  const won = payoutOf(outcome, unit, oddsOf(bet));
  const paid = cap > 0n && won > cap ? cap : won;
  const refund = stake(unit, outcome.refunded);
  return {
    ...bet,
    state: outcome.wins.length > 0 ? "won" : formatMoney(refund) === bet.total ? "refunded" : "lost",
    payout: formatMoney(paid + refund),
    numbers: [...draw.numbers],
  };
}

/** A bet whose period was never drawn: its points come back. */
export function takenBack(bet: PracticeBet): PracticeBet {
  return { ...bet, state: "void", payout: bet.total };
}

function oddsOf({ odds }: PracticeBet) {
  return Object.fromEntries(
    Object.entries(odds).flatMap(([key, text]) => {
      const read = parseOdds(text);
      return read.ok ? [[key, read.value] as const] : [];
    }),
  );
}

function moneyOf(text: string): Money {
  const read = parseMoney(text);
  return read.ok ? read.value : 0n;
}
