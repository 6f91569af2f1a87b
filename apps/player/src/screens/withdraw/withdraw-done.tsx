import type { MoneyRecord } from "@lotus/contract";
import { Button, Card, CircleCheckIcon, ClockIcon, CircleAlertIcon } from "@lotus/ui";
import { useEffect, useRef, useState } from "react";
import { useLiveEvent } from "../../live/live-events.ts";
import { RecordFacts } from "../../features/record-list/record-facts.tsx";
import { useAppConfig } from "../../queries/app-config.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./withdraw.module.css";

/** What came of asking: in review until the desk has decided, which is seen as it happens. */
export function WithdrawDone({ order, onAgain }: { order: MoneyRecord; onAgain: () => void }) {
  const { t, money, time, date } = useI18n();
  const unit = useAppConfig().currency.symbol;
  const [status, setStatus] = useState(order.status);
  useLiveEvent("money", (news) => {
    if (news.orderNo === order.orderNo) setStatus(news.status);
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.page}>
      <section className={styles.done} aria-live="polite">
        {status === "pendingReview" && <ClockIcon size={48} className={styles.waiting} aria-hidden />}
        {status === "passed" && <CircleCheckIcon size={48} className={styles.passed} aria-hidden />}
        {status === "cancelled" && <CircleAlertIcon size={48} aria-hidden />}
        <h2 ref={heading} tabIndex={-1} className={styles.doneTitle}>
          {status === "pendingReview"
            ? t("withdraw.asked", { amount: money(order.amount), unit })
            : t(status === "passed" ? "withdraw.step.passed" : "withdraw.step.cancelled")}
        </h2>
        {status === "pendingReview" && <p>{t("withdraw.askedWords")}</p>}
      </section>
      <Card>
        <RecordFacts
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
        />
      </Card>
      <div className={styles.next}>
        <Button variant="outline" onClick={onAgain}>
          {t("withdraw.again")}
        </Button>
        <Button onClick={() => void navigation.push(href("withdrawalRecords"))}>
          {t("withdraw.seeRecords")}
        </Button>
      </div>
    </div>
  );
}
