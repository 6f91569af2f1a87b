import type { BetRecord, RuleOption } from "@lotus/contract";
import type { Outcome } from "@lotus/games";
import { oddsKey, type OddsTable } from "@lotus/games";
import { type Money, type Odds, parseOdds, payout, refund } from "@lotus/money";
import { wireMoney } from "../../api/wire-money.ts";
import { prizeName } from "./odds-kinds.ts";

/** One line of the arithmetic: a number of winning bets at one stake and odds. */
export interface ReceiptLine {
  readonly key: string;
  readonly name: string;
  readonly count: number;
  readonly odds: Odds;
  /** Rounded down to minor units, once per line. */
  readonly paid: Money;
}

/** How an order's payout is computed. */
export interface Receipt {
  /** The stake of one bet. */
  readonly unit: Money;
  readonly lines: readonly ReceiptLine[];
  readonly refund: { readonly count: number; readonly amount: Money } | null;
  /** The cap that was paid, if the lines add up to more; null otherwise. */
  readonly cappedAt: Money | null;
  /** Payout and refund together. */
  readonly total: Money;
}

/** The arithmetic of a settled order, at the odds it was placed with. */
export function receiptOfOrder(
  order: Pick<BetRecord, "tiers" | "betAmount" | "payout" | "refund">,
  option: RuleOption,
): Receipt {
  const unit = wireMoney(order.betAmount);
  const lines = order.tiers.map((tier) => {
    const odds = parseOdds(tier.odds);
    const figure = odds.ok ? odds.value : 0n;
    return {
      key: oddsKey(tier.code, tier.class),
      name: prizeName(option, tier.code, tier.class),
      count: tier.wins,
      odds: figure,
      paid: payout(unit, tier.wins, figure),
    };
  });
  const [paid, returned] = [wireMoney(order.payout), wireMoney(order.refund)];
  const count = unit === 0n ? 0 : Number(returned / unit);
  return {
    unit,
    lines,
    refund: returned === 0n ? null : { count, amount: returned },
    cappedAt: sumOf(lines) > paid ? paid : null,
    total: paid + returned,
  };
}

/** The arithmetic of an outcome under a table of odds. */
export function receiptOfOutcome(
  outcome: Outcome,
  option: RuleOption,
  unit: Money,
  odds: OddsTable,
): Receipt {
  const lines = outcome.wins.map((win) => {
    const key = oddsKey(win.tier, win.class);
    const figure = odds[key] ?? 0n;
    return {
      key,
      name: prizeName(option, win.tier, win.class),
      count: win.count,
      odds: figure,
      paid: payout(unit, win.count, figure),
    };
  });
  const returned = refund(unit, outcome.refunded);
  return {
    unit,
    lines,
    refund: outcome.refunded === 0 ? null : { count: outcome.refunded, amount: returned },
    cappedAt: null,
    total: sumOf(lines) + returned,
  };
}

function sumOf(lines: readonly ReceiptLine[]): Money {
  return lines.reduce((sum, line) => sum + line.paid, 0n);
}
