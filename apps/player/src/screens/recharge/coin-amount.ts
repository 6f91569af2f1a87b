import { ceilDivide, type Money } from "@lotus/money";
import { wireMoney } from "../../api/wire-money.ts";

interface Coin {
  /** Value of one coin in the account's currency, "25.40". */
  readonly rate: string;
  /** Number of decimals of amounts in this coin. */
  readonly digits: number;
}

/**
 * An amount converted to a coin, rounded up as on the server: "48.1200". The order's own amount is slightly higher, so
 * that its payment can be told from others.
 */
export function coinAmount(total: Money, { rate, digits }: Coin): string {
  const units = ceilDivide(total * 10n ** BigInt(digits), wireMoney(rate));
  const text = String(units).padStart(digits + 1, "0");
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
