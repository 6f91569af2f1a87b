import { Segmented } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import type { RecordDays, RecordRange } from "../game-data/record-days.ts";

interface RangeChoiceProps {
  days: RecordDays;
  onChange: (range: RecordRange) => void;
}

/** The days of a list of records: today, the last 3 or the last 7; none of them while other days are chosen. */
export function RangeChoice({ days, onChange }: RangeChoiceProps) {
  const { t } = useI18n();
  return (
    <Segmented<RecordRange | "">
      label={t("money.records.range")}
      items={[
        { key: "today", label: t("money.records.today") },
        { key: "3d", label: t("money.records.3d") },
        { key: "7d", label: t("money.records.7d") },
      ]}
      value={typeof days === "string" ? days : ""}
      onChange={(range) => {
        if (range !== "") onChange(range);
      }}
    />
  );
}
