import { Alert, Box, Card, Typography } from "@mui/material";
import type { CallData } from "@lotus/contract";
import { amountToPass, DESK_CALLS, type DeskOrderRecord } from "@lotus/contract/desk";
import { useState } from "react";
import { useRecordContext, useRefresh } from "react-admin";
import { useEvent } from "../../shell/use-live.ts";
import { useConfig } from "../../shell/use-config.ts";
import { ActionButton } from "../../actions/action-button.tsx";
import { useWhyNot } from "../../actions/why-not.ts";
import { Amount, Moment } from "../../components/amount.tsx";
import { Channel } from "../../features/channel.tsx";
import { FactList, type Fact } from "../../components/fact-list.tsx";
import { PageTitle } from "../../components/page-title.tsx";
import { PlayerLink } from "../../features/player-link.tsx";
import { StateChip } from "../../components/state-chip.tsx";
import { RecordPage } from "../../components/record-page.tsx";
import { useDesk } from "../../shell/desk.ts";
import { toldText } from "../../features/told-text.ts";
import type { WordKey } from "../../i18n/i18n.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { amountOf, twoBecause } from "../../components/alone.tsx";
import { Decisions } from "../../features/decisions.tsx";
import { useBreakText } from "../../features/break-text.ts";
import { cameOf, conflictText, OrderActions, useProtected } from "../../features/order-actions.tsx";
import { OtherPasses } from "./other-passes.tsx";
import { PaymentsOf } from "./payments-of.tsx";
import { OrderState } from "../../features/order-table.tsx";

const EVERY_MS = 5_000;

/** Detail page of one recharge or withdrawal. */
export function OrderShow() {
  return (
    <RecordPage title={<OrderTitle />} everyMs={EVERY_MS}>
      <Order />
    </RecordPage>
  );
}

function OrderTitle() {
  const t = useI18n();
  const record = useRecordContext<DeskOrderRecord>();
  return <PageTitle name={record === undefined ? "" : `${t(`order.type.${record.type}`)} ${record.id}`} />;
}

function Order() {
  const t = useI18n();
  const order = useRecordContext<DeskOrderRecord>();
  const { decimal, money } = useConfig();
  const refresh = useRefresh();
  useEvent("order", refresh);
  if (order === undefined) return null;
  return (
    <Box sx={{ display: "grid", gap: 2, mt: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Card sx={{ p: 2.5, display: "flex", flexWrap: "wrap", gap: 2, alignItems: "center" }}>
        <Box sx={{ flex: 1, minWidth: 240 }}>
          <Typography component="h2" variant="h2">
            {t(`order.type.${order.type}`)}{" "}
            <Box component="span" sx={{ whiteSpace: "nowrap" }}>
              {order.id}
            </Box>
          </Typography>
          <Box sx={{ fontSize: "1.5rem", mt: 0.5 }}>
            <Amount value={order.amount} strong />
          </Box>
        </Box>
        <OrderState order={order} />
        {order.status === "pendingReview" && <OrderActions order={order} />}
        {order.type === "recharge" && <OtherPasses order={order} />}
      </Card>
      <Stopped order={order} />
      <Card sx={{ p: 2.5 }}>
        <FactList facts={factsOf(order, t, { decimal, money })} />
      </Card>
      <PaymentsOf order={order} />
      <Decisions list={order.decisions} />
      {order.type === "withdrawal" && <PayTo order={order} />}
    </Box>
  );
}

/**
 * What speaks against passing an order, shown before any click: another spelling of the payee, the player's state, and
 * the operator's own part.
 */
function Stopped({ order }: { readonly order: DeskOrderRecord }) {
  const t = useI18n();
  const action = order.type === "recharge" ? "recharge.pass" : "withdrawal.pass";
  const isProtected = useProtected();
  const breakText = useBreakText();
  const byState = useWhyNot(action, order.status, order.player.status);
  const nameNear = order.nameNear === true && <Alert severity="warning">{t("order.nameNear")}</Alert>;
  if (order.status !== "pendingReview") return nameNear;
  const stops =
    order.player.status === "active" ? isProtected(order, amountOf(amountToPass(order))) : byState;
  const paysOut = order.type === "withdrawal" ? breakText("payOut", order.player.onBreak) : undefined;
  const apart = conflictText(order, t);
  return (
    <>
      {nameNear}
      {stops !== undefined && <Alert severity="warning">{stops}</Alert>}
      {paysOut !== undefined && <Alert severity="info">{paysOut}</Alert>}
      {apart !== undefined && <Alert severity="info">{apart}</Alert>}
    </>
  );
}

function factsOf(
  order: DeskOrderRecord,
  t: ReturnType<typeof useI18n>,
  { decimal, money }: Pick<ReturnType<typeof useConfig>, "decimal" | "money">,
): Fact[] {
  const came = cameOf(order, t, money);
  return [
    { label: t("player.one"), value: <PlayerLink player={order.player} /> },
    { label: t("order.channel"), value: <Channel id={order.channel} /> },
    { label: t("order.fee"), value: <Amount value={order.fee} /> },
    { label: t("order.createdAt"), value: <Moment at={order.createdAt} /> },
    { label: t("order.finishedAt"), value: <Moment at={order.finishedAt} /> },
    ...(order.expiresAt === null
      ? []
      : [{ label: t("order.expiresAt"), value: <Moment at={order.expiresAt} /> }]),
    ...(order.balanceAfter === null
      ? []
      : [{ label: t("order.balanceAfter"), value: <Amount value={order.balanceAfter} /> }]),
    ...(order.payment === undefined
      ? []
      : [
          { label: t("order.due"), value: `${decimal(order.payment.due)} ${order.payment.currency}` },
          ...(order.payment.reference === null
            ? []
            : [{ label: t("order.reference"), value: order.payment.reference }]),
          ...(came === undefined ? [] : [{ label: t("payment.came"), value: came }]),
          { label: t("order.confirmedAt"), value: <Moment at={order.payment.confirmedAt} /> },
          ...(order.payment.trouble === null
            ? []
            : [
                {
                  label: t("order.trouble"),
                  value: (
                    <StateChip
                      tone={order.status === "pendingReview" ? "bad" : "quiet"}
                      label={t(`order.trouble.${order.payment.trouble}`)}
                    />
                  ),
                },
              ]),
        ]),
    ...(order.reason === null ? [] : [{ label: t("order.reason"), value: toldText(order.reason, t) }]),
    ...(order.needsTwo
      ? [
          {
            label: t("order.people"),
            value: [t("order.twoNeeded"), twoBecause(t, money, amountOf(order.amount), order.bounds)]
              .filter((words) => words !== undefined)
              .join(". "),
          },
        ]
      : []),
    ...order.approvals.map(({ operator, at, amount, note }, index) => ({
      label: t(approvalLabel(order, index)),
      value: (
        <>
          {operator.name}, <Moment at={at} /> · <Amount value={amount ?? order.amount} />
          {note !== "" && ` · ${note}`}
        </>
      ),
    })),
  ];
}

/** What an approval came to: one of two, the only one that was needed, or a proposal that nobody confirmed. */
function approvalLabel(order: DeskOrderRecord, index: number): WordKey {
  const { approvals, status, needsTwo, amount: passed } = order;
  const isOf = (at: number): boolean => (approvals[at]?.amount ?? passed) === passed;
  if (status === "passed") {
    if (!isOf(index)) return "order.notConfirmed";
    if (!needsTwo) return "order.approval";
    return approvals.findIndex((_approval, at) => isOf(at)) === index
      ? "order.firstApproval"
      : "order.secondApproval";
  }
  return index === 0 ? "order.firstApproval" : "order.otherApproval";
}

/** Where a withdrawal goes: masked, and in full with a reason. */
function PayTo({ order }: { readonly order: DeskOrderRecord }) {
  const t = useI18n();
  const { call } = useDesk();
  const [full, setFull] = useState<CallData<typeof DESK_CALLS.revealWithdrawal>>();
  return (
    <Card sx={{ p: 2.5, display: "grid", gap: 2, justifyItems: "start" }}>
      <Typography component="h2" variant="h3">
        {t("order.payTo")}
      </Typography>
      {full === undefined ? (
        <>
          <span>{order.address ?? "–"}</span>
          <ActionButton
            action="withdrawal.reveal"
            run={({ reason }) =>
              call(DESK_CALLS.revealWithdrawal, { params: { id: order.id }, body: { reason } })
            }
            onDone={setFull}
          />
        </>
      ) : (
        <>
          <FactList
            facts={[
              { label: t("address.place"), value: full.place },
              { label: t("address.number"), value: full.number },
              { label: t("address.realName"), value: full.realName ?? "–" },
              ...(full.knownName === full.realName
                ? []
                : [{ label: t("address.knownName"), value: full.knownName ?? "–" }]),
            ]}
          />
          <Alert severity="info">{t("reveal.noted")}</Alert>
        </>
      )}
    </Card>
  );
}
