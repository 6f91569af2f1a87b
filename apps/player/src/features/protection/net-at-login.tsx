import { Button, Dialog, Figure } from "@lotus/ui";
import { useState } from "react";
import { serverClock } from "../../api/server-clock.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useAppConfig } from "../../queries/app-config.ts";
import { useSession } from "../../session/session.ts";
import { usePlayLimits } from "./play-limits.ts";
import styles from "./protection.module.css";

const DAY_MS = 86_400_000;
const KEY = "lotus.netSeen";

/** Whether the result of 30 days is to be acknowledged: every so many days, 0 at each login, null never. */
export function useNetIsDue(days: number | null): {
  readonly isDue: boolean;
  readonly acknowledge: () => void;
} {
  const login = useSession(({ username, jwtToken }) => loginOf(username, jwtToken));
  const isKnown = usePlayLimits().data !== undefined;
  const [seen, setSeen] = useState(() => localStorage.getItem(KEY) ?? "");
  const acknowledge = () => {
    const now = `${serverClock.now()} ${login}`;
    setSeen(now);
    try {
      localStorage.setItem(KEY, now);
    } catch {
      // Shown again after the next load.
    }
  };
  return { isDue: days !== null && isKnown && !isSeen(seen, login, days, serverClock.now()), acknowledge };
}

/** The result of 30 days, until it is acknowledged. */
export function NetAtLogin({ onSeen }: { onSeen: () => void }) {
  const { t, money } = useI18n();
  const { currency } = useAppConfig();
  const net = usePlayLimits().data?.net.month;
  return (
    <Dialog
      open
      onClose={() => undefined}
      role="alertdialog"
      title={t("protection.net.login")}
      actions={
        <Button block onClick={onSeen}>
          {t("protection.net.seen")}
        </Button>
      }
    >
      <div className={styles.figure}>
        <Figure size={28}>
          {net === undefined ? "–" : `${money(net, { signed: true })} ${currency.symbol}`}
        </Figure>
        <p>{t("protection.net.words")}</p>
      </div>
    </Dialog>
  );
}

/**
 * The username, and what the tokens of one login have in common: the beginning of a jwt's claims is its family. The
 * header before them is that of every login.
 */
export function loginOf(username: string, jwtToken: string): string {
  return `${username} ${jwtToken.split(".")[1]?.slice(0, 48) ?? ""}`;
}

/** `seen` is the time of the acknowledgement, the username, and the login. */
export function isSeen(seen: string, login: string, days: number, now: number): boolean {
  const [at = "", username, session] = seen.split(" ");
  const [user, family] = login.split(" ");
  if (username !== user) return false;
  return days === 0 ? session === family : now - Number(at) < days * DAY_MS;
}
