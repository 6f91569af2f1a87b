import type { MoneyRecord } from "@lotus/contract";
import type { MessageKey, WithdrawMessageKey } from "@lotus/locales";
import { ArrowUpFromLineIcon, Figure, Pill, type Tone } from "@lotus/ui";
import { type ReactNode, useState } from "react";
import type { RecordRowParts } from "../../features/record-list/record-days.tsx";
import { RecordChoice } from "../../features/record-list/record-choice.tsx";
import { moneyColumns } from "../../features/record-list/money-columns.ts";
import type { RecordFact } from "../../features/record-list/record-facts.tsx";
import { RecordHead } from "../../features/record-list/record-head.tsx";
import { RecordPage } from "../../features/record-list/record-page.tsx";
import { isMoneyRecord, type RecordsPage } from "../../features/record-list/record-queries.ts";
import type { RecordSum } from "../../features/record-list/record-sums.tsx";
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

type Step = NonNullable<MoneyRecord["timeline"]>[number]["step"];

const STEPS = {
  asked: "withdraw.step.asked",
  inReview: "withdraw.step.inReview",
  passed: "withdraw.step.passed",
  cancelled: "withdraw.step.cancelled",
} as const satisfies Record<Step, WithdrawMessageKey>;

/** The player's withdrawals by days and status, each with what happened to it. */
export function Screen() {
  const { t } = useI18n();
  const [status, setStatus] = useState<Status | undefined>();
  return (
    <RecordPage
      title={t("app.page.withdrawalRecords")}
      filter={{ type: "withdrawal", status }}
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
      detailTitle={t("withdraw.records.detail")}
      headOf={headOf}
      factsOf={factsOf}
      columnsOf={moneyColumns}
      empty={{
        title: t("withdraw.records.none"),
        onClear: status === undefined ? undefined : () => setStatus(undefined),
        next: { label: t("app.page.withdraw"), onClick: () => void navigation.push(href("withdraw")) },
      }}
    />
  );
}

function rowOf(record: MoneyRecord, { t, time }: I18n): RecordRowParts {
  return {
    icon: <ArrowUpFromLineIcon size={20} aria-hidden />,
    title: payee(record, t),
    detail: time(record.time),
    figure: <Amount record={record} />,
    status: <StatusPill status={record.status} />,
  };
}

function payee({ channelName, address }: MoneyRecord, t: I18n["t"]): string {
  return channelName === undefined
    ? t("money.type.withdrawal")
    : [channelName, address ?? ""].join(" ").trim();
}

function sumsOf(sum: NonNullable<RecordsPage["sum"]>, { t, money }: I18n): readonly RecordSum[] {
  return [{ name: t("withdraw.records.withdrawn"), figure: money(sum.out) }];
}

function headOf(record: MoneyRecord, { t, money }: I18n): ReactNode {
  return (
    <RecordHead
      icon={<ArrowUpFromLineIcon size={20} aria-hidden />}
      title={payee(record, t)}
      figure={money(signOf(record) + record.amount)}
      status={<StatusPill status={record.status} />}
    />
  );
}

/** What came back has left nothing. */
function signOf({ status }: MoneyRecord): "-" | "" {
  return status === "cancelled" ? "" : "-";
}

function Amount({ record }: { record: MoneyRecord }) {
  const { money } = useI18n();
  return (
    <Figure size={14} tone={record.status === "passed" ? "text" : "quiet"}>
      {money(signOf(record) + record.amount)}
    </Figure>
  );
}

function StatusPill({ status }: { status: Status }) {
  const { t } = useI18n();
  return <Pill tone={STATUSES[status].tone}>{t(STATUSES[status].word)}</Pill>;
}

function factsOf(record: MoneyRecord, { t, money, date, time: timeOf }: I18n): readonly RecordFact[] {
  const at = (epochMs: number) => `${timeOf(epochMs)} ${date(epochMs)}`;
  const { timeline = [], fee, reason, address, balanceAfter } = record;
  const waits = record.status === "pendingReview" && timeline.every(({ step }) => step === "asked");
  return [
    ...timeline.map(({ step, time }) => ({ name: t(STEPS[step]), value: at(time) })),
    ...(waits ? [{ name: t("money.records.status"), value: t("withdraw.step.waiting") }] : []),
    ...(reason === undefined ? [] : [{ name: t("money.fact.reason"), value: reason }]),
    ...(fee === "0.00" ? [] : [{ name: t("withdraw.fee"), value: money(fee) }]),
    ...(address === undefined ? [] : [{ name: t("withdraw.records.address"), value: address }]),
    ...(balanceAfter === undefined
      ? []
      : [{ name: t("money.fact.balanceAfter"), value: money(balanceAfter) }]),
    {
      name: t("money.fact.orderNo"),
      value: record.orderNo,
      copy: { label: t("money.fact.copyOrderNo"), text: record.orderNo },
    },
  ];
}
