import { typedExample, typedForm, type TypedForm, type TypedReading } from "@lotus/games";
import { tidyList } from "@lotus/money";
import { Chip } from "@lotus/ui";
import { type RefObject, useId, useMemo, useState } from "react";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { notify } from "../../shell/notify.ts";
import { sortedText, type TypedBoard } from "./typed-list.ts";
import styles from "./typed-sheet.module.css";

interface TypedFieldProps {
  board: TypedBoard;
  text: string;
  /** What the text reads as; undefined while it is being read, or if it is too long. */
  reading: TypedReading | undefined;
  field: RefObject<HTMLTextAreaElement | null>;
  onText: (text: string) => void;
}

/** The field of a typed list: how it is written, the text itself, and what can be done to all of it. */
export function TypedField({ board, text, reading, field, onText }: TypedFieldProps) {
  const { t } = useI18n();
  const id = useId();
  const { example, how, isFigures } = useMemo(() => guideOf(board, t), [board, t]);
  return (
    <>
      <p id={`${id}-how`} className={styles.how}>
        {how} <span className={styles.example}>{example}</span>
      </p>
      <textarea
        ref={field}
        className={styles.field}
        aria-label={t("typed.field")}
        aria-describedby={`${id}-how`}
        value={text}
        rows={5}
        // The keys of a telephone have digits and what stands between them; words need letters.
        inputMode={isFigures ? "tel" : "text"}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        onChange={(event) => onText(tidyList(event.target.value))}
      />
      <Tools board={board} text={text} reading={reading} field={field} onText={onText} />
    </>
  );
}

/** How the combinations of a board are written, with an example. */
function guideOf({ option, names }: TypedBoard, t: I18n["t"]) {
  const form = typedForm(option);
  const items = option.board.groups.flatMap((group) => group.items);
  const isFigures = form?.kind !== "columns" && items.every((item) => /^\d+$/u.test(item));
  const isNarrow = isFigures && (form?.kind === "repeats" || items.every((item) => item.length === 1));
  return {
    example: typedExample(option, names),
    how: form === undefined ? "" : howText(form, isNarrow, t),
    isFigures,
  };
}

function howText(form: TypedForm, isNarrow: boolean, t: I18n["t"]): string {
  switch (form.kind) {
    case "places":
    case "sets":
      return t(isNarrow ? "typed.how.digits" : "typed.how.numbers", { count: form.length });
    case "repeats":
      return t("typed.how.repeats", { count: form.length });
    case "whole":
      return t("typed.how.whole", { min: form.min, max: form.max });
    case "items":
      return t("typed.how.items");
    case "columns":
      return t("typed.how.columns");
    default:
      return form satisfies never;
  }
}

function Tools({ board, text, reading, field, onText }: TypedFieldProps) {
  const { t } = useI18n();
  const [cleared, setCleared] = useState("");
  // Absent without a secure context, which the types do not know; the field can be pasted into all the same.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  const canPaste = clipboard !== undefined && "readText" in clipboard;
  const paste = async () => {
    try {
      const pasted = await clipboard.readText();
      onText(text.trim() === "" ? pasted : `${text.trimEnd()}\n${pasted}`);
    } catch {
      notify(t("typed.pasteRefused"));
      field.current?.focus();
    }
  };
  // Places beyond those that are kept would be lost.
  const canSort = reading !== undefined && reading.leftOutCount === reading.leftOut.length;
  const isUndo = text === "" && cleared !== "";
  return (
    <div className={styles.tools}>
      {canPaste && <Chip onClick={() => void paste()}>{t("typed.paste")}</Chip>}
      <Chip
        disabled={!canSort || reading.combinations.length === 0}
        onClick={() => {
          if (reading !== undefined) onText(sortedText(board, text, reading));
        }}
      >
        {t("typed.sort")}
      </Chip>
      <Chip
        disabled={text === "" && !isUndo}
        onClick={() => {
          setCleared(isUndo ? "" : text);
          onText(isUndo ? cleared : "");
        }}
      >
        {t(isUndo ? "typed.undo" : "typed.clear")}
      </Chip>
    </div>
  );
}
