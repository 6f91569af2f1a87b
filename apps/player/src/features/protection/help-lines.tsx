import { Card, HeadphonesIcon, ListRow, PhoneIcon } from "@lotus/ui";
import { useAppConfig } from "../../queries/app-config.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import styles from "./protection.module.css";

/** Who helps: the operator's numbers for this locale, and customer service. */
export function HelpLines() {
  const { t, locale } = useI18n();
  const lines = (useAppConfig().protection?.help ?? []).filter(
    (line) => line.locale === null || line.locale === locale,
  );
  return (
    <section aria-labelledby="protection-help">
      <h2 id="protection-help" className={styles.heading}>
        {t("protection.help.title")}
      </h2>
      <Card padding="none">
        {lines.map(({ name, phone, url }) => (
          <ListRow
            key={name + phone}
            icon={<PhoneIcon size={20} />}
            title={name}
            detail={phone === "" ? undefined : phone}
            href={url === "" ? `tel:${phone.replaceAll(/[^+\d]/gu, "")}` : url}
          />
        ))}
        <ListRow
          icon={<HeadphonesIcon size={20} />}
          title={t("app.tab.service")}
          href={href("service")}
          onClick={() => void navigation.switchTab(href("service"))}
        />
      </Card>
      <p className={styles.hint}>{t("protection.help.words")}</p>
    </section>
  );
}
