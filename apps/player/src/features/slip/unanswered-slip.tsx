import { Button, InfoIcon, Strip } from "@lotus/ui";
import { useSyncExternalStore } from "react";
import { useSession } from "../../session/session.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { unansweredGame } from "./slip-key.ts";

/** Notice that a slip was sent and its outcome is unknown, with a link to where it is resolved. */
export function UnansweredSlip() {
  const { t } = useI18n();
  const player = useSession((session) => session.username.toLowerCase());
  const code = useSyncExternalStore(onStored, () => unansweredGame(localStorage, player));
  if (code === null) return null;
  return (
    <Strip
      shape="card"
      icon={<InfoIcon size={20} aria-hidden />}
      action={
        <Button variant="ghost" size="s" onClick={() => void navigation.push(href("game", { code }))}>
          {t("play.slip.check")}
        </Button>
      }
    >
      {t("play.slip.unanswered")}
    </Strip>
  );
}

/** Another window may receive the answer, so this one checks again whenever its page becomes visible. */
function onStored(onChange: () => void): () => void {
  window.addEventListener("storage", onChange);
  return () => window.removeEventListener("storage", onChange);
}
