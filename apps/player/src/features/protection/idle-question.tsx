import { Button, Dialog } from "@lotus/ui";
import { useEffect, useState } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { logOut } from "../../session/log-out.ts";
import { navigation } from "../../shell/navigation.ts";

const ANSWER_MS = 60_000;
// Includes input: the guard of composed keys hides the keydown events of Chinese, Japanese and Korean typing.
const TOUCHES = ["pointerdown", "keydown", "input", "scroll"] as const;

/** After some minutes without a touch asks whether the player is still there; without an answer logs out. */
export function IdleQuestion({ minutes }: { minutes: number }) {
  const { t } = useI18n();
  const [asks, setAsks] = useState(false);
  useEffect(() => {
    if (asks) {
      // A touch beside the question is no answer to it.
      const leaving = setTimeout(() => void logOut("idle").then(() => navigation.loseSession()), ANSWER_MS);
      return () => clearTimeout(leaving);
    }
    let asking: ReturnType<typeof setTimeout>;
    const begin = () => {
      clearTimeout(asking);
      asking = setTimeout(() => setAsks(true), minutes * 60_000);
    };
    begin();
    for (const name of TOUCHES) window.addEventListener(name, begin, { passive: true, capture: true });
    return () => {
      clearTimeout(asking);
      for (const name of TOUCHES) window.removeEventListener(name, begin, { capture: true });
    };
  }, [minutes, asks]);
  return (
    <Dialog
      open={asks}
      onClose={() => undefined}
      role="alertdialog"
      title={t("protection.idle.title")}
      actions={
        <Button block onClick={() => setAsks(false)}>
          {t("protection.idle.yes")}
        </Button>
      }
    >
      {t("protection.idle.words")}
    </Dialog>
  );
}
