import { Button, ConfirmDialog, LogOutIcon } from "@lotus/ui";
import { useState } from "react";
import { logOut } from "../../session/log-out.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

/** Ends the session after a confirmation. */
export function LogOutButton() {
  const { t } = useI18n();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  async function leave() {
    setBusy(true);
    await logOut();
    setAsking(false);
    setBusy(false);
    await navigation.relaunch(href("login"));
  }
  return (
    <>
      <Button variant="outline" block icon={<LogOutIcon aria-hidden />} onClick={() => setAsking(true)}>
        {t("app.mine.logOut")}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t("app.mine.logOutAsk")}
        confirmLabel={t("app.mine.logOut")}
        cancelLabel={t("app.cancel")}
        busy={busy}
        onConfirm={() => void leave()}
        onCancel={() => setAsking(false)}
      >
        {t("app.mine.logOutWords")}
      </ConfirmDialog>
    </>
  );
}
