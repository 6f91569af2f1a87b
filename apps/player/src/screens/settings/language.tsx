import { NavBar } from "@lotus/ui";
import { LOCALE_NAMES, LOCALES } from "@lotus/locales";
import { ChoiceList } from "../../components/choice-list.tsx";
import { useSettings } from "../../session/settings.ts";
import { navigation } from "../../shell/navigation.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./language.module.css";

const ITEMS = LOCALES.map((tag) => ({ key: tag, label: LOCALE_NAMES[tag], lang: tag }));

/** The language of the app. */
export function Screen() {
  const { t, locale } = useI18n();
  const setLocale = useSettings((settings) => settings.setLocale);
  return (
    <>
      <NavBar
        title={t("app.page.language")}
        onBack={() => void navigation.back()}
        backLabel={t("app.back")}
      />
      <div className={styles.body}>
        <ChoiceList label={t("app.page.language")} items={ITEMS} value={locale} onChange={setLocale} />
        <p className={styles.hint}>{t("app.language.hint")}</p>
      </div>
    </>
  );
}
