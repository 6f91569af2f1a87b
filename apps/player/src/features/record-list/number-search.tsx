import { IconButton, SearchIcon, TextField } from "@lotus/ui";
import { useState } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { lettersText, readNumber } from "./read-number.ts";
import styles from "./record-list.module.css";

interface NumberSearchProps {
  label: string;
  /** Letters that the numbers of these records begin with. */
  letters: readonly string[];
  onFind: (orderNo: string) => void;
}

/** Ref callback: focuses the field when it appears, since the player opened it to type. */
function focusOnce(field: HTMLInputElement | null) {
  field?.focus();
}

/** A field that takes the number of a record, typed or pasted, and looks for it. */
export function NumberSearch({ label, letters, onFind }: NumberSearchProps) {
  const { t, locale } = useI18n();
  const [typed, setTyped] = useState("");
  const [checked, setChecked] = useState(false);
  const number = readNumber(typed, letters);
  const names = { letters: lettersText(letters, locale) };
  return (
    <search>
      <form
        noValidate
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (number !== null) onFind(number);
        }}
      >
        <TextField
          ref={focusOnce}
          label={label}
          hint={t("records.findHint", names)}
          error={checked && number === null ? t("records.findWrong", names) : undefined}
          value={typed}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          suffix={<IconButton type="submit" label={t("records.findGo")} icon={<SearchIcon size={20} />} />}
          onChange={(event) => {
            setTyped(event.target.value);
            setChecked(false);
          }}
        />
      </form>
    </search>
  );
}
