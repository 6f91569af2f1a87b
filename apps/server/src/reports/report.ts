import type { CALLS, CallData } from "@lotus/contract";
import { formatMoney, type Money } from "@lotus/money";
import type { ReportParts, ReportSums } from "../ledger/ledger.ts";

type Report = CallData<typeof CALLS.report>;

const NOTHING: ReportSums = {
  betCost: 0n,
  payout: 0n,
  rebate: 0n,
  gift: 0n,
  deposit: 0n,
  withdrawal: 0n,
  transferOut: 0n,
  change: 0n,
};
const DAY_MS = 86_400_000;

/** First and last day of a report, as 2026-11-21. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** Builds the report from the sums: the days of `span`, or all of them. */
export function reportOf(found: ReportParts, offsetMinutes: number, span?: Span): Report {
  const { from, to, cash, hold } = found;
  const isAsked = ({ day }: { readonly day: string }) =>
    span === undefined || (day >= span.from && day <= span.to);
  const parts = found.parts.filter(isAsked);
  const days = daysOf(found, offsetMinutes).filter(isAsked);
  const startOf = (day: string) => Date.parse(day) - offsetMinutes * 60_000;
  return {
    accountBalance: formatMoney(cash + hold),
    ...figuresOf(parts.reduce(plus, NOTHING)),
    from: span === undefined ? from : startOf(span.from),
    to: span === undefined ? to : startOf(span.to) + DAY_MS,
    days,
    games: gamesOf(parts),
  };
}

/** Every day that was read, oldest first. */
function daysOf({ from, to, cash, hold, parts }: ReportParts, offsetMinutes: number): Report["days"] {
  const byDay = Map.groupBy(parts, ({ day }) => day);
  const days: Report["days"] = [];
  // The balance at the end of a day is today's, less what came in since.
  let balance = cash + hold;
  for (let start = to - DAY_MS; start >= from; start -= DAY_MS) {
    const day = new Date(start + offsetMinutes * 60_000).toISOString().slice(0, 10);
    const sums = (byDay.get(day) ?? []).reduce(plus, NOTHING);
    days.push({ day, accountBalance: formatMoney(balance), ...figuresOf(sums) });
    balance -= sums.change;
  }
  return days.toReversed();
}

function gamesOf(parts: ReportParts["parts"]): Report["games"] {
  return [...Map.groupBy(parts, ({ game }) => game)]
    .filter(([game]) => game !== "")
    .map(([gameCode, own]) => ({ gameCode, sums: own.reduce(plus, NOTHING) }))
    .toSorted((a, b) => compare(b.sums.betCost, a.sums.betCost) || a.gameCode.localeCompare(b.gameCode, "en"))
    .map(({ gameCode, sums }) => ({
      gameCode,
      betCost: formatMoney(sums.betCost),
      payout: formatMoney(sums.payout),
    }));
}

function compare(a: Money, b: Money): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function plus(a: ReportSums, b: ReportSums): ReportSums {
  return {
    betCost: a.betCost + b.betCost,
    payout: a.payout + b.payout,
    rebate: a.rebate + b.rebate,
    gift: a.gift + b.gift,
    deposit: a.deposit + b.deposit,
    withdrawal: a.withdrawal + b.withdrawal,
    transferOut: a.transferOut + b.transferOut,
    change: a.change + b.change,
  };
}

function figuresOf({ betCost, payout, rebate, gift, deposit, withdrawal, transferOut }: ReportSums) {
  return {
    totalProfitLoss: formatMoney(payout - betCost + rebate + gift),
    payoutRevenue: formatMoney(payout),
    betCost: formatMoney(betCost),
    rebateIncome: formatMoney(rebate),
    activityGift: formatMoney(gift),
    deposit: formatMoney(deposit),
    withdrawal: formatMoney(withdrawal),
    transferOut: formatMoney(transferOut),
  };
}
