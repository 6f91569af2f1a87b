import type { MoneyRecord } from "@lotus/contract";
import type { AnyMessageKey, MessageKey } from "@lotus/locales";
import { Figure, Pill, type Tone } from "@lotus/ui";
import { type ReactNode, useState } from "react";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { moneyColumns } from "./money-columns.ts";
import { RecordChoice } from "./record-choice.tsx";
import type { RecordRowParts } from "./record-days.tsx";
import type { RecordFact } from "./record-facts.tsx";
import { RecordHead } from "./record-head.tsx";
import { RecordPage } from "./record-page.tsx";
import { isMoneyRecord } from "./record-queries.ts";

type Status = MoneyRecord["status"];

/** Text and tone of a status pill. */
export interface ShownStatus {
  readonly word: AnyMessageKey;
  readonly tone: Tone;
}

/** What differs between records of recharges and of withdrawals. */
export interface MoneyRecordKind {
  readonly type: "recharge" | "withdrawal";
  /** The letter that their numbers begin with. */
  readonly letter: string;
  /** The page that makes such an order. */
  readonly orderPage: "recharge" | "withdraw";
  readonly title: MessageKey;
  readonly detailTitle: AnyMessageKey;
  /** Title of the empty list. */
  readonly none: AnyMessageKey;
  /** The sum shown above the list: its name and which of the two sums it is. */
  readonly sum: { readonly name: AnyMessageKey; readonly of: "in" | "out" };
  readonly icon: ReactNode;
  /** Tone of the amount of an order that was passed. */
  readonly tone: "brand" | "text";
  readonly titleOf: (record: MoneyRecord, t: I18n["t"]) => string;
  /** The amount with its sign. */
  readonly amountOf: (record: MoneyRecord, words: I18n) => string;
  readonly factsOf: (record: MoneyRecord, words: I18n) => readonly RecordFact[];
  /** Overrides the record's own status. */
  readonly statusOf?: (record: MoneyRecord) => ShownStatus | undefined;
  /** What the player can still do about an order. */
  readonly todoOf?: (record: MoneyRecord) => ReactNode;
}

const STATUSES: Readonly<Record<Status, ShownStatus>> = {
  pendingReview: { word: "money.status.pendingReview", tone: "amber" },
  passed: { word: "money.status.passed", tone: "brand" },
  cancelled: { word: "money.status.cancelled", tone: "neutral" },
};

// Object.keys widens the keys, which are the statuses.
const STATUS_KEYS = Object.keys(STATUSES) as Status[];

/** The player's recharges or withdrawals by days and status. */
export function MoneyRecordPage({ kind }: { kind: MoneyRecordKind }) {
  const words = useI18n();
  const { t } = words;
  const [status, setStatus] = useState<Status | undefined>();
  return (
    <RecordPage
      title={t(kind.title)}
      filter={{ type: kind.type, status }}
      numbers={{ label: t("money.fact.orderNo"), letters: [kind.letter] }}
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
      rowOf={(record, i18n) => rowOf(kind, record, i18n)}
      sumsOf={(sum, { money }) => [{ name: t(kind.sum.name), figure: money(sum[kind.sum.of]) }]}
      detailTitle={t(kind.detailTitle)}
      headOf={(record, i18n) => headOf(kind, record, i18n)}
      factsOf={(record, i18n) => [...kind.factsOf(record, i18n), orderNoFact(record, i18n)]}
      columnsOf={(i18n) => moneyColumns(i18n, (record) => i18n.t(statusOf(kind, record).word))}
      {...(kind.todoOf !== undefined && { todoOf: kind.todoOf })}
      empty={{
        title: t(kind.none),
        onClear: status === undefined ? undefined : () => setStatus(undefined),
        next: {
          label: t(`app.page.${kind.orderPage}`),
          onClick: () => void navigation.push(href(kind.orderPage)),
        },
      }}
    />
  );
}

function statusOf(kind: MoneyRecordKind, record: MoneyRecord): ShownStatus {
  return kind.statusOf?.(record) ?? STATUSES[record.status];
}

function pillOf(kind: MoneyRecordKind, record: MoneyRecord, { t }: I18n): ReactNode {
  const { word, tone } = statusOf(kind, record);
  return <Pill tone={tone}>{t(word)}</Pill>;
}

function rowOf(kind: MoneyRecordKind, record: MoneyRecord, words: I18n): RecordRowParts {
  return {
    icon: kind.icon,
    title: kind.titleOf(record, words.t),
    detail: words.time(record.time),
    figure: (
      <Figure size={14} tone={record.status === "passed" ? kind.tone : "quiet"}>
        {kind.amountOf(record, words)}
      </Figure>
    ),
    status: pillOf(kind, record, words),
  };
}

function headOf(kind: MoneyRecordKind, record: MoneyRecord, words: I18n): ReactNode {
  return (
    <RecordHead
      icon={kind.icon}
      title={kind.titleOf(record, words.t)}
      figure={kind.amountOf(record, words)}
      tone={record.status === "passed" ? kind.tone : "text"}
      status={pillOf(kind, record, words)}
    />
  );
}

function orderNoFact({ orderNo }: MoneyRecord, { t }: I18n): RecordFact {
  return {
    name: t("money.fact.orderNo"),
    value: orderNo,
    copy: { label: t("money.fact.copyOrderNo"), text: orderNo },
  };
}

/** An optional fact: empty if the value is missing. */
export function factIfAny(name: string, value: string | undefined): readonly RecordFact[] {
  return value === undefined ? [] : [{ name, value }];
}
