import { Button, Card, CircleCheckIcon, ClockIcon, Figure, InfoIcon } from "@lotus/ui";
import { type ReactNode, useEffect, useRef } from "react";
import { PaymentSheet } from "../../features/payment/payment-sheet.tsx";
import { useRechargeOrder } from "../../features/payment/use-recharge-order.ts";
import { RecordFacts, type RecordFact } from "../../features/record-list/record-facts.tsx";
import { useAppConfig } from "../../queries/app-config.ts";
import { useBalance } from "../../session/user-info.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import styles from "./recharge.module.css";
import type { RechargeOrder } from "./use-recharge.ts";

interface RechargeDoneProps {
  order: RechargeOrder;
  onAgain: () => void;
}

/** What came of a recharge, as it stands now: where to transfer the money, then the new balance. */
export function RechargeDone({ order: asked, onAgain }: RechargeDoneProps) {
  const words = useI18n();
  const { t, money } = words;
  const { currency } = useAppConfig();
  const order = useRechargeOrder(asked);
  const balance = useBalance().data;
  const { status } = order;
  const amount = { amount: money(order.amount), unit: currency.symbol };
  return (
    <div className={styles.page}>
      <section className={styles.done}>
        {ICONS[status]}
        {/* Another status is another heading, which takes the focus as the first did. */}
        <Heading key={status}>{t(HEADINGS[status], amount)}</Heading>
        {status === "cancelled" && order.reason !== undefined && <p>{order.reason}</p>}
        {status === "passed" && balance !== undefined && (
          <p className={styles.newBalance}>
            {t("money.recharge.newBalance")}
            <Figure size={28}>{money(order.balanceAfter ?? balance)}</Figure>
          </p>
        )}
      </section>
      {status === "pendingReview" && <PaymentSheet order={order} />}
      <Card>
        <RecordFacts facts={orderFacts(order, words)} />
      </Card>
      <div className={styles.next}>
        <Button variant="outline" onClick={onAgain}>
          {t("money.recharge.again")}
        </Button>
        <Button
          variant={status === "pendingReview" ? "tint" : "primary"}
          onClick={() => void navigation.switchTab(href("home"))}
        >
          {t("app.toHome")}
        </Button>
      </div>
    </div>
  );
}

const HEADINGS = {
  passed: "payment.passed",
  pendingReview: "payment.title",
  cancelled: "payment.cancelled",
} as const;

function Heading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className={styles.doneTitle}>
      {children}
    </h2>
  );
}

const ICONS: Readonly<Record<RechargeOrder["status"], ReactNode>> = {
  passed: <CircleCheckIcon size={48} className={styles.passed} aria-hidden />,
  pendingReview: <ClockIcon size={48} className={styles.waiting} aria-hidden />,
  cancelled: <InfoIcon size={48} aria-hidden />,
};

function orderFacts(order: RechargeOrder, { t, money, date, time }: I18n): readonly RecordFact[] {
  const none = /^0\.00$/u.test(order.fee);
  return [
    { name: t("money.fact.time"), value: `${time(order.time)} ${date(order.time)}` },
    ...(none ? [] : [{ name: t("money.fact.fee"), value: money(order.fee) }]),
    {
      name: t("money.fact.orderNo"),
      value: order.orderNo,
      copy: { label: t("money.fact.copyOrderNo"), text: order.orderNo },
    },
  ];
}
