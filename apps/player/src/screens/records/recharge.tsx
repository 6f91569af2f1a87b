import type { MoneyRecord } from "@lotus/contract";
import type { MessageKey } from "@lotus/locales";
import { ArrowDownToLineIcon, Figure, Pill, type Tone } from "@lotus/ui";
import { type ReactNode, useState } from "react";
import { PaymentSheet } from "../../features/payment/payment-sheet.tsx";
import { rechargeState } from "../../features/payment/recharge-state.ts";
import type { RecordRowParts } from "../../features/record-list/record-days.tsx";
import type { RecordSum } from "../../features/record-list/record-sums.tsx";
import { RecordChoice } from "../../features/record-list/record-choice.tsx";
import { moneyColumns } from "../../features/record-list/money-columns.ts";
import type { RecordFact } from "../../features/record-list/record-facts.tsx";
import { RecordHead } from "../../features/record-list/record-head.tsx";
import { RecordPage } from "../../features/record-list/record-page.tsx";
import { isMoneyRecord, type RecordsPage } from "../../features/record-list/record-queries.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";

type Status = MoneyRecord["status"];

const STATUSES: Readonly<Record<Status, { readonly word: MessageKey; readonly tone: Tone }>> = {
  pendingReview: { word: "money.status.pendingReview", tone: "amber" },
  passed: { word: "money.status.passed", tone: "brand" },
  cancelled: { word: "money.status.cancelled", tone: "neutral" },
};

// The keys of the table are its statuses; Object.keys widens them.
const STATUS_KEYS = Object.keys(STATUSES) as Status[];

/** The player's recharges by days and status. */
export function Screen() {
  const { t } = useI18n();
  const [status, setStatus] = useState<Status | undefined>();
  return (
    <RecordPage
      title={t("app.page.rechargeRecords")}
      filter={{ type: "recharge", status }}
      choices={
        <RecordChoice
          title={t("money.records.status")}
          all={t("money.records.allStatuses")}
          items={STATUS_KEYS.map((key) => ({ key, label: t(STATUSES[key].word) }))}
          value={status}
          onChange={setStatus}
        />
      }
      isOfPage={isMoneyRecord}
      rowOf={rowOf}
      sumsOf={sumsOf}
      detailTitle={t("money.records.rechargeDetail")}
      headOf={headOf}
      factsOf={factsOf}
      columnsOf={columnsOf}
      todoOf={(record) => record.status === "pendingReview" && <PaymentSheet order={record} />}
      empty={{
        title: t("money.records.noRecharge"),
        onClear: status === undefined ? undefined : () => setStatus(undefined),
        next: { label: t("app.page.recharge"), onClick: () => void navigation.push(href("recharge")) },
      }}
    />
  );
}

function rowOf(record: MoneyRecord, { t, time }: I18n): RecordRowParts {
  return {
    icon: <ArrowDownToLineIcon size={20} aria-hidden />,
    title: record.channelName ?? t("money.type.recharge"),
    detail: time(record.time),
    figure: <Amount record={record} />,
    status: <StatusPill record={record} />,
  };
}

function sumsOf(sum: NonNullable<RecordsPage["sum"]>, { t, money }: I18n): readonly RecordSum[] {
  return [{ name: t("money.records.recharged"), figure: money(sum.in) }];
}

function headOf(record: MoneyRecord, { t, money }: I18n): ReactNode {
  const passed = record.status === "passed";
  return (
    <RecordHead
      icon={<ArrowDownToLineIcon size={20} aria-hidden />}
      title={record.channelName ?? t("money.type.recharge")}
      figure={money(record.amount, { signed: passed })}
      tone={passed ? "brand" : "text"}
      status={<StatusPill record={record} />}
    />
  );
}

function columnsOf(words: I18n) {
  return moneyColumns(words, (record) =>
    words.t(rechargeState(record) === "unpaid" ? "payment.status" : `money.status.${record.status}`),
  );
}

/** Only what arrived carries a plus. */
function Amount({ record }: { record: MoneyRecord }) {
  const { money } = useI18n();
  const passed = record.status === "passed";
  return (
    <Figure size={14} tone={passed ? "brand" : "quiet"}>
      {money(record.amount, { signed: passed })}
    </Figure>
  );
}

/** Nothing is in review before money is said to be on its way. */
function StatusPill({ record }: { record: MoneyRecord }) {
  const { t } = useI18n();
  const { status } = record;
  if (rechargeState(record) === "unpaid") return <Pill tone="amber">{t("payment.status")}</Pill>;
  return <Pill tone={STATUSES[status].tone}>{t(STATUSES[status].word)}</Pill>;
}

function factsOf(record: MoneyRecord, { t, money, date, time }: I18n): readonly RecordFact[] {
  const at = (epochMs: number) => `${time(epochMs)} ${date(epochMs)}`;
  const { finishedAt, balanceAfter, reason, fee } = record;
  return [
    { name: t("money.fact.time"), value: at(record.time) },
    ...(finishedAt === undefined ? [] : [{ name: t("money.fact.finished"), value: at(finishedAt) }]),
    ...(/^0\.00$/u.test(fee) ? [] : [{ name: t("money.fact.fee"), value: money(fee) }]),
    ...(balanceAfter === undefined
      ? []
      : [{ name: t("money.fact.balanceAfter"), value: money(balanceAfter) }]),
    ...(reason === undefined ? [] : [{ name: t("money.fact.reason"), value: reason }]),
    {
      name: t("money.fact.orderNo"),
      value: record.orderNo,
      copy: { label: t("money.fact.copyOrderNo"), text: record.orderNo },
    },
  ];
}
