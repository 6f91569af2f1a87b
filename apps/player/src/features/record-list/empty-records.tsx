import { Button, StateScreen } from "@lotus/ui";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import type { RecordDays } from "../game-data/record-days.ts";

export interface EmptyRecordsProps {
  title: string;
  days: RecordDays;
  onWiden: () => void;
  /** Clears the filter; undefined if there is none. */
  onClear: (() => void) | undefined;
  /** The next step if no filter is set. */
  next?: { readonly label: string; readonly onClick: () => void };
}

/** Empty state: show more days, clear the filter, or make the first record. */
export function EmptyRecords({ title, days, onWiden, onClear, next }: EmptyRecordsProps) {
  const { t } = useI18n();
  const narrow = onClear !== undefined;
  const isWide = days === "7d" || typeof days !== "string";
  const words = narrow
    ? "money.records.emptyFiltered"
    : typeof days !== "string"
      ? "records.emptyDays"
      : isWide
        ? "money.records.empty7d"
        : "money.records.emptyRange";
  return (
    <StateScreen
      picture={<LotusPond state="bud" />}
      title={title}
      action={
        <>
          {narrow && (
            <Button variant="outline" size="s" onClick={onClear}>
              {t("money.records.clear")}
            </Button>
          )}
          {isWide ? (
            next !== undefined && (
              <Button size="s" onClick={next.onClick}>
                {next.label}
              </Button>
            )
          ) : (
            <Button size="s" onClick={onWiden}>
              {t("money.records.see7d")}
            </Button>
          )}
        </>
      }
    >
      {t(words)}
    </StateScreen>
  );
}
