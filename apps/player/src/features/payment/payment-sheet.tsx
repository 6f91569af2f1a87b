import type { MoneyRecord, Payment } from "@lotus/contract";
import { Button, Card, ConfirmDialog, Countdown, Strip, useSecondsLeft } from "@lotus/ui";
import { useState } from "react";
import { useServerClock } from "../../api/server-clock.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { RecordFacts, type RecordFact } from "../record-list/record-facts.tsx";
import { decimalText } from "./decimal-text.ts";
import styles from "./payment.module.css";
import { BankApps } from "./bank-apps.tsx";
import { QrCode } from "./qr-code.tsx";
import { SaveQr } from "./save-qr.tsx";
import { useOrderAction } from "./use-recharge-order.ts";

interface PaymentSheetProps {
  /** A recharge that waits for payment. */
  order: MoneyRecord;
  /** Whether the page's heading says how far it is. */
  titled?: boolean;
}

/** Payment instructions: code to scan, fields to copy, remaining time, and the button "I have paid". */
export function PaymentSheet({ order, titled = false }: PaymentSheetProps) {
  const { t } = useI18n();
  const { payment, confirmedAt } = order;
  if (payment === undefined) {
    return (
      <Strip shape="card">
        {!titled && <b>{t("payment.inReview")}</b>}
        <p>{t("payment.inReviewWords")}</p>
      </Strip>
    );
  }
  const isBank = payment.kind === "bank";
  return (
    <section className={styles.sheet}>
      {confirmedAt === undefined ? <TimeLeft expiresAt={payment.expiresAt} /> : <Confirmed titled={titled} />}
      {payment.qr !== undefined && (
        <figure className={styles.figure}>
          <QrCode text={payment.qr} label={t(isBank ? "payment.qr" : "payment.qrWallet")} />
          <figcaption>{t(isBank ? "payment.scanBank" : "payment.scanWallet")}</figcaption>
          <SaveQr payment={payment} qr={payment.qr} />
        </figure>
      )}
      <BankApps payment={payment} />
      <Rule payment={payment} />
      <Card>
        <PaymentFields payment={payment} />
      </Card>
      {confirmedAt === undefined && <OrderActions orderNo={order.orderNo} />}
    </section>
  );
}

function TimeLeft({ expiresAt }: { expiresAt: number }) {
  const { t } = useI18n();
  const seconds = useSecondsLeft(expiresAt, useServerClock());
  if (seconds === 0) return <Strip shape="card">{t("payment.over")}</Strip>;
  return (
    <p className={styles.left}>
      {t("payment.left")}
      <Countdown seconds={seconds} label={t("payment.left")} urgentBelow={120} size={20} />
    </p>
  );
}

function Confirmed({ titled }: { titled: boolean }) {
  const { t } = useI18n();
  return (
    <Strip shape="card" tone="brand">
      {!titled && <b>{t("payment.confirmed")}</b>}
      <p>{t("payment.confirmedWords")}</p>
    </Strip>
  );
}

function Rule({ payment: { kind, amount, currency, network } }: { payment: Payment }) {
  const { t, locale } = useI18n();
  if (kind === "bank") return <p className={styles.rule}>{t("payment.bankRule")}</p>;
  const values = { amount: decimalText(amount, locale), currency, network: network ?? "" };
  return <p className={styles.rule}>{t("payment.walletRule", values)}</p>;
}

/** The fields as they must be entered in another app: exactly what is copied. */
function PaymentFields({ payment }: { payment: Payment }) {
  const { t, locale } = useI18n();
  const { kind, amount, currency, bank, account, payee, network, reference } = payment;
  const isBank = kind === "bank";
  const fact = (name: string, text: string | undefined, shown = text): readonly RecordFact[] =>
    text === undefined
      ? []
      : [{ name, value: <b>{shown}</b>, copy: { label: t("payment.copy", { name }), text } }];
  return (
    <RecordFacts
      facts={[
        ...fact(t("payment.amount"), amount, `${decimalText(amount, locale)} ${currency}`),
        ...fact(t("payment.bank"), bank),
        ...(network === undefined ? [] : [{ name: t("payment.network"), value: <b>{network}</b> }]),
        ...fact(t(isBank ? "payment.account" : "payment.address"), account),
        ...fact(t("payment.payee"), payee),
        // A blockchain payment has no reference text: the amount identifies the order.
        ...(isBank ? fact(t("payment.reference"), reference) : []),
      ]}
    />
  );
}

function OrderActions({ orderNo }: { orderNo: string }) {
  const { t } = useI18n();
  const [asking, setAsking] = useState(false);
  const confirm = useOrderAction("confirmPaid");
  const cancel = useOrderAction("cancelRecharge");
  return (
    <div className={styles.actions}>
      <Button size="l" block busy={confirm.isPending} onClick={() => confirm.mutate(orderNo)}>
        {t("payment.paid")}
      </Button>
      <Button variant="ghost" block onClick={() => setAsking(true)}>
        {t("payment.cancel")}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t("payment.cancelAsk")}
        confirmLabel={t("payment.cancel")}
        cancelLabel={t("payment.keep")}
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate(orderNo, { onSettled: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      >
        {t("payment.cancelWords")}
      </ConfirmDialog>
    </div>
  );
}
