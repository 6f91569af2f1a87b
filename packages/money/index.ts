/** Money and odds as exact integers: parsing, formatting, display and payouts. */
export { parseMoney, formatMoney, MONEY_PER_UNIT, type Money, type MoneyProblem } from "./money.ts";
export { parseOdds, formatOdds, ODDS_PER_UNIT, type Odds, type OddsProblem } from "./odds.ts";
export { payout, refund, stake } from "./pay.ts";
export { displayCount, displayMoney, displayOdds } from "./display.ts";
export { ceilDivide, greatestDivisor } from "./divide.ts";
export { parseMoneyInput, parseOddsInput, type MoneyInputProblem, type TypedCurrency } from "./input.ts";
export { tidyCode, tidyList, tidyTyped } from "./tidy.ts";
export { groupTyped, type TypedEdit, type TypedText } from "./typed.ts";
export type { Read } from "./read.ts";
