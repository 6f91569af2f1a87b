import { Alert, Box, Card, Typography } from "@mui/material";
import { DESK_CALLS } from "@lotus/contract/desk";
import type { CallData } from "@lotus/contract";
import { useEffect, useRef } from "react";
import { useEvent } from "../../shell/use-live.ts";
import { Moment } from "../../components/amount.tsx";
import { Picture } from "../../components/picture.tsx";
import { PlayerLink } from "../../features/player-link.tsx";
import { useCall } from "../../components/use-call.ts";
import { useDesk } from "../../shell/desk.ts";
import { Answer } from "./answer.tsx";
import { ConversationStatus } from "./conversation-status.tsx";

type Line = CallData<typeof DESK_CALLS.conversation>["list"][number];

const EVERY_MS = 2_500;
const SHOWN = 100;

interface ThreadProps {
  readonly conversationId: string;
  /** Called when its status has changed. */
  readonly onChanged: () => void;
}

/** One conversation: its lines, oldest at the top, and the form to answer. */
export function Thread({ conversationId, onChanged }: ThreadProps) {
  const params = { id: conversationId };
  const { data, error, reload } = useCall(
    DESK_CALLS.conversation,
    { params, query: { pageSize: SHOWN } },
    { everyMs: EVERY_MS },
  );
  useEvent("conversation", reload);
  const newest = data?.list[0]?.id;
  useMarkRead(conversationId, newest, data?.unread ?? 0);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (newest !== undefined) end.current?.scrollIntoView({ block: "nearest" });
  }, [newest]);

  return (
    <Card
      sx={{ display: "flex", flexDirection: "column", minHeight: 360, height: { md: "calc(100vh - 120px)" } }}
    >
      <Box
        sx={{
          px: 2,
          py: 1.25,
          borderBottom: 1,
          borderColor: "divider",
          display: "flex",
          gap: 1.5,
          alignItems: "center",
          flexWrap: "wrap",
        }}
      >
        <Box sx={{ flex: 1, minWidth: 120, fontWeight: 600 }}>
          {data !== undefined && <PlayerLink player={data.player} />}
        </Box>
        {data !== undefined && data.status !== "none" && (
          <ConversationStatus
            conversation={{ id: conversationId, status: data.status, assignedTo: data.assignedTo }}
            onChanged={() => {
              reload();
              onChanged();
            }}
          />
        )}
      </Box>
      <Box
        role="log"
        sx={{ flex: 1, overflowY: "auto", p: 2, display: "grid", gap: 1, alignContent: "start" }}
      >
        {error !== null && <Alert severity="error">{error.message}</Alert>}
        {data?.list.toReversed().map((line) => (
          <Bubble key={line.id} line={line} />
        ))}
        <div ref={end} />
      </Box>
      <Answer
        conversationId={conversationId}
        playerState={data?.player.status}
        onSent={() => {
          reload();
          onChanged();
        }}
      />
    </Card>
  );
}

/** Marks the shown lines as read, also each new one. */
function useMarkRead(conversationId: string, newest: string | undefined, unread: number): void {
  const { call } = useDesk();
  useEffect(() => {
    // That it was seen is no reason to stop: a lost mark is made at the next message.
    if (newest !== undefined && unread > 0)
      call(DESK_CALLS.readConversation, { params: { id: conversationId } }).catch(() => undefined);
  }, [call, conversationId, unread, newest]);
}

function Bubble({ line }: { readonly line: Line }) {
  const ours = line.from === "desk";
  return (
    <Box
      sx={{
        justifySelf: ours ? "end" : "start",
        maxWidth: "min(75%, 560px)",
        px: 1.5,
        py: 1,
        borderRadius: 3,
        bgcolor: ours ? "primary.main" : "background.default",
        color: ours ? "primary.contrastText" : "text.primary",
      }}
    >
      {line.pictureId !== null && <Picture path={`/desk/api/pictures/${line.pictureId}`} />}
      {line.text !== null && (
        <Typography sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{line.text}</Typography>
      )}
      <Typography variant="caption" sx={{ opacity: 0.9 }}>
        {line.operator === null ? "" : `${line.operator.name} · `}
        <Moment at={line.time} />
      </Typography>
    </Box>
  );
}
