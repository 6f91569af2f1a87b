import { Button, LockIcon, Strip } from "@lotus/ui";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

/** Notice that addresses are locked, why, and who unlocks them. */
export function LockedStrip() {
  const { t } = useI18n();
  return (
    <Strip
      shape="card"
      icon={<LockIcon size={20} aria-hidden />}
      action={
        <Button variant="ghost" size="s" onClick={() => void navigation.switchTab(href("service"))}>
          {t("app.tab.service")}
        </Button>
      }
    >
      <b>{t("withdraw.locked")}</b>
      <p>{t("withdraw.lockedWords")}</p>
    </Strip>
  );
}
