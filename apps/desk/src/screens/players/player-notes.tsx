import { Box, Card, Typography, TextField } from "@mui/material";
import { DESK_CALLS } from "@lotus/contract/desk";
import type { CallData } from "@lotus/contract";
import { tidyTyped } from "@lotus/money";
import { useState } from "react";
import { useListContext } from "react-admin";
import { ActionButton } from "../../actions/action-button.tsx";
import { Moment } from "../../components/amount.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useI18n } from "../../i18n/use-i18n.ts";

type NoteRow = CallData<typeof DESK_CALLS.playerNotes>["list"][number];

/** Internal notes about a player, never shown to players. */
export function PlayerNotes({ playerId }: { readonly playerId: string }) {
  const t = useI18n();
  const { call } = useDesk();
  const [text, setText] = useState("");
  return (
    <Box>
      <ActionButton
        action="player.note"
        variant="main"
        ready={tidyTyped(text) !== ""}
        fields={
          <TextField
            label={t("note.text")}
            helperText={t("note.hint")}
            multiline
            minRows={3}
            value={text}
            onChange={(event) => setText(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 2000 } }}
          />
        }
        run={({ idempotencyKey }) =>
          call(
            DESK_CALLS.notePlayer,
            { params: { id: playerId }, body: { text: text.trim() } },
            { idempotencyKey },
          )
        }
        onDone={() => setText("")}
      />
      <PagedList resource="playerNotes" filter={{ player: playerId }}>
        <Notes />
      </PagedList>
    </Box>
  );
}

function Notes() {
  const { data = [] } = useListContext<NoteRow>();
  return (
    <Box sx={{ display: "grid", gap: 1, p: 1 }}>
      {data.map(({ id, operator, text, time }) => (
        <Card key={id} sx={{ p: 1.5 }}>
          <Typography sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{text}</Typography>
          <Typography variant="caption" color="textSecondary">
            {operator.name} · <Moment at={time} />
          </Typography>
        </Card>
      ))}
    </Box>
  );
}
