import { Button, Dialog, Figure } from "@lotus/ui";
import { useState } from "react";
import { serverClock } from "../../api/server-clock.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useSession } from "../../session/session.ts";
import { usePlayLimits } from "./play-limits.ts";

const DAY_MS = 86_400_000;
const KEY = "lotus.netSeen";

/** The result of 30 days, which some rules want acknowledged: every so many days, 0 at each login, null never. */
export function NetAtLogin({ days }: { days: number | null }) {
  const { t, money } = useI18n();
  const login = useSession((session) => `${session.username} ${session.jwtToken.slice(0, 16)}`);
  const net = usePlayLimits().data?.net.month;
  const [seen, setSeen] = useState(() => localStorage.getItem(KEY) ?? "");
  const isDue = days !== null && net !== undefined && !isSeen(seen, login, days, serverClock.now());
  const acknowledge = () => {
    const now = `${serverClock.now()} ${login}`;
    setSeen(now);
    try {
      localStorage.setItem(KEY, now);
    } catch {
      // Shown again the next time.
    }
  };
  return (
    <Dialog
      open={isDue}
      onClose={() => undefined}
      role="alertdialog"
      title={t("protection.net.login")}
      actions={
        <Button block onClick={acknowledge}>
          {t("protection.net.seen")}
        </Button>
      }
    >
      <p>{t("protection.net.words")}</p>
      <Figure size={28}>{net === undefined ? "–" : money(net, { signed: true })}</Figure>
    </Dialog>
  );
}

/** `seen` is the time of the acknowledgement, the username, and the beginning of the session's token. */
export function isSeen(seen: string, login: string, days: number, now: number): boolean {
  const [at = "", username, session] = seen.split(" ");
  const [user, family] = login.split(" ");
  if (username !== user) return false;
  return days === 0 ? session === family : now - Number(at) < days * DAY_MS;
}
