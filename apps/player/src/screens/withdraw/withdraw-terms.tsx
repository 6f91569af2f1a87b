import { formatMoney, type Money } from "@lotus/money";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { wireMoney } from "../../api/wire-money.ts";
import { bankAmount } from "../../features/balance/bank-amount.ts";
import { quoteQuery, type Quote } from "../../features/payout/payout-queries.ts";
import { RecordFacts } from "../../features/record-list/record-facts.tsx";
import { useAppConfig } from "../../queries/app-config.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

const SETTLES_MS = 300;

/** The quote of an amount, requested once typing has paused; undefined until it is loaded. */
export function useQuoteOf(amount: Money | undefined): Quote | undefined {
  const text = amount === undefined ? undefined : formatMoney(amount);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLES_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data } = useQuery({ ...quoteQuery(settled), enabled: settled !== undefined });
  return text !== undefined && text === settled ? data : undefined;
}

/** Terms of an amount: the fee, the amount received, and when. */
export function WithdrawTerms({
  quote,
  arrivalMinutes,
  isBank,
}: {
  quote: Quote | undefined;
  arrivalMinutes: number;
  /** To a bank, which pays out in its own units. */
  isBank: boolean;
}) {
  const { t, money, locale } = useI18n();
  const { currency } = useAppConfig();
  const figure = (text: string | undefined) =>
    text === undefined ? "–" : `${money(text)} ${currency.symbol}`;
  return (
    <div aria-live="polite">
      <RecordFacts
        facts={[
          {
            name: t("withdraw.fee"),
            value: quote?.fee === "0.00" ? t("withdraw.noFee") : figure(quote?.fee),
          },
          { name: t("withdraw.arrives"), value: <b>{figure(quote?.arrives)}</b> },
          ...(isBank && quote?.arrives !== undefined
            ? [
                {
                  name: t("withdraw.arrivesBank"),
                  value: <b>{bankAmount(wireMoney(quote.arrives), currency, locale)}</b>,
                },
              ]
            : []),
          { name: t("withdraw.arrival"), value: t("withdraw.arrivalIn", { minutes: arrivalMinutes }) },
        ]}
      />
    </div>
  );
}
