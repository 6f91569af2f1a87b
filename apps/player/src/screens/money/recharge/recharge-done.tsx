import { parseMoney } from "@lotus/money";
import { Button, Card, CircleCheckIcon, ClockIcon, Figure } from "@lotus/ui";
import { useEffect, useRef } from "react";
import { bankAmount } from "../../../parts/balance-card/bank-amount.ts";
import { RecordFacts, type RecordFact } from "../../../parts/record-list/record-facts.tsx";
import { useAppConfig } from "../../../queries/app-config.ts";
import { useBalance } from "../../../session/user-info.ts";
import { navigation } from "../../../shell/navigation.ts";
import { href } from "../../../shell/routes.ts";
import { useWords, type Words } from "../../../words/use-words.tsx";
import styles from "./recharge.module.css";
import type { RechargeOrder } from "./use-recharge.ts";

interface RechargeDoneProps {
  order: RechargeOrder;
  onAgain: () => void;
}

/** What came of a recharge: the new balance, or where to transfer the money. */
export function RechargeDone({ order, onAgain }: RechargeDoneProps) {
  const words = useWords();
  const { t, money } = words;
  const { currency } = useAppConfig();
  const balance = useBalance().data;
  const passed = order.status === "passed";
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const amount = { amount: money(order.amount), unit: currency.symbol };
  return (
    <div className={styles.page}>
      <section className={styles.done}>
        {passed ? (
          <CircleCheckIcon size={48} className={styles.passed} aria-hidden />
        ) : (
          <ClockIcon size={48} className={styles.waiting} aria-hidden />
        )}
        <h2 ref={heading} tabIndex={-1} className={styles.doneTitle}>
          {t(passed ? "money.recharge.done" : "money.recharge.pending", amount)}
        </h2>
        {!passed && <p>{t("money.recharge.pendingWords")}</p>}
        {passed && balance !== undefined && (
          <p className={styles.newBalance}>
            {t("money.recharge.newBalance")}
            <Figure size={28}>{money(order.balanceAfter ?? balance)}</Figure>
          </p>
        )}
      </section>
      <Card>
        <RecordFacts
          facts={[...(passed ? [] : transferFacts(order, currency, words)), ...orderFacts(order, words)]}
        />
      </Card>
      <div className={styles.next}>
        <Button variant="outline" onClick={onAgain}>
          {t("money.recharge.again")}
        </Button>
        <Button onClick={() => void navigation.switchTab(href("home"))}>{t("app.toHome")}</Button>
      </div>
    </div>
  );
}

function orderFacts(order: RechargeOrder, { t, date, time }: Words): readonly RecordFact[] {
  return [
    { name: t("money.fact.time"), value: `${time(order.time)} ${date(order.time)}` },
    {
      name: t("money.fact.orderNo"),
      value: order.orderNo,
      copy: { label: t("money.fact.copyOrderNo"), text: order.orderNo },
    },
  ];
}

type Currency = ReturnType<typeof useAppConfig>["currency"];

/** Each field of a transfer that is there, with its copy button; the exact amount first. */
function transferFacts(
  { amount, payment }: RechargeOrder,
  currency: Currency,
  { t, locale }: Words,
): readonly RecordFact[] {
  const read = parseMoney(amount);
  const exact = read.ok ? bankAmount(read.value, currency, locale) : amount;
  const fact = (name: string, text: string | undefined): readonly RecordFact[] =>
    text === undefined
      ? []
      : [{ name, value: <b>{text}</b>, copy: { label: t("money.recharge.copy", { name }), text } }];
  return [
    ...fact(t("money.recharge.transfer"), exact),
    ...fact(t("money.recharge.bank"), payment?.bank),
    ...fact(t("money.recharge.account"), payment?.account),
    ...fact(t("money.recharge.payee"), payment?.payee),
    ...fact(t("money.recharge.reference"), payment?.reference),
  ];
}
