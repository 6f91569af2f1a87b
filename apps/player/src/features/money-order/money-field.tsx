import { groupTyped, type TypedText } from "@lotus/money";
import { TextField, type TextFieldProps } from "@lotus/ui";
import { type ReactNode, type Ref, useLayoutEffect, useRef } from "react";
import { useAppConfig } from "../../queries/app-config.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./money-order.module.css";

interface MoneyFieldProps extends Pick<TextFieldProps, "label" | "hint" | "error" | "onBlur"> {
  ref?: Ref<HTMLInputElement>;
  /** As typed, in the locale's notation. */
  value: string;
  onType: (text: string, pasted: boolean) => void;
  /** After the currency, such as a button. */
  action?: ReactNode;
}

/** An amount in the account's currency, which stands beside it; digits are grouped as they are typed. */
export function MoneyField({ value, onType, action, ref, ...words }: MoneyFieldProps) {
  const { locale } = useI18n();
  const { currency } = useAppConfig();
  const caret = useCaret();
  return (
    <TextField
      {...words}
      {...(ref !== undefined && { ref })}
      className={styles.amount}
      inputMode="decimal"
      autoComplete="off"
      enterKeyHint="done"
      maxLength={24}
      value={value}
      suffix={
        <>
          <span className={styles.unit}>{currency.symbol}</span>
          {action}
        </>
      }
      onChange={(event) => {
        const field = event.currentTarget;
        const after = { text: field.value, caret: field.selectionStart ?? field.value.length };
        const typed = typedBy(event.nativeEvent, { before: value, after }, locale);
        caret.keep(field, typed);
        onType(typed.text, isPaste(event.nativeEvent));
      }}
    />
  );
}

function isPaste(event: Event): boolean {
  return event instanceof InputEvent && event.inputType === "insertFromPaste";
}

/** The text after the edit of an event. While a word is composed, it is the keyboard's. */
function typedBy(
  event: Event,
  { before, after }: { readonly before: string; readonly after: TypedText },
  locale: string,
): TypedText {
  const edit = event instanceof InputEvent ? event : undefined;
  if (edit?.isComposing === true) return after;
  const { inputType = "insertFromPaste", data = null } = edit ?? {};
  return groupTyped({ before, after, inputType, data }, locale);
}

/** Puts the caret where it belongs after React has written a text that differs from what was typed. */
function useCaret() {
  const place = useRef<{ readonly field: HTMLInputElement; readonly at: number } | null>(null);
  useLayoutEffect(() => {
    if (place.current === null) return;
    const { field, at } = place.current;
    place.current = null;
    if (document.activeElement === field) field.setSelectionRange(at, at);
  });
  return {
    keep: (field: HTMLInputElement, { text, caret }: TypedText) => {
      if (text !== field.value) place.current = { field, at: caret };
    },
  };
}
