import { NavBarExtra } from "@lotus/ui";
import { lazy, type ReactNode, Suspense } from "react";
import { loadCatalog } from "../../i18n/i18n.ts";
import { useAppConfig } from "../../queries/app-config.ts";
import { useSession } from "../../session/session.ts";
import { caresEverywhere } from "./cares-everywhere.ts";
import styles from "./late-play-line.module.css";

const load = () => Promise.all([import("./care.tsx"), loadCatalog("protection")]).then(([care]) => care);
const LateCare = lazy(() => load().then(({ Care }) => ({ default: Care })));
const LateBreakButton = lazy(() => load().then(({ BreakButton }) => ({ default: BreakButton })));

/** Around all pages: loads what the rules in force ask for on each of them; under most rules nothing. */
export function CareGate({ children }: { children: ReactNode }) {
  const isPlayer = useSession((session) => session.accessToken !== "");
  const rules = useAppConfig().protection;
  const cares = isPlayer && rules !== undefined && caresEverywhere(rules);
  return (
    <>
      <NavBarExtra
        value={
          cares && rules.breakOnEveryPage ? (
            <span className={styles.inBar}>
              <Suspense fallback={null}>
                <LateBreakButton />
              </Suspense>
            </span>
          ) : null
        }
      >
        {children}
      </NavBarExtra>
      {cares && (
        <Suspense fallback={null}>
          <LateCare />
        </Suspense>
      )}
    </>
  );
}
