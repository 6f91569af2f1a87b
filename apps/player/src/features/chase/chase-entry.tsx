import { ListRow, RepeatIcon } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import type { SlipSheetProps } from "../slip/slip-sheet-props.ts";
import type { BetPeriod } from "../slip/slip-period.ts";

export interface ChaseEntryProps extends Pick<SlipSheetProps, "slip" | "store"> {
  onChase: (from: BetPeriod) => void;
}

/** The way from the slip to a chase of its lines. */
export function ChaseEntry({ slip, store, onChase }: ChaseEntryProps) {
  const { t } = useI18n();
  const { problem, seen } = slip;
  const isBet = slip.figures.lines.length > 0 && (problem === null || problem.kind === "balance");
  if (!isBet || seen === null || slip.closed !== null || slip.busy || slip.unanswered) return null;
  return (
    <ListRow
      icon={<RepeatIcon size={20} aria-hidden />}
      title={t("chase.entry")}
      detail={t("chase.entryWords")}
      onClick={() => {
        // As when a slip is placed, the board's picks become its first line.
        store.getState().addLine();
        slip.close();
        onChase(seen);
      }}
    />
  );
}
