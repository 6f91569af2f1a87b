import { Button, IconButton, RefreshIcon, Strip, XIcon } from "@lotus/ui";
import { useI18n } from "../i18n/use-i18n.tsx";
import { appVersion, useNewVersion } from "./app-version.ts";
import styles from "./new-version.module.css";

/** Offers a new version of the app. It loads only when the player agrees, never in the middle of a slip. */
export function NewVersion() {
  const { t } = useI18n();
  if (!useNewVersion()) return null;
  return (
    <div className={styles.place}>
      <Strip
        tone="brand"
        shape="card"
        icon={<RefreshIcon size={20} aria-hidden />}
        action={
          <>
            <Button variant="ghost" size="s" onClick={() => location.reload()}>
              {t("app.reload")}
            </Button>
            <IconButton
              label={t("app.close")}
              icon={<XIcon size={20} />}
              onClick={() => appVersion.decline()}
            />
          </>
        }
      >
        {t("app.update.found")}
      </Strip>
    </div>
  );
}
