import { Box, TextField } from "@mui/material";
import { useState } from "react";
import { localInput, readLocal } from "../i18n/days.ts";
import { useI18n } from "../i18n/use-i18n.ts";
import { useConfig } from "../shell/use-config.ts";
import { DayField } from "./day-field.tsx";

interface InstantFieldProps {
  readonly label: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly onChange: (at: number) => void;
}

const CLOCK = /^(\d{1,2})[:.h](\d{2})$/u;

/**
 * A time by the house's clock, to the minute: a day as all days of the desk are written, and 24 hours. The browser's own field would
 * have the form of its own language.
 */
export function InstantField({ label, at, onChange }: InstantFieldProps) {
  const t = useI18n();
  const { timeZone } = useConfig();
  const [day = "", clock = ""] = localInput(at, timeZone).split("T");
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? clock;
  const [, hours = "", minutes = ""] = CLOCK.exec(shown) ?? [];
  const change = (nextDay: string, nextClock: string): void => {
    const [, hour = "", minute = ""] = CLOCK.exec(nextClock) ?? [];
    const next = readLocal(`${nextDay}T${hour.padStart(2, "0")}:${minute}`, timeZone);
    if (next !== undefined) onChange(next);
  };
  return (
    <Box sx={{ display: "flex", gap: 1 }}>
      <DayField label={label} value={day} onChange={(chosen) => change(chosen, shown)} sx={{ width: 160 }} />
      <TextField
        label={t("filter.clock", { field: label })}
        value={shown}
        error={Number.isNaN(Date.parse(`2026-01-01T${hours.padStart(2, "0")}:${minutes}Z`))}
        onChange={({ target }) => {
          setTyped(target.value);
          change(day, target.value);
        }}
        onBlur={() => setTyped(undefined)}
        slotProps={{
          inputLabel: { shrink: true },
          htmlInput: { inputMode: "numeric", maxLength: 5, autoComplete: "off" },
        }}
        sx={{ width: 120 }}
      />
    </Box>
  );
}
