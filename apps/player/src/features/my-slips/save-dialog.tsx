import { ApiError } from "@lotus/client";
import { CALLS, type CallBodyInput } from "@lotus/contract";
import { tidyTyped } from "@lotus/money";
import { Button, Dialog, TextField, useLastShown } from "@lotus/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { api } from "../../session/api.ts";
import { notifySuccess } from "../../shell/notify.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { noteSlips } from "./again-known.ts";
import styles from "./my-slips.module.css";

/** What gets a name. */
export type ToSave =
  | {
      readonly kind: "slip";
      readonly gameCode: string;
      readonly lines: CallBodyInput<typeof CALLS.saveSlip>["lines"];
    }
  | { readonly kind: "numbers"; readonly family: string; readonly items: readonly string[] };

interface SaveDialogProps {
  /** Null closes it. */
  what: ToSave | null;
  onClose: () => void;
}

/** Saves a slip or numbers under a name. */
export function SaveDialog({ what, onClose }: SaveDialogProps) {
  const { t } = useI18n();
  const client = useQueryClient();
  const shown = useLastShown(what ?? undefined);
  const save = useMutation({
    mutationFn: async (name: string) => {
      const options = { shownInPlace: SHOWN } as const;
      if (shown?.kind === "numbers") {
        const body = { name, family: shown.family, items: [...shown.items] };
        await api.call(CALLS.saveNumbers, { body }, options);
      } else if (shown !== undefined) {
        const body = { name, game_code: shown.gameCode, lines: shown.lines };
        await api.call(CALLS.saveSlip, { body }, options);
      }
    },
    onSuccess: () => {
      noteSlips();
      notifySuccess(t("slips.savedNow"));
      void client.invalidateQueries({ queryKey: ["saved-slips"] });
      onClose();
    },
  });
  return (
    <NameDialog
      open={what !== null}
      title={shown?.kind === "numbers" ? t("slips.saveNumbersTitle") : t("slips.saveSlip")}
      busy={save.isPending}
      error={save.error}
      onName={save.mutate}
      onClose={() => {
        save.reset();
        onClose();
      }}
    />
  );
}

const SHOWN = [
  "SAVED_FULL",
  "SAVED_NAME_TAKEN",
  "SAVED_NOT_A_BET",
  "SAVED_UNKNOWN",
  "NUMBERS_UNKNOWN",
  "TOO_MANY_LINES",
] as const;

interface NameDialogProps {
  open: boolean;
  title: string;
  first?: string;
  busy: boolean;
  /** What the server said of the last try. */
  error: unknown;
  onName: (name: string) => void;
  onClose: () => void;
  /** Stands below the field. */
  more?: ReactNode;
}

/** Asks for a name of 1–40 characters. */
export function NameDialog(props: NameDialogProps) {
  const { open, title, first = "", busy, error, onName, onClose, more } = props;
  const { t } = useI18n();
  const form = useId();
  const [name, setName] = useState(first);
  const [problem, setProblem] = useState<string>();
  const said = problem ?? (error instanceof ApiError && error.kind === "refusal" ? error.msg : undefined);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            {t("slips.notNow")}
          </Button>
          <Button type="submit" form={form} busy={busy}>
            {t("slips.save")}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          const own = tidyTyped(name);
          const isLong = Array.from(own).length > MAX_NAME;
          setProblem(
            own === "" ? t("validation.ownNameBlank") : isLong ? t("validation.ownNameFormat") : undefined,
          );
          if (own !== "" && !isLong) onName(own);
        }}
      >
        <TextField
          label={t("slips.name")}
          hint={t("slips.nameHint")}
          value={name}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => {
            setProblem(undefined);
            setName(event.target.value);
          }}
          {...(said !== undefined && { error: said })}
        />
        {more}
      </form>
    </Dialog>
  );
}

const MAX_NAME = 40;
