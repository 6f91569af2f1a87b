import type { MoneyRecord } from "@lotus/contract";
import { Button, CircleAlertIcon } from "@lotus/ui";
import { useState } from "react";
import { useLiveEvent } from "../../live/live-events.ts";
import { OrderResult } from "../../features/money-order/order-result.tsx";
import { useAppConfig } from "../../queries/app-config.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

/** Status of the requested withdrawal: in review until the desk has decided; updated live. */
export function WithdrawDone({ order, onAgain }: { order: MoneyRecord; onAgain: () => void }) {
  const { t, money, time, date } = useI18n();
  const unit = useAppConfig().currency.symbol;
  const [status, setStatus] = useState(order.status);
  useLiveEvent("money", (news) => {
    if (news.orderNo === order.orderNo) setStatus(news.status);
  });
  return (
    <OrderResult
      status={status}
      heading={
        status === "pendingReview"
          ? t("withdraw.asked", { amount: money(order.amount), unit })
          : t(status === "passed" ? "withdraw.step.passed" : "withdraw.step.cancelled")
      }
      announce="live"
      cancelledIcon={<CircleAlertIcon size={48} aria-hidden />}
      words={status === "pendingReview" && <p>{t("withdraw.askedWords")}</p>}
      facts={[
        { name: t("withdraw.to"), value: `${order.channelName ?? ""} ${order.address ?? ""}`.trim() },
        { name: t("withdraw.amount"), value: `${money(order.amount)} ${unit}` },
        { name: t("money.fact.time"), value: `${time(order.time)} ${date(order.time)}` },
        {
          name: t("money.fact.orderNo"),
          value: order.orderNo,
          copy: { label: t("money.fact.copyOrderNo"), text: order.orderNo },
        },
      ]}
      next={
        <>
          <Button variant="outline" onClick={onAgain}>
            {t("withdraw.again")}
          </Button>
          <Button onClick={() => void navigation.push(href("withdrawalRecords"))}>
            {t("withdraw.seeRecords")}
          </Button>
        </>
      }
    />
  );
}
