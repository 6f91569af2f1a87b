import { lazy, Suspense } from "react";
import { loadCatalog } from "../../i18n/i18n.ts";
import type { OwnBet } from "./own-bets.ts";
import styles from "./late-shield.module.css";

type Shield = (shown: { bet: OwnBet }) => React.ReactNode;

/** If its part or its words fail to load, there is no shield. */
const BetShield = lazy(() =>
  Promise.all([import("./shield.tsx"), loadCatalog("shield")]).then(
    ([{ BetShield: shield }]): { default: Shield } => ({ default: shield }),
    () => ({ default: () => null }),
  ),
);

/** The shield of a bet on a page that is loaded without it. Its line is there from the beginning. */
export function LateShield({ bet }: { bet: OwnBet }) {
  return (
    <div className={styles.line}>
      <Suspense>
        <BetShield bet={bet} />
      </Suspense>
    </div>
  );
}
