import type { ChaseEnd, ChaseMiss, ChaseRecord, ChaseStep } from "@lotus/contract";
import { countBets, findGame, findOption, readPicks } from "@lotus/games";
import { formatMoney } from "@lotus/money";
import { type GameWords, orderNoOf, pickedText } from "../betting/betting.ts";
import { chaseNoOf } from "./chase-no.ts";
import type { Bets } from "./plan.ts";

/** A chase as RECORD reads it. Times are epoch milliseconds, amounts minor units. */
export interface ChaseRow extends Record<string, unknown> {
  readonly id: bigint;
  readonly created: bigint;
  readonly game: string;
  readonly lines: string;
  readonly periods: number;
  readonly first_period: string;
  readonly last_period: string;
  readonly held: bigint;
  readonly stop_on_win: boolean;
  readonly stop_profit: bigint | null;
  readonly stop_loss: bigint | null;
  readonly next_place: number;
  readonly next_period: string | null;
  readonly odds_version: number;
  readonly asks_version: number | null;
  readonly agreed_year: number | null;
  readonly placed: number;
  readonly staked: bigint;
  readonly rest: bigint;
  readonly ended: bigint | null;
  readonly why: ChaseEnd | null;
  readonly payout: bigint;
  readonly refund: bigint;
}

/** A chase as the API returns it. */
export function chaseRecordOf(row: ChaseRow, words: GameWords): ChaseRecord {
  const state = row.ended !== null ? "ended" : row.asks_version === null ? "running" : "asking";
  return {
    chaseNo: chaseNoOf(row.id),
    gameCode: row.game,
    time: Number(row.created),
    state,
    ...(row.ended === null ? {} : { endedAt: Number(row.ended) }),
    ...(row.why === null ? {} : { why: row.why }),
    lines: linesOf(row, words),
    periods: row.periods,
    placed: row.placed,
    missed: row.next_place - 1 - row.placed,
    firstPrizeNo: row.first_period,
    lastPrizeNo: row.last_period,
    ...(row.next_period === null ? {} : { nextPrizeNo: row.next_period }),
    total: formatMoney(row.held),
    staked: formatMoney(row.staked),
    payout: formatMoney(row.payout),
    refund: formatMoney(row.refund),
    held: formatMoney(row.rest),
    stopOnWin: row.stop_on_win,
    ...(row.stop_profit === null ? {} : { stopProfit: formatMoney(row.stop_profit) }),
    ...(row.stop_loss === null ? {} : { stopLoss: formatMoney(row.stop_loss) }),
    oddsVersion: row.odds_version,
    ...(row.asks_version === null ? {} : { asksVersion: row.asks_version }),
  };
}

/** The lines of a chase as they were sent, which the contract had accepted. */
export function betsOf({ lines }: Pick<ChaseRow, "lines">): Bets {
  return JSON.parse(lines);
}

function linesOf(row: Pick<ChaseRow, "game" | "lines">, words: GameWords): ChaseRecord["lines"] {
  const game = findGame(row.game);
  return betsOf(row).map((bet) => {
    const option = game === undefined ? undefined : findOption(game.code, bet.option_id);
    const read = option === undefined ? undefined : readPicks(option, bet.groups);
    const known = option !== undefined && read?.ok === true ? { option, picks: read.picks } : null;
    return {
      optionId: bet.option_id,
      modeName: option === undefined ? "" : words.mode(option.family, option.mode),
      optionName: option === undefined ? bet.option_id : words.option(option.family, "option", option.code),
      groups: bet.groups,
      betNumbers:
        known === null
          ? ""
          : pickedText(
              { game: row.game, optionId: bet.option_id, groups: JSON.stringify(bet.groups) },
              words,
            ),
      betCount: known === null ? 0 : countBets(known.option, known.picks),
      amount: bet.amount,
    };
  });
}

/** A planned period as STEPS reads it. */
export interface StepRow extends Record<string, unknown> {
  readonly place: number;
  readonly period_no: string;
  readonly multiple: number;
  readonly stake: bigint;
  readonly came: boolean;
  readonly why: string | null;
  readonly orders: readonly bigint[] | null;
  readonly over: boolean;
  readonly decided: boolean | null;
  readonly payout: bigint | null;
  readonly refund: bigint | null;
}

/** What the placing statement recorded, in the words of the API; other reasons are recorded as they are. */
const MISSES: Readonly<Record<string, ChaseMiss>> = {
  "period-closed": "missed",
  "period-not-open": "missed",
  "period-unknown": "no-sale",
  "no-funds": "missed",
  excluded: "pause",
  "stake-limit": "limit",
  "loss-limit": "limit",
  "selection-cap": "cap",
  "period-cap": "cap",
  "house-cap": "cap",
  "no-sale": "no-sale",
  "result-late": "result-late",
  "odds-changed": "odds-changed",
  closed: "closed",
  bounds: "bounds",
};

/** A planned period as the API returns it. */
export function chaseStepOf(row: StepRow): ChaseStep {
  const planned = {
    place: row.place,
    prizeNo: row.period_no,
    multiple: row.multiple,
    stake: formatMoney(row.stake),
  };
  if (!row.came) return { ...planned, state: row.over ? "returned" : "planned" };
  if (row.orders === null) return { ...planned, state: "missed", why: MISSES[row.why ?? ""] ?? "missed" };
  return {
    ...planned,
    state: "placed",
    orderNos: row.orders.map(orderNoOf),
    decided: row.decided === true,
    payout: formatMoney(row.payout ?? 0n),
    refund: formatMoney(row.refund ?? 0n),
  };
}
