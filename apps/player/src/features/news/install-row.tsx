import { Card, DownloadIcon, ListRow } from "@lotus/ui";
import { useState } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { install, installWay } from "./install.ts";
import styles from "./install-row.module.css";

/** For whoever wants the app on the home screen later; nothing where it cannot be put there. */
export function InstallRow() {
  const { t } = useI18n();
  const [way, setWay] = useState(installWay);
  if (way === null) return null;
  return (
    <>
      <Card padding="none">
        {way === "dialog" ? (
          <ListRow
            icon={<DownloadIcon size={20} />}
            title={t("news.install.title")}
            onClick={() => void install().then(() => setWay(installWay()))}
          />
        ) : (
          <ListRow icon={<DownloadIcon size={20} />} title={t("news.install.title")} />
        )}
      </Card>
      <p className={styles.hint}>{t(way === "dialog" ? "news.install.words" : "news.install.ios")}</p>
    </>
  );
}
