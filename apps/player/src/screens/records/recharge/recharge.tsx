import type { MoneyRecord } from "@lotus/contract";
import type { MessageKey } from "@lotus/locales";
import { ArrowDownToLineIcon, Figure, Pill, type Tone } from "@lotus/ui";
import { useState } from "react";
import { EmptyRecords } from "../../../parts/record-list/empty-records.tsx";
import { RecordChoice } from "../../../parts/record-list/record-choice.tsx";
import type { RecordFact } from "../../../parts/record-list/record-facts.tsx";
import { RecordHead } from "../../../parts/record-list/record-head.tsx";
import { RecordPage } from "../../../parts/record-list/record-page.tsx";
import { isMoneyRecord } from "../../../parts/record-list/record-queries.ts";
import { navigation } from "../../../shell/navigation.ts";
import { href } from "../../../shell/routes.ts";
import { useWords, type Words } from "../../../words/use-words.tsx";

type Status = MoneyRecord["status"];

const STATUSES: Readonly<Record<Status, { readonly word: MessageKey; readonly tone: Tone }>> = {
  pendingReview: { word: "money.status.pendingReview", tone: "amber" },
  passed: { word: "money.status.passed", tone: "brand" },
  cancelled: { word: "money.status.cancelled", tone: "neutral" },
};

/** The player's recharges by days and status. */
export function Screen() {
  const words = useWords();
  const { t, money, time } = words;
  const [status, setStatus] = useState<Status | undefined>();
  return (
    <RecordPage
      title={t("app.page.rechargeRecords")}
      filter={{ type: "recharge", status }}
      choices={
        <RecordChoice
          title={t("money.records.status")}
          all={t("money.records.allStatuses")}
          items={(Object.keys(STATUSES) as Status[]).map((key) => ({ key, label: t(STATUSES[key].word) }))}
          value={status}
          onChange={setStatus}
        />
      }
      isOfPage={isMoneyRecord}
      rowOf={(record) => ({
        icon: <ArrowDownToLineIcon size={20} aria-hidden />,
        title: record.channelName ?? t("money.type.recharge"),
        detail: time(record.time),
        figure: <Amount record={record} />,
        status: <StatusPill status={record.status} />,
      })}
      sumsOf={(sum) => [{ name: t("money.records.recharged"), figure: money(sum.in) }]}
      detailTitle={t("money.records.rechargeDetail")}
      detailHead={(record) => (
        <RecordHead
          icon={<ArrowDownToLineIcon size={20} aria-hidden />}
          title={record.channelName ?? t("money.type.recharge")}
          figure={money(record.amount, { signed: record.status === "passed" })}
          tone={record.status === "passed" ? "brand" : "text"}
          status={<StatusPill status={record.status} />}
        />
      )}
      factsOf={(record) => factsOf(record, words)}
      empty={(range, widen) => (
        <EmptyRecords
          title={t("money.records.noRecharge")}
          range={range}
          onWiden={widen}
          onClear={status === undefined ? undefined : () => setStatus(undefined)}
          next={{ label: t("app.page.recharge"), onClick: () => void navigation.push(href("recharge")) }}
        />
      )}
    />
  );
}

/** Only what arrived carries a plus. */
function Amount({ record }: { record: MoneyRecord }) {
  const { money } = useWords();
  const passed = record.status === "passed";
  return (
    <Figure size={14} tone={passed ? "brand" : "quiet"}>
      {money(record.amount, { signed: passed })}
    </Figure>
  );
}

function StatusPill({ status }: { status: Status }) {
  const { t } = useWords();
  return <Pill tone={STATUSES[status].tone}>{t(STATUSES[status].word)}</Pill>;
}

function factsOf(record: MoneyRecord, { t, money, date, time }: Words): readonly RecordFact[] {
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
