import { lazy, Suspense } from "react";
import { loadCatalog } from "../../i18n/i18n.ts";
import type { BoardOmissionsProps } from "./board-omissions.tsx";

/** If its part or its words fail to load, there is no switch. */
const Late = lazy(() =>
  Promise.all([import("./board-omissions.tsx"), loadCatalog("omission")]).then(
    ([{ BoardOmissions }]): { default: (props: BoardOmissionsProps) => React.ReactNode } => ({
      default: BoardOmissions,
    }),
    () => ({ default: () => null }),
  ),
);

/** The switch for omissions, loaded after the board. */
export function LateBoardOmissions(props: BoardOmissionsProps) {
  return (
    <Suspense fallback={null}>
      <Late {...props} />
    </Suspense>
  );
}
