import { Box, Card } from "@mui/material";
import { DESK_CALLS, type PlayerRecord } from "@lotus/contract/desk";
import { useState } from "react";
import { ActionButton } from "../../actions/action-button.tsx";
import { useBreakText } from "../../features/break-text.ts";
import { EMPTY_DRAFT, finishedTexts, WrittenTexts } from "../../features/written-texts.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useI18n } from "../../i18n/use-i18n.ts";

/** A site message to this one player. */
export function PlayerMessage({ player }: { readonly player: PlayerRecord }) {
  const t = useI18n();
  const breakText = useBreakText();
  const { call } = useDesk();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const texts = finishedTexts(draft);
  return (
    <Card sx={{ p: 2, maxWidth: 640 }}>
      <WrittenTexts draft={draft} onChange={setDraft} />
      <Box sx={{ mt: 2 }}>
        <ActionButton
          action="message.send"
          playerState={player.status}
          variant="main"
          blocked={
            breakText("message", player.onBreak) ?? (texts === undefined ? t("texts.unfinished") : undefined)
          }
          summary={Object.values(texts ?? {})
            .map(({ title }) => title)
            .join(" / ")}
          run={({ idempotencyKey }) =>
            call(
              DESK_CALLS.sendMessages,
              { body: { to: { player_id: player.id }, texts: texts ?? {} } },
              { idempotencyKey },
            )
          }
          onDone={() => setDraft(EMPTY_DRAFT)}
        />
      </Box>
    </Card>
  );
}
