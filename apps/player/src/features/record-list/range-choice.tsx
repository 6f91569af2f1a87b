import { Segmented } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import type { RecordRange } from "./record-queries.ts";

interface RangeChoiceProps {
  range: RecordRange;
  onChange: (range: RecordRange) => void;
}

/** The days of a list of records: today, the last 3 or the last 7. */
export function RangeChoice({ range, onChange }: RangeChoiceProps) {
  const { t } = useI18n();
  return (
    <Segmented
      label={t("money.records.range")}
      items={[
        { key: "today", label: t("money.records.today") },
        { key: "3d", label: t("money.records.3d") },
        { key: "7d", label: t("money.records.7d") },
      ]}
      value={range}
      onChange={onChange}
    />
  );
}
