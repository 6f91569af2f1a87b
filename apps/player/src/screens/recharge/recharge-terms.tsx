import { ceilDivide, type Money } from "@lotus/money";
import { useQuery } from "@tanstack/react-query";
import { wireMoney } from "../../api/wire-money.ts";
import { quoteQuery, type Quote } from "../../features/payout/payout-queries.ts";
import { useAppConfig } from "../../queries/app-config.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import type { Channel } from "./channel.ts";
import styles from "./recharge.module.css";

interface TermsProps {
  channel: Channel;
  /** The typed amount, once it is one. */
  amount: Money | undefined;
}

/** The rate of a coin, and the turnover required before a withdrawal: shown before the order, whatever its amount. */
export function Terms({ channel: { kind, coin, turnoverPercent = 0 }, amount }: TermsProps) {
  const { t, money } = useI18n();
  const { currency } = useAppConfig();
  // Play money cannot be withdrawn at all; its own text says so.
  const isDue = turnoverPercent > 0 && kind !== "demo";
  if (!isDue && coin === undefined) return null;
  return (
    <div className={styles.terms}>
      {coin !== undefined && (
        <p>
          {t("payment.coinRate", {
            currency: coin.currency,
            rate: money(wireMoney(coin.rate)),
            unit: currency.symbol,
          })}
        </p>
      )}
      {isDue && <p>{t("payment.turnover", { percent: turnoverPercent })}</p>}
      {isDue && amount !== undefined && <TurnoverAfter amount={amount} percent={turnoverPercent} />}
    </div>
  );
}

/** What must be staked in all before a withdrawal once this amount has arrived, and what of it is due already. */
function TurnoverAfter({ amount, percent }: { amount: Money; percent: number }) {
  const { t, money } = useI18n();
  const unit = useAppConfig().currency.symbol;
  const quote = useQuery(quoteQuery()).data;
  if (quote === undefined) return null;
  const left = wireMoney(quote.turnover.left);
  const total = turnoverAfter(quote.turnover, amount, percent);
  if (total === undefined) return null;
  return (
    <p aria-live="polite">
      <b>{t("payment.turnoverTotal", { total: money(total), unit })}</b>
      {left > 0n && `, ${t("payment.turnoverBefore", { left: money(left), unit })}`}
    </p>
  );
}

/** As the server will compute it; undefined with a server that does not say what came in. */
export function turnoverAfter(
  { received, done }: Pick<Quote["turnover"], "received" | "done">,
  amount: Money,
  percent: number,
): Money | undefined {
  if (received === undefined) return undefined;
  const required = ceilDivide((wireMoney(received) + amount) * BigInt(percent), 100n);
  const staked = wireMoney(done);
  return required > staked ? required - staked : 0n;
}
