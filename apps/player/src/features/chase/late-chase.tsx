import { lazy, Suspense, useState } from "react";
import { loadCatalog } from "../../i18n/i18n.ts";
import type { SlipSheetProps } from "../slip/slip-sheet-props.ts";
import type { BetPeriod } from "../slip/slip-period.ts";
import type { ChaseEntryProps } from "./chase-entry.tsx";
import type { ChaseSheetProps } from "./chase-sheet.tsx";

/** A part of chases with its words; nothing is shown if either fails to load. */
function late<Props extends object>(load: () => Promise<(props: Props) => React.ReactNode>) {
  const Part = lazy(() =>
    Promise.all([load(), loadCatalog("chase")]).then(
      ([part]): { default: (props: Props) => React.ReactNode } => ({ default: part }),
      () => ({ default: () => null }),
    ),
  );
  return function LatePart(props: Props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** The way from the slip to a chase, loaded after the slip. */
export const LateChaseEntry = late<ChaseEntryProps>(() =>
  import("./chase-entry.tsx").then(({ ChaseEntry }) => ChaseEntry),
);

/** The running chases of a game, loaded after its board. */
export const LateRunningChases = late<{ code: string }>(() =>
  import("./running-chases.tsx").then(({ RunningChases }) => RunningChases),
);

const LateChaseSheet = late<ChaseSheetProps>(() =>
  import("./chase-sheet.tsx").then(({ ChaseSheet }) => ChaseSheet),
);

/** A chase that is being planned, or was: its sheet stays while it closes. */
interface PlannedChase {
  readonly from: BetPeriod;
  readonly open: boolean;
  /** Counts up: another plan starts anew. */
  readonly no: number;
}

/** How a page lets a chase be planned: what its slip calls, and the sheet. */
export function useChasePlan(props: Pick<SlipSheetProps, "store" | "now" | "balance" | "onRecharge">) {
  const [planned, setPlanned] = useState<PlannedChase | null>(null);
  return {
    onChase: (from: BetPeriod) => setPlanned({ from, open: true, no: (planned?.no ?? 0) + 1 }),
    sheet: planned !== null && (
      <LateChaseSheet
        key={planned.no}
        {...props}
        open={planned.open}
        from={planned.from}
        onClose={() => setPlanned({ ...planned, open: false })}
      />
    ),
  };
}
