import { Button } from "@lotus/ui";
import { useEffect, useState } from "react";
import { serverClock } from "../../api/server-clock.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useSession } from "../../session/session.ts";
import { navigation, usePages } from "../../shell/navigation.ts";
import { specOf } from "../../shell/routes.ts";
import { useToldResults } from "../bet-result/told-results.ts";
import { usePasskeyOffer } from "../passkeys/offer-state.ts";
import { breakIn, usePlayLimits } from "../protection/play-limits.ts";
import { install, type InstallWay, installWay, useInstall } from "./install.ts";
import styles from "./install-hint.module.css";

/** Nobody is asked in the first minute, nor within this time of a result. */
const FIRST_MS = 60_000;
const AFTER_RESULT_MS = 10 * 60_000;
const LOOK_AGAIN_MS = 15_000;

/** Offers once, on a tab's page, to put the app on the home screen. Whatever is answered, it is never offered again. */
export function InstallHint() {
  const [way, setWay] = useState<InstallWay>(null);
  const limits = usePlayLimits().data;
  const onBreak = breakIn(limits, serverClock.now()) !== null;
  useEffect(() => {
    if (useInstall.getState().offered || onBreak) return undefined;
    const look = (): void => {
      if (!mayOffer()) return;
      clearInterval(timer);
      useInstall.setState({ offered: true });
      setWay(installWay());
    };
    let timer = setTimeout(() => {
      timer = setInterval(look, LOOK_AGAIN_MS);
      look();
    }, FIRST_MS);
    return () => clearInterval(timer);
  }, [onBreak]);
  const { page } = usePages();
  const isTab = page !== undefined && specOf(page.name).tab !== undefined;
  return way === null || !isTab ? null : <Hint way={way} onDone={() => setWay(null)} />;
}

function mayOffer(): boolean {
  const { offered, resultAt } = useInstall.getState();
  const { strip, windows } = useToldResults.getState();
  const { page } = navigation.getState();
  return (
    !offered &&
    !usePasskeyOffer.getState().shown &&
    !document.hidden &&
    useSession.getState().isLoggedIn() &&
    page !== undefined &&
    specOf(page.name).tab !== undefined &&
    strip.length + windows.length === 0 &&
    Date.now() - resultAt >= AFTER_RESULT_MS &&
    installWay() !== null
  );
}

function Hint({ way, onDone }: { way: "dialog" | "byHand"; onDone: () => void }) {
  const { t } = useI18n();
  return (
    <aside className={styles.hint} aria-label={t("news.install.title")}>
      <img src="/icon.svg" alt="" width={40} height={40} />
      <div className={styles.words}>
        <b>{t("news.install.title")}</b>
        <span>{t(way === "dialog" ? "news.install.words" : "news.install.ios")}</span>
      </div>
      <div className={styles.actions}>
        <Button variant="ghost" size="s" onClick={onDone}>
          {t("news.install.never")}
        </Button>
        {way === "dialog" && (
          <Button
            size="s"
            onClick={() => {
              onDone();
              void install();
            }}
          >
            {t("news.install.add")}
          </Button>
        )}
      </div>
    </aside>
  );
}
