import { Box, MenuItem, TextField, Typography } from "@mui/material";
import { CARE_OUTCOMES, DESK_CALLS, type CareCaseRow, type CareOutcome } from "@lotus/contract/desk";
import { tidyTyped } from "@lotus/money";
import { useState } from "react";
import { ActionButton } from "../actions/action-button.tsx";
import { useDecided } from "./decided.ts";
import { useI18n } from "../i18n/use-i18n.ts";
import { useDesk } from "../shell/desk.ts";
import { useConfig } from "../shell/use-config.ts";

interface CareActionsProps {
  readonly care: CareCaseRow;
  readonly onDone?: () => void;
}

/** What can be done with an open case: take it on or hand it back, note something, close it with what was done. */
export function CareActions(props: CareActionsProps) {
  return (
    <Box sx={{ display: "inline-flex", flexWrap: "wrap", justifyContent: "flex-end", gap: 1 }}>
      <Assign {...props} />
      <Note {...props} />
      <Close {...props} />
    </Box>
  );
}

/** Reads who closed a case, and with what. */
function useOutcome(id: string): () => Promise<string | undefined> {
  const t = useI18n();
  const { call } = useDesk();
  const decided = useDecided();
  return async () => {
    const { list } = await call(DESK_CALLS.careCases, { query: { status: "closed" } });
    const now = list.find((each) => each.id === id);
    if (now === undefined) return undefined;
    const { closedBy: by, outcome } = now;
    return decided({ by, what: t(outcome === null ? "care.status.closed" : `care.outcome.${outcome}`) });
  };
}

function summaryOf({ player, score }: CareCaseRow): string {
  return `${player.name} · ${player.id} · ${score}`;
}

function Assign({ care, onDone }: CareActionsProps) {
  const t = useI18n();
  const { call } = useDesk();
  const me = useConfig();
  const isMine = care.assignedTo?.id === me.id;
  return (
    <ActionButton
      action="care.assign"
      outcome={useOutcome(care.id)}
      state={care.status}
      summary={`${summaryOf(care)} → ${isMine ? t("care.nobody") : me.name}`}
      run={({ idempotencyKey }) =>
        call(
          DESK_CALLS.assignCare,
          { params: { id: care.id }, body: { operator_id: isMine ? null : me.id } },
          { idempotencyKey },
        )
      }
      {...(onDone !== undefined && { onDone })}
    />
  );
}

function Note({ care, onDone }: CareActionsProps) {
  const t = useI18n();
  const { call } = useDesk();
  const [text, setText] = useState("");
  return (
    <ActionButton
      action="care.note"
      outcome={useOutcome(care.id)}
      state={care.status}
      summary={summaryOf(care)}
      onOpen={() => setText("")}
      ready={tidyTyped(text) !== ""}
      fields={
        <TextField
          label={t("care.note")}
          value={text}
          multiline
          minRows={3}
          onChange={({ target }) => setText(target.value)}
        />
      }
      run={({ idempotencyKey }) =>
        call(DESK_CALLS.noteCare, { params: { id: care.id }, body: { text } }, { idempotencyKey })
      }
      {...(onDone !== undefined && { onDone })}
    />
  );
}

function Close({ care, onDone }: CareActionsProps) {
  const t = useI18n();
  const { call } = useDesk();
  const [outcome, setOutcome] = useState<CareOutcome>("message");
  return (
    <ActionButton
      action="care.close"
      outcome={useOutcome(care.id)}
      state={care.status}
      variant="main"
      summary={summaryOf(care)}
      fields={
        <Box sx={{ display: "grid", gap: 1 }}>
          <TextField
            select
            label={t("care.outcome")}
            value={outcome}
            onChange={({ target }) =>
              setOutcome(CARE_OUTCOMES.find((each) => each === target.value) ?? outcome)
            }
          >
            {CARE_OUTCOMES.map((each) => (
              <MenuItem key={each} value={each}>
                {t(`care.outcome.${each}`)}
              </MenuItem>
            ))}
          </TextField>
          <Typography variant="caption" color="textSecondary">
            {t("care.outcomeHint")}
          </Typography>
        </Box>
      }
      run={({ reason, idempotencyKey }) =>
        call(DESK_CALLS.closeCare, { params: { id: care.id }, body: { outcome, reason } }, { idempotencyKey })
      }
      {...(onDone !== undefined && { onDone })}
    />
  );
}
