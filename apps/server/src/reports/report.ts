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

/** Builds the report of the days from their sums. */
export function reportOf(found: ReportParts): Report {
  const { days, end, cash, hold, parts } = found;
  return {
    accountBalance: formatMoney(cash + hold),
    ...figuresOf(parts.reduce(plus, NOTHING)),
    from: days[0]?.start ?? end,
    to: end,
    days: daysOf(found),
    games: gamesOf(parts),
  };
}

function daysOf({ days, changeSince, cash, hold, parts }: ReportParts): Report["days"] {
  const byDay = Map.groupBy(parts, ({ day }) => day);
  // The balance at the end of a day is the present one, less what came in since.
  let balance = cash + hold - changeSince;
  return days
    .toReversed()
    .map(({ day }) => {
      const sums = (byDay.get(day) ?? []).reduce(plus, NOTHING);
      const shown = { day, accountBalance: formatMoney(balance), ...figuresOf(sums) };
      balance -= sums.change;
      return shown;
    })
    .toReversed();
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
