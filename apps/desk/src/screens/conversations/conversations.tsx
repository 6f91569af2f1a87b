import { Box, Card, Chip, List, ListItemButton, ListItemText, Typography } from "@mui/material";
import { DESK_CALLS, type ConversationRow } from "@lotus/contract/desk";
import { useState } from "react";
import { Title } from "react-admin";
import { Link, useSearchParams } from "react-router-dom";
import { useEvent } from "../../shell/use-live.ts";
import { useMay } from "../../actions/why-not.ts";
import { CallProblem } from "../../components/call-problem.tsx";
import { Forbidden } from "../../components/forbidden.tsx";
import { Age } from "../../components/age.tsx";
import { Moment } from "../../components/amount.tsx";
import { PageTitle } from "../../components/page-title.tsx";
import { PlayerState } from "../../features/player-state.tsx";
import { StateChip } from "../../components/state-chip.tsx";
import { useCall } from "../../components/use-call.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { Thread } from "./thread.tsx";

const EVERY_MS = 4_000;
const SHOWN = 100;

const SHOWS = ["waiting", "open", "mine", "closed"] as const;
type Show = (typeof SHOWS)[number];
const QUERIES = {
  waiting: { waiting: "1" },
  open: { status: "open" },
  mine: { mine: "1" },
  closed: { status: "closed" },
} as const satisfies Readonly<Record<Show, object>>;

/**
 * The list of conversations beside the open one; both are updated live. Those that wait for an answer come first,
 * longest waiting first.
 */
export function Conversations() {
  const t = useI18n();
  const may = useMay();
  if (!may("conversation.read"))
    return <Forbidden action="conversation.read" title={t("resources.conversations.name")} />;
  return <AllowedConversations />;
}

function AllowedConversations() {
  const t = useI18n();
  const [search] = useSearchParams();
  const open = search.get("open") ?? undefined;
  const [show, setShow] = useState<Show>("waiting");
  const { data, error, reload } = useCall(
    DESK_CALLS.conversations,
    { query: { pageSize: SHOWN, ...QUERIES[show] } },
    { everyMs: EVERY_MS },
  );
  useEvent("conversation", reload);
  const rows = data?.list ?? [];
  const openPlayer = rows.find(({ id }) => id === open)?.player.name;
  const shows = [t(`conversation.show.${show}`), ...(openPlayer === undefined ? [] : [openPlayer])];
  return (
    <Box sx={{ mt: 2, display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", md: "340px 1fr" } }}>
      <Title title={<PageTitle name={t("resources.conversations.name")} shows={shows} />} />
      <Card sx={{ alignSelf: "start", maxHeight: { md: "calc(100vh - 88px)" }, overflowY: "auto" }}>
        <Box
          component="fieldset"
          aria-label={t("conversation.which")}
          sx={{ m: 0, p: 1, border: 0, borderBottom: 1, borderColor: "divider", display: "flex", gap: 0.5 }}
        >
          {SHOWS.map((each) => (
            <Chip
              key={each}
              size="small"
              label={t(`conversation.show.${each}`)}
              color={each === show ? "primary" : "default"}
              aria-pressed={each === show}
              onClick={() => setShow(each)}
            />
          ))}
        </Box>
        <CallProblem error={error} reload={reload} />
        {data !== undefined && rows.length === 0 && (
          <Typography color="textSecondary" sx={{ p: 3 }}>
            {t(`conversation.none.${show}`)}
          </Typography>
        )}
        <List component="section" disablePadding aria-label={t("resources.conversations.name")}>
          {rows.map((row) => (
            <Row key={row.id} row={row} open={row.id === open} />
          ))}
        </List>
      </Card>
      {open === undefined ? (
        <Card sx={{ p: 4, display: "grid", placeItems: "center", minHeight: 240 }}>
          <Typography color="textSecondary">{t("conversation.choose")}</Typography>
        </Card>
      ) : (
        <Thread key={open} conversationId={open} onChanged={reload} />
      )}
    </Box>
  );
}

interface RowProps {
  readonly row: ConversationRow;
  readonly open: boolean;
}

function Row({ row, open }: RowProps) {
  const t = useI18n();
  return (
    <ListItemButton component={Link} to={`/conversations?open=${row.id}`} selected={open} divider>
      <ListItemText
        primary={
          <Box sx={{ display: "flex", gap: 1, alignItems: "center" }}>
            <Box component="span" sx={{ flex: 1, fontWeight: row.unread > 0 ? 650 : 500 }}>
              {row.player.name}
            </Box>
            <PlayerState player={row.player} unusual />
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
              {row.lastText === "" ? t("conversation.aPicture") : row.lastText}
            </Box>
            <Moment at={row.lastAt} />
            {row.waitingSince !== null && " · "}
            {row.waitingSince !== null && <Age since={row.waitingSince} />}
            {row.assignedTo !== null && ` · ${row.assignedTo.name}`}
          </>
        }
      />
    </ListItemButton>
  );
}
