import { useState } from "react";
import { Box } from "@mui/material";
import { DESK_CALLS, type PaymentNoticeRow } from "@lotus/contract/desk";
import { DataTable, Link, useListContext, useRefresh } from "react-admin";
import { ActionButton } from "../../actions/action-button.tsx";
import { useEvent } from "../../shell/use-live.ts";
import { Age } from "../../components/age.tsx";
import { Moment } from "../../components/amount.tsx";
import { Channel, useChannelName } from "../../features/channel.tsx";
import { ChoiceFilter } from "../../components/choice-filter.tsx";
import { OrderNo } from "../../components/order-no.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { useDecided } from "../../features/decided.ts";
import { noteText } from "../../features/told-text.ts";
import { PlayerLink } from "../../features/player-link.tsx";
import { StateChip, type Tone } from "../../components/state-chip.tsx";
import { Unmatch } from "../../features/unmatch.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useConfig } from "../../shell/use-config.ts";
import { MONO } from "../../style/theme.ts";
import { Candidates, SameMoney } from "./candidates.tsx";
import { Match } from "./match.tsx";
import { useI18n } from "../../i18n/use-i18n.ts";

const Column = DataTable.Col<PaymentNoticeRow>;
const EVERY_MS = 10_000;
const TONES: Readonly<Record<PaymentNoticeRow["state"], Tone>> = {
  open: "wait",
  matched: "good",
  closed: "quiet",
};

/**
 * Payments reported by signed notices and credited to nobody, until an operator assigns them to an order or closes
 * them.
 */
export function PaymentList() {
  const t = useI18n();
  const { decimal } = useConfig();
  const refresh = useRefresh();
  useEvent("waiting", refresh);
  return (
    <PagedList
      title={t("resources.paymentNotices.name")}
      filters={useFilters()}
      filterDefaultValues={{ state: "open" }}
      everyMs={EVERY_MS}
    >
      <DataTable<PaymentNoticeRow> bulkActionButtons={false} rowClick={false}>
        <Column
          source="receivedAt"
          label={t("payment.receivedAt")}
          disableSort
          render={(payment) => <Received payment={payment} />}
        />
        <Column
          source="amount"
          label={t("payment.amount")}
          align="right"
          disableSort
          render={({ amount, currency }) => (
            <Box component="span" sx={{ whiteSpace: "nowrap", fontWeight: 650 }}>
              {decimal(amount)} {currency}
            </Box>
          )}
        />
        <Column
          source="reference"
          label={t("payment.reference")}
          disableSort
          cellSx={() => ({ minWidth: 132, maxWidth: 220, overflowWrap: "anywhere" })}
          render={(payment) => <PayerText payment={payment} />}
        />
        <Column
          source="result"
          label={t("payment.result")}
          disableSort
          render={(payment) => <Result payment={payment} />}
        />
        <Column
          source="id"
          label={t("order.actions")}
          align="right"
          disableSort
          render={(payment) => <Actions payment={payment} />}
        />
      </DataTable>
    </PagedList>
  );
}

function useFilters() {
  const t = useI18n();
  return [
    <ChoiceFilter
      key="state"
      source="state"
      label={t("payment.state")}
      choices={(["open", "done"] as const).map((id) => ({ id, name: t(`payment.filter.${id}`) }))}
      alwaysOn
    />,
  ];
}

/** What the bank wrote, masked until it is revealed with a reason. */
function PayerText({ payment: { id, reference } }: { readonly payment: PaymentNoticeRow }) {
  const { call } = useDesk();
  const [full, setFull] = useState<string | null>();
  if (reference === null) return "–";
  return (
    <Box sx={{ display: "grid", gap: 0.5, justifyItems: "start" }}>
      <span style={{ fontFamily: MONO, fontSize: "0.75rem" }}>{full ?? reference}</span>
      {full === undefined && (
        <ActionButton
          action="payment.reveal"
          summary={reference}
          run={({ reason }) => call(DESK_CALLS.revealPayment, { params: { id }, body: { reason } })}
          onDone={({ text }) => setFull(text)}
        />
      )}
    </Box>
  );
}

/** When a payment was received and through which channel, and how long it has been waiting. */
function Received({ payment: { receivedAt, state, channel } }: { readonly payment: PaymentNoticeRow }) {
  return (
    <>
      <Moment at={receivedAt} />
      <Box sx={{ color: "text.secondary", fontSize: "0.78rem" }}>
        <Channel id={channel} />
      </Box>
      {state === "open" && <Age since={receivedAt} />}
    </>
  );
}

function Result({ payment }: { readonly payment: PaymentNoticeRow }) {
  const t = useI18n();
  const { result, order, candidates, state } = payment;
  return (
    <>
      <State payment={payment} />
      {t(
        state === "matched"
          ? "payment.matchedTo"
          : result === "unmatched" && candidates.length > 0
            ? "payment.perhaps"
            : `payment.result.${result}`,
      )}
      {order !== null && (
        <>
          {" "}
          <Link to={`/recharges/${order}/show`}>
            <OrderNo>{order}</OrderNo>
          </Link>
          {payment.player !== null && (
            <>
              {" · "}
              <PlayerLink player={payment.player} />
            </>
          )}
        </>
      )}
      {result === "byHand" && state === "open" && <SameMoney payment={payment} />}
      <Candidates payment={payment} />
    </>
  );
}

function State({ payment }: { readonly payment: PaymentNoticeRow }) {
  const t = useI18n();
  const { state, operator, reason } = payment;
  const { filterValues } = useListContext();
  // In a list of open ones alone each would say the same.
  if (state === "open" && filterValues["state"] === "open") return null;
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, alignItems: "baseline", mb: 0.5 }}>
      <StateChip tone={TONES[state]} label={t(`payment.state.${state}`)} />
      {operator !== null && (
        <Box component="span" sx={{ color: "text.secondary", fontSize: "0.75rem", overflowWrap: "anywhere" }}>
          {operator.name}
          {reason === null ? "" : ` · ${noteText(reason, t)}`}
        </Box>
      )}
    </Box>
  );
}

function Actions({ payment }: { readonly payment: PaymentNoticeRow }) {
  const t = useI18n();
  const { call } = useDesk();
  const { decimal } = useConfig();
  const params = { id: payment.id };
  const nameOf = useChannelName();
  const summary = `${decimal(payment.amount)} ${payment.currency} · ${nameOf(payment.channel)}`;
  const outcome = useOutcome(payment.id);
  if (payment.state !== "open") {
    return payment.undoable ? (
      <Unmatch id={payment.id} summary={`${summary} · ${payment.order ?? ""}`} />
    ) : null;
  }
  return (
    <Box sx={{ display: "inline-flex", flexWrap: "wrap", justifyContent: "flex-end", gap: 1 }}>
      <Match payment={payment} summary={summary} outcome={outcome} />
      <ActionButton
        action="payment.close"
        outcome={outcome}
        state={payment.state}
        label={t("action.payment.close")}
        summary={
          <>
            <Box sx={{ mb: 1 }}>{summary}</Box>
            <Box sx={{ mb: 1, color: "text.secondary" }}>{t("payment.closeHint")}</Box>
          </>
        }
        run={({ reason, idempotencyKey }) =>
          call(DESK_CALLS.closePayment, { params, body: { reason } }, { idempotencyKey })
        }
      />
    </Box>
  );
}

/** Reads who handled a payment, and how. */
function useOutcome(id: string): () => Promise<string | undefined> {
  const t = useI18n();
  const { call } = useDesk();
  const decided = useDecided();
  return async () => {
    const { list } = await call(DESK_CALLS.paymentNotices, { query: { state: "done" } });
    const now = list.find((each) => each.id === id);
    if (now === undefined) return undefined;
    return decided({ by: now.operator, what: t(`payment.state.${now.state}`), reason: now.reason });
  };
}
