import { Box, MenuItem, TextField } from "@mui/material";
import { DESK_CALLS } from "@lotus/contract/desk";
import type { CallData } from "@lotus/contract";
import { useState } from "react";
import { ActionButton } from "../../actions/action-button.tsx";
import { StateChip } from "../../components/state-chip.tsx";
import { useCall } from "../../components/use-call.ts";
import { useDesk } from "../../shell/desk.ts";
import { useI18n } from "../../i18n/use-i18n.ts";

interface ConversationStatusProps {
  readonly conversation: CallData<typeof DESK_CALLS.closeConversation>;
  readonly onChanged: () => void;
}

/** State and assigned operator of a conversation, and actions to change them. */
export function ConversationStatus({ conversation, onChanged }: ConversationStatusProps) {
  const t = useI18n();
  const { call } = useDesk();
  const { id, status } = conversation;
  const params = { id };
  const closed = status === "closed";
  return (
    <Box sx={{ display: "flex", gap: 1, alignItems: "center", flexWrap: "wrap" }}>
      <StateChip tone={closed ? "quiet" : "info"} label={t(`conversation.status.${status}`)} />
      <Assign key={conversation.assignedTo?.id ?? ""} conversation={conversation} onChanged={onChanged} />
      <ActionButton
        action={closed ? "conversation.reopen" : "conversation.close"}
        state={status}
        summary={t(closed ? "conversation.reopenHint" : "conversation.closeHint")}
        run={({ idempotencyKey }) =>
          call(
            closed ? DESK_CALLS.reopenConversation : DESK_CALLS.closeConversation,
            { params },
            { idempotencyKey },
          )
        }
        onDone={onChanged}
      />
    </Box>
  );
}

function Assign({ conversation: { id, assignedTo }, onChanged }: ConversationStatusProps) {
  const t = useI18n();
  const { call } = useDesk();
  const { data } = useCall(DESK_CALLS.colleagues, {});
  const [chosen, setChosen] = useState(assignedTo?.id ?? "");
  const people = data?.list ?? [];
  return (
    <ActionButton
      action="conversation.assign"
      label={assignedTo === null ? t("action.conversation.assign") : assignedTo.name}
      ready={chosen !== (assignedTo?.id ?? "")}
      fields={
        <TextField
          select
          label={t("conversation.assignedTo")}
          value={people.some((each) => each.id === chosen) ? chosen : ""}
          onChange={({ target }) => setChosen(target.value)}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{t("conversation.nobody")}</MenuItem>
          {people.map((each) => (
            <MenuItem key={each.id} value={each.id}>
              {each.name}
            </MenuItem>
          ))}
        </TextField>
      }
      run={({ idempotencyKey }) =>
        call(
          DESK_CALLS.assignConversation,
          { params: { id }, body: { operator_id: chosen === "" ? null : chosen } },
          { idempotencyKey },
        )
      }
      onDone={onChanged}
    />
  );
}
