import { Autocomplete, Box, TextField } from "@mui/material";
import { DESK_CALLS, type PaymentCandidate, type PaymentNoticeRow } from "@lotus/contract/desk";
import { tidyTyped } from "@lotus/money";
import { useState } from "react";
import { useDebouncedEvent } from "react-admin";
import { ActionButton } from "../../actions/action-button.tsx";
import { useWhyNot } from "../../actions/why-not.ts";
import { Moment } from "../../components/amount.tsx";
import { OrderNo } from "../../components/order-no.tsx";
import { StateChip } from "../../components/state-chip.tsx";
import { useCall } from "../../components/use-call.ts";
import { useDesk } from "../../shell/desk.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { Due, useReasons, WhatItMeans } from "./candidates.tsx";

interface MatchProps {
  readonly payment: PaymentNoticeRow;
  readonly summary: string;
  readonly outcome: () => Promise<string | undefined>;
}

/** Matches a payment with a recharge that the operator searches. */
export function Match({ payment, summary, outcome }: MatchProps) {
  const t = useI18n();
  const { call } = useDesk();
  const [chosen, setChosen] = useState<PaymentCandidate | null>(null);
  const forbidden = useWhyNot("payment.match", payment.state, chosen?.player.status);
  return (
    <ActionButton
      action="payment.match"
      outcome={outcome}
      state={payment.state}
      variant="main"
      onOpen={() => setChosen(null)}
      summary={
        <>
          <Box sx={{ mb: 1 }}>{summary}</Box>
          <Box sx={{ mb: 1, color: "text.secondary" }}>{t("payment.matchHint")}</Box>
        </>
      }
      ready={chosen !== null && forbidden === undefined}
      fields={
        <>
          <FindRecharge payment={payment} chosen={chosen} onChoose={setChosen} problem={forbidden} />
          {chosen !== null && <WhatItMeans payment={payment} candidate={chosen} />}
        </>
      }
      run={({ reason, idempotencyKey }) =>
        call(
          DESK_CALLS.matchPayment,
          { params: { id: payment.id }, body: { order_no: chosen?.order ?? "", reason } },
          { idempotencyKey },
        )
      }
    />
  );
}

interface FindRechargeProps {
  readonly payment: PaymentNoticeRow;
  readonly chosen: PaymentCandidate | null;
  readonly onChoose: (chosen: PaymentCandidate | null) => void;
  /** Why the chosen one cannot be taken. */
  readonly problem: string | undefined;
}

/** Searching waits until the typing rests. */
const REST_MS = 250;
const LEAST = 2;

/** A field that finds a recharge by a part of its number or reference, its player or its amount; first the candidates. */
function FindRecharge({ payment, chosen, onChoose, problem }: FindRechargeProps) {
  const t = useI18n();
  const [text, setText] = useState("");
  const search = useDebouncedEvent(setText, REST_MS);
  const isSearched = text.length >= LEAST;
  const { data, error } = useCall(
    DESK_CALLS.findForPayment,
    { params: { id: payment.id }, body: { text } },
    { enabled: isSearched },
  );
  return (
    <Autocomplete
      options={isSearched ? (data?.list ?? []) : payment.candidates}
      filterOptions={(found) => found}
      value={chosen}
      onChange={(_event, next) => onChoose(next)}
      onInputChange={(_event, typed, reason) => {
        if (reason !== "reset") search(tidyTyped(typed));
      }}
      getOptionLabel={({ order, player }) => `${order} · ${player.name}`}
      isOptionEqualToValue={(one, other) => one.order === other.order}
      loading={isSearched && data === undefined && error === null}
      noOptionsText={error?.message ?? t(isSearched ? "payment.findNone" : "payment.findMore")}
      autoHighlight
      renderOption={({ key, ...props }, candidate) => (
        <Box component="li" key={key} {...props}>
          <Found payment={payment} candidate={candidate} />
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t("payment.find")}
          helperText={problem ?? t("payment.findHint")}
          error={problem !== undefined}
          required
        />
      )}
    />
  );
}

/** One found recharge: its number, player, amount, state, when it was asked for, and what speaks for it. */
function Found({
  payment,
  candidate,
}: {
  readonly payment: PaymentNoticeRow;
  readonly candidate: PaymentCandidate;
}) {
  const t = useI18n();
  const reasons = useReasons()({ payment, candidate });
  const { order, player, due, status, createdAt } = candidate;
  return (
    <Box sx={{ minWidth: 0, fontSize: "0.85rem" }}>
      <Box>
        {player.name} · <Due payment={payment} due={due} />{" "}
        {status === "cancelled" && <StateChip tone="bad" label={t("order.status.cancelled")} />}
      </Box>
      <Box sx={{ color: "text.secondary", fontSize: "0.75rem" }}>
        <OrderNo>{order}</OrderNo> · <Moment at={createdAt} />
        {reasons !== "" && ` · ${reasons}`}
      </Box>
    </Box>
  );
}
