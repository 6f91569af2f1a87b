import { NavBar } from "@lotus/ui";
import { ChoiceList } from "../../components/choice-list.tsx";
import { useSettings, type Theme } from "../../session/settings.ts";
import { navigation } from "../../shell/navigation.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./appearance.module.css";

const THEMES: readonly Theme[] = ["system", "light", "dark"];

/** Theme: light, dark, or as the system. */
export function Screen() {
  const { t } = useI18n();
  const theme = useSettings((settings) => settings.theme);
  const setTheme = useSettings((settings) => settings.setTheme);
  const items = THEMES.map((key) => ({ key, label: t(`app.theme.${key}`) }));
  return (
    <>
      <NavBar
        title={t("app.page.appearance")}
        onBack={() => void navigation.back()}
        backLabel={t("app.back")}
      />
      <div className={styles.body}>
        <ChoiceList label={t("app.page.appearance")} items={items} value={theme} onChange={setTheme} />
        <p className={styles.hint}>{t("app.theme.hint")}</p>
      </div>
    </>
  );
}
