import { Box, Card, MenuItem, TextField, Typography } from "@mui/material";
import { DESK_CALLS } from "@lotus/contract/desk";
import { useState } from "react";
import { useNotify } from "react-admin";
import { ActionButton } from "../../actions/action-button.tsx";
import { EMPTY_DRAFT, finishedTexts, WrittenTexts } from "../../parts/written-texts.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useWords } from "../../words/use-words.ts";

const STATES = ["active", "locked", "closed"] as const;

/** A site message to all players of a state: each finds it in the message centre. */
export function MessageToMany() {
  const t = useWords();
  const { call } = useDesk();
  const notify = useNotify();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [status, setStatus] = useState<(typeof STATES)[number]>("active");
  const texts = finishedTexts(draft);
  return (
    <Card sx={{ p: 2.5 }}>
      <Typography component="h2" variant="h3" sx={{ mb: 1 }}>
        {t("message.new")}
      </Typography>
      <TextField
        select
        label={t("message.to")}
        value={status}
        onChange={({ target }) => setStatus(STATES.find((known) => known === target.value) ?? "active")}
      >
        {STATES.map((each) => (
          <MenuItem key={each} value={each}>
            {t(`player.status.${each}`)}
          </MenuItem>
        ))}
      </TextField>
      <WrittenTexts draft={draft} onChange={setDraft} />
      <Box sx={{ mt: 2 }}>
        <ActionButton
          action="message.send"
          look="main"
          blocked={texts === undefined ? t("texts.unfinished") : undefined}
          summary={t("message.toAll", { status: t(`player.status.${status}`) })}
          run={({ idempotencyKey }) =>
            call(
              DESK_CALLS.sendMessages,
              { body: { to: { status }, texts: texts ?? {} } },
              { idempotencyKey },
            )
          }
          onDone={({ sent }) => {
            setDraft(EMPTY_DRAFT);
            notify(t("message.sent", { count: sent }), { type: "success" });
          }}
        />
      </Box>
    </Card>
  );
}
