import { lazy, Suspense } from "react";
import { loadCatalog } from "../../i18n/i18n.ts";
import styles from "./game.module.css";
import type { SidePaneProps } from "./side-pane.tsx";

const SidePane = lazy(() =>
  Promise.all([import("./side-pane.tsx"), loadCatalog("wide")]).then(([{ SidePane: Pane }]) => ({
    default: Pane,
  })),
);

/** The pane beside a board, loaded where there is room for it. */
export function LateSidePane(props: SidePaneProps) {
  return (
    <Suspense fallback={<div className={styles.side} data-loading />}>
      <SidePane {...props} />
    </Suspense>
  );
}
