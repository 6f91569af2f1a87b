import { ArrowDownToLineIcon } from "@lotus/ui";
import { PaymentSheet } from "../../features/payment/payment-sheet.tsx";
import { cameOf, rechargeState } from "../../features/payment/recharge-state.ts";
import {
  factIfAny,
  MoneyRecordPage,
  type MoneyRecordKind,
} from "../../features/record-list/money-record-page.tsx";

const RECHARGES: MoneyRecordKind = {
  type: "recharge",
  letter: "R",
  orderPage: "recharge",
  title: "app.page.rechargeRecords",
  detailTitle: "money.records.rechargeDetail",
  none: "money.records.noRecharge",
  sum: { name: "money.records.recharged", of: "in" },
  icon: <ArrowDownToLineIcon size={20} aria-hidden />,
  tone: "brand",
  titleOf: ({ channelName }, t) => channelName ?? t("money.type.recharge"),
  // Only money that has arrived has a plus sign.
  amountOf: ({ amount, status }, { money }) => money(amount, { signed: status === "passed" }),
  factsOf: (record, { t, money, date, time }) => {
    const at = (epochMs: number) => `${time(epochMs)} ${date(epochMs)}`;
    const { finishedAt, balanceAfter, reason, fee } = record;
    return [
      { name: t("money.fact.time"), value: at(record.time) },
      ...factIfAny(t("payment.came"), cameOf(record, { t, money })),
      ...factIfAny(t("money.fact.finished"), finishedAt === undefined ? undefined : at(finishedAt)),
      ...factIfAny(t("money.fact.fee"), /^0\.00$/u.test(fee) ? undefined : money(fee)),
      ...factIfAny(
        t("money.fact.balanceAfter"),
        balanceAfter === undefined ? undefined : money(balanceAfter),
      ),
      ...factIfAny(t("money.fact.reason"), reason),
    ];
  },
  // A recharge is in review only once the player has reported the transfer.
  statusOf: (record) =>
    rechargeState(record) === "unpaid" ? { word: "payment.status", tone: "amber" } : undefined,
  todoOf: (record) => record.status === "pendingReview" && <PaymentSheet order={record} />,
};

/** The player's recharges by days and status. */
export function Screen() {
  return <MoneyRecordPage kind={RECHARGES} />;
}
