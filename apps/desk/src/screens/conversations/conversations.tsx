import { Box, Button, Card, List, ListItemButton, ListItemText, Typography } from "@mui/material";
import { DESK_CALLS, type ConversationRow } from "@lotus/contract/desk";
import { useState } from "react";
import { Title } from "react-admin";
import { Moment } from "../../parts/amount.tsx";
import { StateChip } from "../../parts/state-chip.tsx";
import { useCall } from "../../parts/use-call.ts";
import { useWords } from "../../words/use-words.ts";
import { Thread } from "./thread.tsx";

const EVERY_MS = 4_000;
const SHOWN = 100;

/** Conversations with players beside the one that is open; both follow what happens by themselves. */
export function Conversations() {
  const t = useWords();
  const [open, setOpen] = useState<string>();
  const [unreadOnly, setUnreadOnly] = useState(false);
  const { data } = useCall(
    DESK_CALLS.conversations,
    { query: { pageSize: SHOWN, ...(unreadOnly && { unread: "1" as const }) } },
    { everyMs: EVERY_MS },
  );
  const rows = data?.list ?? [];
  return (
    <Box sx={{ mt: 2, display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", md: "320px 1fr" } }}>
      <Title title={t("resources.conversations.name")} />
      <Card sx={{ alignSelf: "start" }}>
        <Box sx={{ p: 1, borderBottom: 1, borderColor: "divider" }}>
          <Button size="small" aria-pressed={unreadOnly} onClick={() => setUnreadOnly(!unreadOnly)}>
            {t(unreadOnly ? "conversation.showAll" : "conversation.showUnread")}
          </Button>
        </Box>
        {data !== undefined && rows.length === 0 && (
          <Typography color="textSecondary" sx={{ p: 3 }}>
            {t("conversation.none")}
          </Typography>
        )}
        <List component="section" disablePadding aria-label={t("resources.conversations.name")}>
          {rows.map((row) => (
            <Row key={row.id} row={row} open={row.id === open} onOpen={() => setOpen(row.id)} />
          ))}
        </List>
      </Card>
      {open === undefined ? (
        <Card sx={{ p: 4, display: "grid", placeItems: "center", minHeight: 240 }}>
          <Typography color="textSecondary">{t("conversation.choose")}</Typography>
        </Card>
      ) : (
        <Thread key={open} conversationId={open} />
      )}
    </Box>
  );
}

interface RowProps {
  readonly row: ConversationRow;
  readonly open: boolean;
  readonly onOpen: () => void;
}

function Row({ row, open, onOpen }: RowProps) {
  const t = useWords();
  return (
    <ListItemButton selected={open} onClick={onOpen} divider>
      <ListItemText
        primary={
          <Box sx={{ display: "flex", gap: 1, alignItems: "center" }}>
            <Box component="span" sx={{ flex: 1, fontWeight: row.unread > 0 ? 650 : 500 }}>
              {row.player.name}
            </Box>
            {row.unread > 0 && (
              <StateChip tone="wait" label={t("conversation.unread", { count: row.unread })} />
            )}
          </Box>
        }
        secondary={
          <>
            <Box
              component="span"
              sx={{ display: "block", overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }}
            >
              {row.lastFrom === "desk" ? `${t("conversation.you")}: ` : ""}
              {row.lastText}
            </Box>
            <Moment at={row.lastAt} />
          </>
        }
      />
    </ListItemButton>
  );
}
