import { AttemptKey } from "@lotus/client";
import AttachFile from "@mui/icons-material/AttachFile";
import { Alert, Box, Button, Chip, TextField } from "@mui/material";
import { PICTURE_MAX_BYTES } from "@lotus/contract";
import { DESK_CALLS, type PlayerState } from "@lotus/contract/desk";
import { useRef, useState, type FormEvent } from "react";
import { useWhyNot } from "../../actions/why-not.ts";
import { base64Of } from "../../components/base64.ts";
import { PictureInput } from "../../components/picture-input.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useI18n } from "../../i18n/use-i18n.ts";

interface AnswerProps {
  readonly conversationId: string;
  /** Undefined until the conversation is loaded. */
  readonly playerState: PlayerState | undefined;
  readonly onSent: () => void;
}

/** A picture that has been uploaded for the next answer. */
interface Attached {
  readonly id: string;
  readonly name: string;
}

/** Form for an answer: text, a picture, or both. */
export function Answer({ conversationId, playerState, onSent }: AnswerProps) {
  const t = useI18n();
  const forbidden = useWhyNot("conversation.answer", undefined, playerState);
  const [text, setText] = useState("");
  const [picture, setPicture] = useState<Attached>();
  const { send, problem, setProblem } = useSend(conversationId);
  const trimmed = text.trim();
  const empty = trimmed === "" && picture === undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (empty || forbidden !== undefined) return;
    const sent = await send({
      ...(trimmed === "" ? {} : { text: trimmed }),
      ...(picture === undefined ? {} : { picture_id: picture.id }),
    });
    if (!sent) return;
    setText("");
    setPicture(undefined);
    onSent();
  };
  return (
    <Box
      component="form"
      onSubmit={(event) => void submit(event)}
      sx={{ p: 2, borderTop: 1, borderColor: "divider", display: "grid", gap: 1 }}
    >
      {problem !== "" && <Alert severity="error">{problem}</Alert>}
      {picture !== undefined && (
        <Chip
          label={picture.name}
          size="small"
          onDelete={() => setPicture(undefined)}
          sx={{ justifySelf: "start", maxWidth: "100%" }}
        />
      )}
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
        <PictureButton
          conversationId={conversationId}
          disabled={forbidden !== undefined}
          onTaken={setPicture}
          onProblem={setProblem}
        />
        <Button type="submit" variant="contained" disabled={empty || forbidden !== undefined}>
          {t("conversation.send")}
        </Button>
      </Box>
    </Box>
  );
}

/** Sends an answer once; a retry after a lost reply has the same idempotency key. */
function useSend(conversationId: string) {
  const t = useI18n();
  const { call } = useDesk();
  const [problem, setProblem] = useState("");
  const [attempt] = useState(() => new AttemptKey());
  const running = useRef(false);
  const send = async (body: { text?: string; picture_id?: string }): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setProblem("");
    try {
      await call(
        DESK_CALLS.answerConversation,
        { params: { id: conversationId }, body },
        { idempotencyKey: attempt.keyFor(JSON.stringify(body)) },
      );
      attempt.settle();
      return true;
    } catch (failure) {
      setProblem(failure instanceof Error ? failure.message : t("action.failed"));
      return false;
    } finally {
      running.current = false;
    }
  };
  return { send, problem, setProblem };
}

interface PictureButtonProps {
  readonly conversationId: string;
  readonly disabled: boolean;
  readonly onTaken: (picture: Attached) => void;
  readonly onProblem: (problem: string) => void;
}

/** Uploads a picture from this machine for the next answer. */
function PictureButton({ conversationId, disabled, onTaken, onProblem }: PictureButtonProps) {
  const t = useI18n();
  const { call } = useDesk();
  const [busy, setBusy] = useState(false);
  const take = async (file: File) => {
    if (file.size > PICTURE_MAX_BYTES) {
      onProblem(t("banner.tooLarge"));
      return;
    }
    setBusy(true);
    onProblem("");
    try {
      const data = await base64Of(file);
      const { id } = await call(DESK_CALLS.conversationPicture, {
        params: { id: conversationId },
        body: { data },
      });
      onTaken({ id, name: file.name });
    } catch (failure) {
      onProblem(failure instanceof Error ? failure.message : t("action.failed"));
    }
    setBusy(false);
  };
  return (
    <PictureInput
      label={t("conversation.attach")}
      disabled={disabled || busy}
      onChoose={(file) => void take(file)}
    >
      <AttachFile fontSize="small" />
    </PictureInput>
  );
}
