import { IconButton, InputAdornment, TextField, type TextFieldProps } from "@mui/material";
import CalendarMonth from "@mui/icons-material/CalendarMonth";
import { useRef, useState } from "react";
import { dayPattern, readDay } from "../i18n/formats.ts";
import { useI18n } from "../i18n/use-i18n.ts";
import { useConfig } from "../shell/use-config.ts";

interface DayFieldProps extends Pick<TextFieldProps, "helperText" | "sx"> {
  readonly label: string;
  /** A day as "2026-11-21", or nothing. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/**
 * A day, typed as all days of the desk are written or chosen from the browser's calendar. The browser's own field would
 * have its own order of day and month.
 */
export function DayField({ label, value, onChange, helperText, sx }: DayFieldProps) {
  const t = useI18n();
  const { dates, day: showDay } = useConfig();
  const [typed, setTyped] = useState<string>();
  const calendar = useRef<HTMLInputElement>(null);
  const choose = (day: string): void => {
    setTyped(undefined);
    onChange(day);
  };
  const shown = typed ?? (value === "" ? "" : showDay(value));
  return (
    <TextField
      label={label}
      value={shown}
      placeholder={dayPattern(dates)}
      error={shown !== "" && readDay(shown, dates) === undefined}
      helperText={helperText}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(readDay(target.value, dates) ?? "");
      }}
      onBlur={() => {
        if (value !== "") setTyped(undefined);
      }}
      sx={sx}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { inputMode: "numeric", maxLength: 10, autoComplete: "off" },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                size="small"
                edge="end"
                aria-label={t("filter.calendar", { field: label })}
                onClick={() => calendar.current?.showPicker()}
              >
                <CalendarMonth fontSize="small" />
              </IconButton>
              <input
                ref={calendar}
                type="date"
                value={value}
                onChange={({ target }) => choose(target.value)}
                tabIndex={-1}
                aria-hidden
                style={{ width: 0, padding: 0, border: 0, opacity: 0, pointerEvents: "none" }}
              />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
