import type { TransactionRecord } from "@lotus/contract";
import type { Money } from "@lotus/money";
import { Figure } from "@lotus/ui";
import { type ReactNode, useState } from "react";
import type { SheetColumn } from "../../../components/save-sheet.ts";
import { BalanceAfter } from "../../../features/record-list/balance-after.tsx";
import type { RecordRowParts } from "../../../features/record-list/record-days.tsx";
import type { RecordSum } from "../../../features/record-list/record-sums.tsx";
import { RecordChoice } from "../../../features/record-list/record-choice.tsx";
import type { RecordFact } from "../../../features/record-list/record-facts.tsx";
import { RecordHead } from "../../../features/record-list/record-head.tsx";
import { RecordPage } from "../../../features/record-list/record-page.tsx";
import {
  isMoneyRecord,
  type AnyRecord,
  type RecordsPage,
} from "../../../features/record-list/record-queries.ts";
import { wireMoney } from "../../../api/wire-money.ts";
import { navigation } from "../../../shell/navigation.ts";
import { href } from "../../../shell/routes.ts";
import { useI18n, type I18n } from "../../../i18n/use-i18n.tsx";
import { TYPE_KEYS, TYPES } from "./transaction-types.tsx";

/** Every movement of the player's balance by days and type. */
export function Screen() {
  const { t } = useI18n();
  const [subType, setSubType] = useState<TransactionRecord["type"] | undefined>();
  return (
    <RecordPage
      title={t("app.page.transactionRecords")}
      filter={{ type: "transaction", subType }}
      // Their own numbers, and those of the orders they belong to.
      numbers={{ label: t("money.fact.orderNo"), letters: ["T", "B", "R", "W"] }}
      choices={
        <RecordChoice
          title={t("money.records.type")}
          all={t("money.records.allTypes")}
          items={TYPE_KEYS.map((key) => ({ key, label: t(TYPES[key].word) }))}
          value={subType}
          onChange={setSubType}
        />
      }
      isOfPage={isTransaction}
      rowOf={rowOf}
      sumsOf={sumsOf}
      detailTitle={t("money.records.transactionDetail")}
      headOf={headOf}
      factsOf={factsOf}
      columnsOf={columnsOf}
      empty={{
        title: t("money.records.noTransaction"),
        onClear: subType === undefined ? undefined : () => setSubType(undefined),
        next: { label: t("app.page.recharge"), onClick: () => void navigation.push(href("recharge")) },
      }}
    />
  );
}

function columnsOf({ t }: I18n): readonly SheetColumn<TransactionRecord>[] {
  return [
    { name: t("money.fact.orderNo"), cell: ({ orderNo }) => orderNo },
    { name: t("money.fact.time"), cell: ({ time }) => ({ at: time }) },
    { name: t("money.records.type"), cell: ({ type }) => t(TYPES[type].word) },
    { name: t("records.amount"), cell: ({ amount }) => ({ amount }) },
    { name: t("money.fact.balanceAfter"), cell: ({ balanceAfter }) => ({ amount: balanceAfter }) },
    { name: t("money.fact.reference"), cell: ({ reference }) => reference },
  ];
}

function rowOf(record: TransactionRecord, { t, money, time }: I18n): RecordRowParts {
  return {
    icon: TYPES[record.type].icon,
    title: t(TYPES[record.type].word),
    detail: time(record.time),
    figure: (
      <Figure size={14} tone={toneOf(record)}>
        {money(record.amount, { signed: true })}
      </Figure>
    ),
    status: (
      <BalanceAfter>{t("money.records.balance", { balance: money(record.balanceAfter) })}</BalanceAfter>
    ),
  };
}

function sumsOf(sum: NonNullable<RecordsPage["sum"]>, words: I18n): readonly RecordSum[] {
  const { t, money } = words;
  return [
    { name: t("money.records.in"), figure: money(sum.in, { signed: true }), tone: "brand" },
    { name: t("money.records.out"), figure: money(-wireMoney(sum.out)) },
    { name: t("money.records.net"), figure: netOf(wireMoney(sum.in) - wireMoney(sum.out), words) },
  ];
}

function headOf(record: TransactionRecord, { t, money }: I18n): ReactNode {
  return (
    <RecordHead
      icon={TYPES[record.type].icon}
      title={t(TYPES[record.type].word)}
      figure={money(record.amount, { signed: true })}
      tone={toneOf(record)}
    />
  );
}

function isTransaction(record: AnyRecord): record is TransactionRecord {
  return !isMoneyRecord(record);
}

/** Gold is for winnings only; other credits are green, debits are plain. */
function toneOf({ type, amount }: TransactionRecord): "gold" | "brand" | "text" {
  if (amount.startsWith("-")) return "text";
  return type === "win" ? "gold" : "brand";
}

function netOf(net: Money, { money }: I18n): string {
  const mark = net > 0n ? "▲ " : net < 0n ? "▼ " : "";
  return `${mark}${money(net, { signed: true })}`;
}

function factsOf(record: TransactionRecord, { t, money, date, time }: I18n): readonly RecordFact[] {
  return [
    { name: t("money.fact.time"), value: `${time(record.time)} ${date(record.time)}` },
    { name: t("money.fact.balanceAfter"), value: money(record.balanceAfter) },
    {
      name: t("money.fact.reference"),
      value: record.reference,
      copy: { label: t("money.fact.copyReference"), text: record.reference },
    },
    {
      name: t("money.fact.orderNo"),
      value: record.orderNo,
      copy: { label: t("money.fact.copyOrderNo"), text: record.orderNo },
    },
  ];
}
