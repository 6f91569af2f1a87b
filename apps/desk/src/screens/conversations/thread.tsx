import { Alert, Box, Button, Card, TextField, Typography } from "@mui/material";
import { DESK_CALLS } from "@lotus/contract/desk";
import type { CallData } from "@lotus/contract";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useWhyNot } from "../../actions/why-not.ts";
import { Moment } from "../../parts/amount.tsx";
import { Picture } from "../../parts/picture.tsx";
import { PlayerLink } from "../../parts/player-link.tsx";
import { useCall } from "../../parts/use-call.ts";
import { newIdempotencyKey } from "../../request/idempotency-key.ts";
import { useDesk } from "../../shell/desk.ts";
import { useWords } from "../../words/use-words.ts";

type Line = CallData<typeof DESK_CALLS.conversation>["list"][number];

const EVERY_MS = 2_500;
const SHOWN = 100;

/** One conversation: what was said, oldest on top, and the place to answer. */
export function Thread({ conversationId }: { readonly conversationId: string }) {
  const { call } = useDesk();
  const params = { id: conversationId };
  const { data, error, reload } = useCall(
    DESK_CALLS.conversation,
    { params, query: { pageSize: SHOWN } },
    { everyMs: EVERY_MS },
  );
  const unread = data?.unread ?? 0;
  const newest = data?.list[0]?.id;
  useEffect(() => {
    // That it was seen is no reason to stop: a lost mark is made at the next message.
    if (newest !== undefined && unread > 0)
      call(DESK_CALLS.readConversation, { params: { id: conversationId } }).catch(() => undefined);
  }, [call, conversationId, unread, newest]);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (newest !== undefined) end.current?.scrollIntoView({ block: "nearest" });
  }, [newest]);

  return (
    <Card
      sx={{ display: "flex", flexDirection: "column", minHeight: 360, height: { md: "calc(100vh - 120px)" } }}
    >
      <Box sx={{ p: 2, borderBottom: 1, borderColor: "divider" }}>
        {data !== undefined && <PlayerLink player={data.player} />}
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
      <Answer conversationId={conversationId} onSent={reload} />
    </Card>
  );
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

interface AnswerProps {
  readonly conversationId: string;
  readonly onSent: () => void;
}

function Answer({ conversationId, onSent }: AnswerProps) {
  const t = useWords();
  const { call } = useDesk();
  const forbidden = useWhyNot("conversation.answer");
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const key = useRef(newIdempotencyKey());
  const sent = useRef("");
  const running = useRef(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const said = text.trim();
    if (running.current || said === "" || forbidden !== undefined) return;
    running.current = true;
    setProblem("");
    // The same words again after a lost reply are the same answer; other words are another.
    if (sent.current !== said) key.current = newIdempotencyKey();
    sent.current = said;
    try {
      const input = { params: { id: conversationId }, body: { text: said } };
      await call(DESK_CALLS.answerConversation, input, { idempotencyKey: key.current });
      setText("");
      sent.current = "";
      onSent();
    } catch (failure) {
      setProblem(failure instanceof Error ? failure.message : t("action.failed"));
    }
    running.current = false;
  };
  return (
    <Box
      component="form"
      onSubmit={(event) => void send(event)}
      sx={{ p: 2, borderTop: 1, borderColor: "divider" }}
    >
      {problem !== "" && <Alert severity="error">{problem}</Alert>}
      <Box sx={{ display: "flex", gap: 1, alignItems: "end" }}>
        <TextField
          label={forbidden ?? t("conversation.answer")}
          multiline
          maxRows={6}
          margin="none"
          value={text}
          disabled={forbidden !== undefined}
          onChange={(event) => setText(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 2000 } }}
        />
        <Button type="submit" variant="contained" disabled={text.trim() === "" || forbidden !== undefined}>
          {t("conversation.send")}
        </Button>
      </Box>
    </Box>
  );
}
