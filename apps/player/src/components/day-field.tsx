import { CalendarIcon, IconButton, TextField, type TextFieldProps } from "@lotus/ui";
import { useRef, useState } from "react";
import { useI18n } from "../i18n/use-i18n.tsx";
import { dayAt, dayProblem, readDay } from "./read-day.ts";

interface DayFieldProps extends Pick<
  TextFieldProps,
  "label" | "hint" | "error" | "name" | "autoComplete" | "onBlur" | "ref"
> {
  /** A day as "2026-11-21", or the text that is none. */
  value: string;
  onChange: (day: string) => void;
  /** Adds a calendar, for a day not far from today: its first and its last. */
  calendar?: { readonly min?: string; readonly max?: string };
}

/** 31 December: no reader takes the day for the month. Where a range is given, the example lies in it. */
const EXAMPLE = "1990-12-31";

const PROBLEM_WORDS = {
  format: "app.dayFormat",
  "no-month": "app.dayNoMonth",
  "no-day": "app.dayNoDay",
} as const;

/**
 * A day, typed as the language of the app writes it. The browser's own field would have the order of the browser's
 * language.
 */
export function DayField({ value, onChange, calendar, error, onBlur, ...field }: DayFieldProps) {
  const { t, date, locale } = useI18n();
  const [typed, setTyped] = useState<string>();
  const picker = useRef<HTMLInputElement>(null);
  const at = dayAt(value);
  const shown = typed ?? (at === undefined ? value : date(at));
  const example = date(dayAt(calendar?.max ?? EXAMPLE) ?? 0);
  const isNone = value !== "" && at === undefined && typed === undefined;
  return (
    <TextField
      {...field}
      inputMode="numeric"
      maxLength={24}
      placeholder={example}
      value={shown}
      error={isNone ? t(PROBLEM_WORDS[dayProblem(value, locale)], { example }) : error}
      onChange={(event) => {
        const text = event.target.value;
        setTyped(text);
        onChange(readDay(text, locale) ?? text);
      }}
      onBlur={(event) => {
        setTyped(undefined);
        onBlur?.(event);
      }}
      suffix={
        calendar !== undefined && (
          <span style={{ position: "relative", display: "flex" }}>
            <IconButton
              label={t("app.pickDay")}
              icon={<CalendarIcon size={20} />}
              onClick={() => picker.current?.showPicker()}
            />
            <input
              ref={picker}
              type="date"
              value={at === undefined ? "" : value}
              {...calendar}
              tabIndex={-1}
              aria-hidden
              style={{ position: "absolute", inset: 0, width: "100%", opacity: 0, pointerEvents: "none" }}
              onChange={(event) => onChange(event.target.value)}
            />
          </span>
        )
      }
    />
  );
}
