import { Segmented } from "@lotus/ui";
import { useWords } from "../../words/use-words.tsx";
import type { RecordRange } from "./record-queries.ts";

interface RangeChoiceProps {
  range: RecordRange;
  onChange: (range: RecordRange) => void;
}

/** The days of a list of records: today, the last 3 or the last 7. */
export function RangeChoice({ range, onChange }: RangeChoiceProps) {
  const { t } = useWords();
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
