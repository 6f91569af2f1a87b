import { Button, Figure, InfoIcon } from "@lotus/ui";
import { PaymentSheet } from "../../features/payment/payment-sheet.tsx";
import { cameOf, rechargeState } from "../../features/payment/recharge-state.ts";
import { useRechargeOrder } from "../../features/payment/use-recharge-order.ts";
import { OrderResult } from "../../features/money-order/order-result.tsx";
import type { RecordFact } from "../../features/record-list/record-facts.tsx";
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

/** Current status of a recharge: where to transfer the money, then the new balance. */
export function RechargeDone({ order: initial, onAgain }: RechargeDoneProps) {
  const words = useI18n();
  const { t, money } = words;
  const { currency } = useAppConfig();
  const order = useRechargeOrder(initial);
  const balance = useBalance().data;
  const { status } = order;
  const amount = { amount: money(order.amount), unit: currency.symbol };
  return (
    <OrderResult
      status={status}
      heading={
        status === "pendingReview" && rechargeState(order) !== "unpaid"
          ? `${amount.amount} ${amount.unit} · ${t(order.payment === undefined ? "payment.inReview" : "payment.confirmed")}`
          : t(HEADINGS[status], amount)
      }
      announce="focus"
      cancelledIcon={<InfoIcon size={48} aria-hidden />}
      words={
        <>
          {status === "cancelled" && order.reason !== undefined && <p>{order.reason}</p>}
          {status === "passed" && balance !== undefined && (
            <p className={styles.newBalance}>
              {t("money.recharge.newBalance")}
              <Figure size={28}>{money(order.balanceAfter ?? balance)}</Figure>
            </p>
          )}
        </>
      }
      facts={orderFacts(order, words)}
      next={
        <>
          <Button variant="outline" onClick={onAgain}>
            {t("money.recharge.again")}
          </Button>
          <Button
            variant={status === "pendingReview" ? "tint" : "primary"}
            onClick={() => void navigation.switchTab(href("home"))}
          >
            {t("app.toHome")}
          </Button>
        </>
      }
    >
      {status === "pendingReview" && <PaymentSheet order={order} titled />}
    </OrderResult>
  );
}

const HEADINGS = {
  passed: "payment.passed",
  pendingReview: "payment.title",
  cancelled: "payment.cancelled",
} as const;

function orderFacts(order: RechargeOrder, { t, money, date, time }: I18n): readonly RecordFact[] {
  const none = /^0\.00$/u.test(order.fee);
  const came = cameOf(order, { t, money });
  return [
    { name: t("money.fact.time"), value: `${time(order.time)} ${date(order.time)}` },
    ...(came === undefined ? [] : [{ name: t("payment.came"), value: came }]),
    ...(none ? [] : [{ name: t("money.fact.fee"), value: money(order.fee) }]),
    {
      name: t("money.fact.orderNo"),
      value: order.orderNo,
      copy: { label: t("money.fact.copyOrderNo"), text: order.orderNo },
    },
  ];
}
