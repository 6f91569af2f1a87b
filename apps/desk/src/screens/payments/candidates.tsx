import { newIdempotencyKey } from "@lotus/client";
import { Alert, Box, Button } from "@mui/material";
import { DESK_CALLS, type PaymentCandidate, type PaymentNoticeRow } from "@lotus/contract/desk";
import { useState } from "react";
import { Link, useNotify, useRefresh } from "react-admin";
import { ActionButton } from "../../actions/action-button.tsx";
import { useSubmit } from "../../actions/action-dialog.tsx";
import { useWhyNot } from "../../actions/why-not.ts";
import { Amount } from "../../components/amount.tsx";
import { StateChip } from "../../components/state-chip.tsx";
import { useCall } from "../../components/use-call.ts";
import { PlayerLink } from "../../features/player-link.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useConfig } from "../../shell/use-config.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { difference } from "./difference.ts";

type Open = Pick<PaymentNoticeRow, "id" | "amount" | "currency" | "candidates">;

/** Recharges that an open payment may be for: one click where exactly what is due came, else a look at the difference. */
export function Candidates({ payment }: { readonly payment: Open }) {
  const t = useI18n();
  if (payment.candidates.length === 0) return null;
  return (
    <Box component="ul" aria-label={t("payment.candidates")} sx={{ m: 0, mt: 0.5, p: 0, listStyle: "none" }}>
      {payment.candidates.map((candidate) => (
        <Candidate key={candidate.order} payment={payment} candidate={candidate} />
      ))}
    </Box>
  );
}

interface Pair {
  readonly payment: Open;
  readonly candidate: PaymentCandidate;
}

function Candidate({ payment, candidate }: Pair) {
  const t = useI18n();
  const { order, player, amount, due, fits, status } = candidate;
  const forbidden = useWhyNot("payment.match", "open", player.status);
  const words = fits.map((fit) => t(`payment.fits.${fit}`)).join(", ");
  const isCancelled = status === "cancelled";
  const isExact = difference(payment.amount, due).way === "same";
  const Take = isExact && !isCancelled ? TakeAtOnce : TakeAfterLook;
  return (
    <Box
      component="li"
      sx={{ display: "flex", flexWrap: "wrap", columnGap: 0.75, alignItems: "center", fontSize: "0.8rem" }}
    >
      <Link to={`/recharges/${order}/show`}>{order}</Link>
      <PlayerLink player={player} />
      <Amount value={amount} strong />
      {isCancelled && <StateChip tone="bad" label={t("order.status.cancelled")} />}
      <span>{words}</span>
      {forbidden === undefined && (
        <Take payment={payment} candidate={candidate} reason={t("payment.matchedAs", { fits: words })} />
      )}
    </Box>
  );
}

interface TakeProps extends Pair {
  /** What the audit log says of it. */
  readonly reason: string;
}

function TakeAtOnce({ payment, candidate, reason }: TakeProps) {
  const t = useI18n();
  const { call } = useDesk();
  const unmatch = useUnmatch();
  const [clickKey, setClickKey] = useState(newIdempotencyKey);
  const { submit, busy, problem } = useSubmit({
    clickKey,
    onAnswered: () => setClickKey(newIdempotencyKey()),
    onClose: () => undefined,
    said: (
      <Undoable
        text={t("payment.matchedWith", { order: candidate.order, player: candidate.player.name })}
        undo={() => unmatch(payment.id)}
      />
    ),
    run: ({ idempotencyKey }) =>
      call(
        DESK_CALLS.matchPayment,
        { params: { id: payment.id }, body: { order_no: candidate.order, reason } },
        { idempotencyKey },
      ),
  });
  return (
    <>
      <Button size="small" disabled={busy} onClick={() => void submit(reason)}>
        {t("payment.match")}
      </Button>
      {problem !== "" && <Alert severity="error">{problem}</Alert>}
    </>
  );
}

/** What was done, with a button that takes it back. */
function Undoable({ text, undo }: { readonly text: string; readonly undo: () => void }) {
  const t = useI18n();
  return (
    <Alert
      severity="success"
      action={
        <Button color="inherit" size="small" onClick={undo}>
          {t("payment.undo")}
        </Button>
      }
    >
      {text}
    </Alert>
  );
}

/** Takes back a match of this moment. */
function useUnmatch(): (id: string) => void {
  const t = useI18n();
  const { call } = useDesk();
  const notify = useNotify();
  const refresh = useRefresh();
  return (id) => {
    const body = { reason: t("payment.undoneAtOnce") };
    call(DESK_CALLS.unmatchPayment, { params: { id }, body }, { idempotencyKey: newIdempotencyKey() })
      .then(
        () => notify(t("payment.undone"), { type: "success" }),
        (error: unknown) =>
          notify(error instanceof Error ? error.message : t("action.failed"), { type: "error" }),
      )
      .finally(refresh);
  };
}

function TakeAfterLook({ payment, candidate: { order, player, due, status } }: TakeProps) {
  const t = useI18n();
  const { call } = useDesk();
  return (
    <ActionButton
      action="payment.match"
      label={t("payment.match")}
      state="open"
      playerState={player.status}
      summary={
        <>
          <Box sx={{ mb: 1 }}>{`${order} · ${player.name}`}</Box>
          {status === "cancelled" && (
            <Alert severity="warning" sx={{ mb: 1 }}>
              {t("payment.reopens")}
            </Alert>
          )}
          <Difference payment={payment} due={due} />
        </>
      }
      run={({ reason, idempotencyKey }) =>
        call(
          DESK_CALLS.matchPayment,
          { params: { id: payment.id }, body: { order_no: order, reason } },
          { idempotencyKey },
        )
      }
    />
  );
}

/** How a payment differs from what is due for a typed order; nothing while that is not known. */
export function DifferenceFrom({ payment, orderNo }: { readonly payment: Open; readonly orderNo: string }) {
  const order = useCall(DESK_CALLS.recharge, { params: { id: orderNo } }).data;
  if (order?.payment?.currency !== payment.currency) return null;
  return <Difference payment={payment} due={order.payment.due} />;
}

function Difference({ payment, due }: { readonly payment: Open; readonly due: string }) {
  const t = useI18n();
  const { decimal } = useConfig();
  const { way, amount } = difference(payment.amount, due);
  if (way === "same") return <Alert severity="success">{t("payment.exact")}</Alert>;
  return (
    <Alert severity="warning" sx={{ mb: 1 }}>
      {t(`payment.${way}`, { amount: decimal(amount), currency: payment.currency, due: decimal(due) })}
    </Alert>
  );
}
