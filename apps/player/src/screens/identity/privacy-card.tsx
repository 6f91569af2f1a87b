import { Card } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./identity.module.css";

/** What the house does with the photos. */
export function PrivacyCard({ days }: { days: number }) {
  const { t } = useI18n();
  return (
    <Card ground="tint">
      <h2 className={styles.title}>{t("identity.privacy.title")}</h2>
      <ul className={styles.points}>
        <li>{t("identity.privacy.sealed")}</li>
        <li>{t("identity.privacy.who")}</li>
        <li>{t("identity.privacy.days", { days })}</li>
      </ul>
    </Card>
  );
}
