import { ceilDivide, type Money } from "@lotus/money";
import { wireMoney } from "../../api/wire-money.ts";

interface Coin {
  /** What one is worth in the account's currency, "25.40". */
  readonly rate: string;
  /** Decimals it is asked for with. */
  readonly digits: number;
}

/**
 * What an amount comes to in a coin, rounded up as the server does: "48.1200". The order asks for a trifle more, by
 * which it is told from others.
 */
export function coinAmount(total: Money, { rate, digits }: Coin): string {
  const units = ceilDivide(total * 10n ** BigInt(digits), wireMoney(rate));
  const text = String(units).padStart(digits + 1, "0");
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
