import { lazy, Suspense } from "react";
import { loadCatalog } from "../../i18n/i18n.ts";
import styles from "./late-play-line.module.css";

const Line = lazy(async () => {
  const [{ PlayLine }] = await Promise.all([import("./play-line.tsx"), loadCatalog("protection")]);
  return { default: PlayLine };
});

/** The session clock of a game page with its reality check, loaded after the board. */
export function LatePlayLine() {
  return (
    <div className={styles.place}>
      <Suspense fallback={null}>
        <Line />
      </Suspense>
    </div>
  );
}
