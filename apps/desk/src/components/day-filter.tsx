import { useInput } from "react-admin";
import { useConfig } from "../shell/use-config.ts";
import { dayEnd, dayOf, dayStart } from "../i18n/days.ts";
import { useI18n } from "../i18n/use-i18n.ts";
import { DayField } from "./day-field.tsx";

interface DayFilterProps {
  readonly source: "from" | "to";
  /** react-admin always shows a filter with this flag. */
  readonly alwaysOn?: boolean;
}

/** Filter by a day of the operator's calendar; its value is the start or the end of the day, as the query requires. */
export function DayFilter({ source }: DayFilterProps) {
  const t = useI18n();
  const { timeZone } = useConfig();
  const { field } = useInput({ source });
  const moment: unknown = field.value;
  // The end of a day is the next one's start: a moment before it lies in the day that was chosen.
  const day = typeof moment === "number" ? dayOf(source === "from" ? moment : moment - 1, timeZone) : "";
  return (
    <DayField
      label={t(source === "from" ? "filter.from" : "filter.to")}
      value={day}
      onChange={(chosen) => field.onChange((source === "from" ? dayStart : dayEnd)(chosen, timeZone) ?? "")}
      sx={{ width: 170 }}
    />
  );
}
