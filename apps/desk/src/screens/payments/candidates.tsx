import { newIdempotencyKey } from "@lotus/client";
import { Alert, Box, Button } from "@mui/material";
import {
  CLICK_REASONS,
  DESK_CALLS,
  type PaymentCandidate,
  type PaymentNoticeRow,
} from "@lotus/contract/desk";
import { useState } from "react";
import { Link, useNotify, useRefresh } from "react-admin";
import { ActionButton } from "../../actions/action-button.tsx";
import { useSubmit } from "../../actions/action-dialog.tsx";
import { useWhyNot } from "../../actions/why-not.ts";
import { OrderNo } from "../../components/order-no.tsx";
import { StateChip } from "../../components/state-chip.tsx";
import { useBreakText } from "../../features/break-text.ts";
import { PlayerLink } from "../../features/player-link.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useConfig } from "../../shell/use-config.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { difference } from "./difference.ts";

/** An open payment, as far as its candidates need it. */
export type OpenPayment = Pick<PaymentNoticeRow, "id" | "amount" | "currency" | "candidates">;

/** Recharges that an open payment may be for: one click where exactly what is due came, else a look at the difference. */
export function Candidates({ payment }: { readonly payment: OpenPayment }) {
  const t = useI18n();
  if (payment.candidates.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label={t("payment.candidates")}
      sx={{ m: 0, mt: 0.5, p: 0, listStyle: "none", display: "grid", gap: 0.75 }}
    >
      {payment.candidates.map((candidate) => (
        <Candidate key={candidate.order} payment={payment} candidate={candidate} />
      ))}
    </Box>
  );
}

interface Pair {
  readonly payment: OpenPayment;
  readonly candidate: PaymentCandidate;
}

function Candidate({ payment, candidate }: Pair) {
  const t = useI18n();
  const { order, player, due, status } = candidate;
  const forbidden = useWhyNot("payment.match", "open", player.status);
  const reasons = useReasons()({ payment, candidate });
  const isExact = difference(payment.amount, due).way === "same";
  const Take = isExact && status !== "cancelled" && player.onBreak === undefined ? TakeAtOnce : TakeAfterLook;
  return (
    <Box
      component="li"
      sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "start", fontSize: "0.8rem" }}
    >
      <Box sx={{ flex: "1 1 160px", minWidth: 0 }}>
        <Link to={`/recharges/${order}/show`}>
          <OrderNo>{order}</OrderNo>
        </Link>{" "}
        <PlayerLink player={player} /> <Due payment={payment} due={due} />
        {status === "cancelled" && <StateChip tone="bad" label={t("order.status.cancelled")} />}
        <Box sx={{ color: "text.secondary" }}>{reasons}</Box>
      </Box>
      {forbidden === undefined && (
        <Take payment={payment} candidate={candidate} reason={`candidate ${candidate.fits.join(" ")}`} />
      )}
    </Box>
  );
}

/** What is due for a recharge, in the currency of the payment beside it. */
export function Due({ payment, due }: { readonly payment: OpenPayment; readonly due: string }) {
  const { decimal } = useConfig();
  return (
    <Box component="span" sx={{ whiteSpace: "nowrap", fontWeight: 650 }}>
      {decimal(due)} {payment.currency}
    </Box>
  );
}

/** Why a recharge is offered for a payment, in words; of a near amount also by how much it differs. */
export function useReasons(): (pair: Pair) => string {
  const t = useI18n();
  const { decimal } = useConfig();
  return ({ payment, candidate: { fits, due } }) => {
    const { way, amount } = difference(payment.amount, due);
    return fits
      .map((fit) =>
        fit === "amountNear"
          ? t(`payment.fits.amountNear.${way === "more" ? "more" : "less"}`, {
              amount: decimal(amount),
              currency: payment.currency,
            })
          : t(`payment.fits.${fit}`),
      )
      .join(", ");
  };
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
      <Button size="small" variant="outlined" disabled={busy} onClick={() => void submit(reason)}>
        {t("payment.match")}
      </Button>
      {problem !== "" && <Alert severity="error">{problem}</Alert>}
    </>
  );
}

/** Closes a payment with one click: it is the money that its order was passed with by hand. */
export function SameMoney({ payment: { id } }: { readonly payment: Pick<PaymentNoticeRow, "id"> }) {
  const t = useI18n();
  const { call } = useDesk();
  const forbidden = useWhyNot("payment.close", "open");
  const [clickKey, setClickKey] = useState(newIdempotencyKey);
  const { submit, busy, problem } = useSubmit({
    clickKey,
    onAnswered: () => setClickKey(newIdempotencyKey()),
    onClose: () => undefined,
    run: ({ reason, idempotencyKey }) =>
      call(DESK_CALLS.closePayment, { params: { id }, body: { reason } }, { idempotencyKey }),
  });
  if (forbidden !== undefined) return null;
  return (
    <Box sx={{ mt: 0.5 }}>
      <Button size="small" variant="outlined" disabled={busy} onClick={() => void submit(CLICK_REASONS[0])}>
        {t("payment.sameMoney")}
      </Button>
      {problem !== "" && <Alert severity="error">{problem}</Alert>}
    </Box>
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
    const body = { reason: "undoneAtOnce" satisfies (typeof CLICK_REASONS)[number] };
    call(DESK_CALLS.unmatchPayment, { params: { id }, body }, { idempotencyKey: newIdempotencyKey() })
      .then(
        () => notify(t("payment.undone"), { type: "success" }),
        (error: unknown) =>
          notify(error instanceof Error ? error.message : t("action.failed"), { type: "error" }),
      )
      .finally(refresh);
  };
}

function TakeAfterLook({ payment, candidate }: TakeProps) {
  const t = useI18n();
  const { call } = useDesk();
  const { order, player } = candidate;
  return (
    <ActionButton
      action="payment.match"
      label={t("payment.match")}
      state="open"
      playerState={player.status}
      summary={
        <>
          <Box sx={{ mb: 1 }}>
            <OrderNo>{order}</OrderNo> · {player.name}
          </Box>
          <WhatItMeans payment={payment} candidate={candidate} />
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

/** What matching a payment with a recharge means: it opens again, its player is on a break, what came differs. */
export function WhatItMeans({ payment, candidate: { due, player, status } }: Pair) {
  const t = useI18n();
  const { decimal } = useConfig();
  const rests = useBreakText()("match", player.onBreak);
  const { way, amount } = difference(payment.amount, due);
  const warnings = [
    ...(status === "cancelled" ? [t("payment.reopens")] : []),
    ...(rests === undefined ? [] : [rests]),
    ...(way === "same"
      ? []
      : [t(`payment.${way}`, { amount: decimal(amount), currency: payment.currency, due: decimal(due) })]),
  ];
  return (
    <Box sx={{ display: "grid", gap: 1, mb: 1 }}>
      {warnings.map((warning) => (
        <Alert key={warning} severity="warning">
          {warning}
        </Alert>
      ))}
      {way === "same" && <Alert severity="success">{t("payment.exact")}</Alert>}
    </Box>
  );
}
