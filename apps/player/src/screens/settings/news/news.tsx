import { NavBar } from "@lotus/ui";
import { ChoiceList } from "../../../components/choice-list.tsx";
import { InstallRow } from "../../../features/news/install-row.tsx";
import { type ResultStyle, useSettings } from "../../../session/settings.ts";
import { navigation } from "../../../shell/navigation.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import { PushCard } from "./push-card.tsx";
import styles from "./news.module.css";

const STYLES: readonly ResultStyle[] = ["strip", "window", "none"];

/** How this device tells the player about results. */
export function Screen() {
  const { t } = useI18n();
  const { resultStyle, setResultStyle } = useSettings();
  const items = STYLES.map((key) => ({ key, label: t(`news.style.${key}`) }));
  return (
    <>
      <NavBar title={t("app.page.news")} onBack={() => void navigation.back()} backLabel={t("app.back")} />
      <div className={styles.body}>
        <h2 className={styles.title}>{t("news.style.title")}</h2>
        <ChoiceList
          label={t("news.style.title")}
          items={items}
          value={resultStyle}
          onChange={setResultStyle}
        />
        <p className={styles.hint}>{t("news.style.hint")}</p>
        <PushCard />
        <InstallRow />
      </div>
    </>
  );
}
