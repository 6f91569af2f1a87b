import type { MoneyRecord } from "@lotus/contract";
import type { WithdrawMessageKey } from "@lotus/locales";
import { ArrowUpFromLineIcon } from "@lotus/ui";
import {
  factIfAny,
  MoneyRecordPage,
  type MoneyRecordKind,
} from "../../features/record-list/money-record-page.tsx";

type Step = NonNullable<MoneyRecord["timeline"]>[number]["step"];

const STEPS = {
  asked: "withdraw.step.asked",
  inReview: "withdraw.step.inReview",
  passed: "withdraw.step.passed",
  cancelled: "withdraw.step.cancelled",
} as const satisfies Record<Step, WithdrawMessageKey>;

const WITHDRAWALS: MoneyRecordKind = {
  type: "withdrawal",
  letter: "W",
  orderPage: "withdraw",
  title: "app.page.withdrawalRecords",
  detailTitle: "withdraw.records.detail",
  none: "withdraw.records.none",
  sum: { name: "withdraw.records.withdrawn", of: "out" },
  icon: <ArrowUpFromLineIcon size={20} aria-hidden />,
  tone: "text",
  titleOf: ({ channelName, address }, t) =>
    channelName === undefined ? t("money.type.withdrawal") : [channelName, address ?? ""].join(" ").trim(),
  // A cancelled order took nothing from the balance.
  amountOf: ({ amount, status }, { money }) => money((status === "cancelled" ? "" : "-") + amount),
  factsOf: (record, { t, money, date, time: timeOf }) => {
    const at = (epochMs: number) => `${timeOf(epochMs)} ${date(epochMs)}`;
    const { timeline = [], fee, reason, address, balanceAfter } = record;
    const waits = record.status === "pendingReview" && timeline.every(({ step }) => step === "asked");
    return [
      ...timeline.map(({ step, time }) => ({ name: t(STEPS[step]), value: at(time) })),
      ...factIfAny(t("money.records.status"), waits ? t("withdraw.step.waiting") : undefined),
      ...factIfAny(t("money.fact.reason"), reason),
      ...factIfAny(t("withdraw.fee"), fee === "0.00" ? undefined : money(fee)),
      ...factIfAny(t("withdraw.records.address"), address),
      ...factIfAny(
        t("money.fact.balanceAfter"),
        balanceAfter === undefined ? undefined : money(balanceAfter),
      ),
    ];
  },
};

/** The player's withdrawals by days and status, each with its history. */
export function Screen() {
  return <MoneyRecordPage kind={WITHDRAWALS} />;
}
