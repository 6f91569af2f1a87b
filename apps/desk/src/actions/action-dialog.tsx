import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  TextField,
  Typography,
} from "@mui/material";
import { isToldAction, PLAYER_REASONS, type PlayerReason, type ToldAction } from "@lotus/contract";
import { ruleOf, type Action } from "@lotus/contract/desk";
import { tidyTyped } from "@lotus/money";
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from "react";
import { useLogoutIfAccessDenied, useNotify, useRefresh } from "react-admin";
import { endsSession, DeskError } from "../api/desk-error.ts";
import { useI18n } from "../i18n/use-i18n.ts";

/** What the dialog asked for. */
export interface ActionInput {
  /** Where the player is told a reason: a code of PLAYER_REASONS. Elsewhere a text that only operators read. */
  readonly reason: string;
  /** A text that only operators read. Empty if nothing was written. */
  readonly note: { readonly note?: string };
  readonly idempotencyKey: string;
}

/** The work of an action after confirmation. */
export interface ActionWork<Answer> {
  /** Makes the call. The key names this one click: a repeated request has one effect. */
  readonly run: (input: ActionInput) => Promise<Answer>;
  /** Called when the server has carried it out. */
  readonly onDone?: (answer: Answer) => void;
  /** What is shown once it is done, if not only that it is. */
  readonly said?: ReactNode;
  /** Reads who decided what, once it cannot be done any more. */
  readonly outcome?: () => Promise<string | undefined>;
}

export interface ActionDialogProps<Answer> extends ActionWork<Answer> {
  readonly action: Action;
  readonly title: string;
  readonly variant?: "plain" | "main" | "danger";
  readonly summary?: ReactNode;
  readonly fields?: ReactNode;
  readonly ready?: boolean;
  /** A reason for players that does not fit and is left out of the list. */
  readonly without?: PlayerReason | undefined;
  /** The text for players that the first person chose. The second person confirms it and does not choose again. */
  readonly told?: PlayerReason | undefined;
  readonly needsTwo?: boolean;
  readonly asSecond?: boolean;
  readonly twoBecause?: string | undefined;
  /** It cannot be done any more since the dialog was opened. */
  readonly overtaken?: boolean;
  /** Idempotency key of the click, held by the component that opens the dialog. */
  readonly clickKey: string;
  /** Called when the action was carried out or refused: the next click needs a new key. */
  readonly onAnswered: () => void;
  readonly onClose: () => void;
}

const MIN_REASON = 3;

/** Asks for what the table of actions requires, and carries the action out once however often it is clicked. */
export function ActionDialog<Answer>(props: ActionDialogProps<Answer>) {
  const { action, title, variant, summary, fields, ready = true, told = "", onClose } = props;
  const t = useI18n();
  const rule = ruleOf(action);
  const titleId = useId();
  const [reason, setReason] = useState<string>(told);
  const [note, setNote] = useState("");
  const { submit, busy, problem, wasRefused } = useSubmit(props);
  // While it runs, its own effect may be what makes it impossible.
  const overtaken = props.overtaken === true && !busy;
  const reasonMissing = rule.reason === "needed" && tidyTyped(reason).length < MIN_REASON;
  const byTwo = rule.people === 2 || (rule.people !== 1 && props.needsTwo === true);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!reasonMissing && ready && !overtaken) void submit(reason.trim(), note.trim());
  };
  return (
    <Dialog open onClose={busy ? () => {} : onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <form onSubmit={onSubmit}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          {typeof summary === "string" ? <Typography sx={{ mb: 1 }}>{summary}</Typography> : summary}
          {byTwo && (
            <Alert severity="info" sx={{ mb: 1 }}>
              {t(props.asSecond === true ? "action.asSecond" : "action.byTwo")}
              {props.asSecond !== true && props.twoBecause !== undefined && ` ${props.twoBecause}`}
            </Alert>
          )}
          {fields}
          <ReasonFields
            action={action}
            without={props.without}
            told={told}
            {...{ reason, note, setReason, setNote }}
          />
          {(overtaken || wasRefused) && <Overtaken outcome={props.outcome} />}
          {problem !== "" && !overtaken && (
            <Alert severity="error" sx={{ mt: 1 }}>
              {problem}
            </Alert>
          )}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={onClose} disabled={busy}>
            {t("action.back")}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={variant === "danger" ? "error" : "primary"}
            disabled={busy || reasonMissing || !ready || overtaken}
          >
            {title}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Says that a colleague was faster, and who decided what. */
function Overtaken({ outcome }: { readonly outcome: (() => Promise<string | undefined>) | undefined }) {
  const t = useI18n();
  const [decided, setDecided] = useState<string>();
  const read = useRef(outcome);
  useEffect(() => {
    let isGone = false;
    const ask = async (): Promise<void> => {
      // Without it the sentence is still true.
      const text = await read.current?.().catch(() => undefined);
      if (!isGone) setDecided(text);
    };
    void ask();
    return () => {
      isGone = true;
    };
  }, []);
  return (
    <Alert severity="warning" sx={{ mt: 1 }}>
      {t("action.overtaken")} {decided}
    </Alert>
  );
}

interface ReasonFieldsProps {
  readonly action: Action;
  readonly without: PlayerReason | undefined;
  readonly told: string;
  readonly reason: string;
  readonly note: string;
  readonly setReason: (reason: string) => void;
  readonly setNote: (note: string) => void;
}

function reasonsOf(action: ToldAction, without: PlayerReason | undefined): readonly PlayerReason[] {
  return PLAYER_REASONS[action].filter((word) => word !== without);
}

/** A reason for colleagues; or what the player reads, from a list, and a note for colleagues. Each says who reads it. */
function ReasonFields(props: ReasonFieldsProps) {
  const { action, without, reason, note, setReason, setNote } = props;
  const t = useI18n();
  const { reason: asked } = ruleOf(action);
  if (asked === "none") return null;
  const told = isToldAction(action);
  return (
    <>
      {told && props.told === "" && (
        <TextField
          select
          label={t("action.told")}
          helperText={t("action.toldHint")}
          required
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        >
          {reasonsOf(action, without).map((word) => (
            <MenuItem key={word} value={word}>
              {t(`told.${word}`)}
            </MenuItem>
          ))}
        </TextField>
      )}
      <TextField
        label={t(told ? "action.note" : asked === "needed" ? "action.reason" : "action.reasonOptional")}
        helperText={t("action.reasonHint")}
        required={!told && asked === "needed"}
        multiline
        minRows={2}
        value={told ? note : reason}
        onChange={(event) => (told ? setNote : setReason)(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </>
  );
}

/**
 * One submission at a time. An attempt without a response, or with a server error, may have taken effect: it keeps its
 * key, so that a retry counts as the same click, and one with other input is refused instead of carried out as well.
 */
export function useSubmit<Answer>({
  run,
  onDone,
  onClose,
  clickKey,
  onAnswered,
  said,
}: Pick<ActionDialogProps<Answer>, "run" | "onDone" | "onClose" | "clickKey" | "onAnswered" | "said">) {
  const t = useI18n();
  const notify = useNotify();
  const refresh = useRefresh();
  const logoutIfDenied = useLogoutIfAccessDenied();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const [wasRefused, setWasRefused] = useState(false);

  const submit = async (reason: string, note = "") => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem("");
    setWasRefused(false);
    try {
      const answer = await run({ reason, note: note === "" ? {} : { note }, idempotencyKey: clickKey });
      onAnswered();
      onClose();
      notify(waitsForSecond(answer) ? t("action.firstKept") : (said ?? t("action.done")), {
        type: "success",
      });
      refresh();
      onDone?.(answer);
    } catch (error) {
      running.current = false;
      setBusy(false);
      if (error instanceof DeskError && error.isOutcomeKnown()) onAnswered();
      if (endsSession(error)) await logoutIfDenied(error);
      else if (error instanceof DeskError && error.codeName === "IDEMPOTENCY_CONFLICT") {
        setProblem(t("action.earlierTry"));
        // Shows the effect of the earlier attempt behind the dialog.
        refresh();
      } else {
        setWasRefused(error instanceof DeskError && error.codeName === "STATE_REFUSES");
        setProblem(error instanceof Error ? error.message : t("action.failed"));
      }
    }
  };
  return { submit, busy, problem, wasRefused };
}

/** Whether the server recorded this as the first of two approvals. */
function waitsForSecond(answer: unknown): boolean {
  return (
    typeof answer === "object" &&
    answer !== null &&
    "waitsForSecond" in answer &&
    answer.waitsForSecond === true
  );
}
