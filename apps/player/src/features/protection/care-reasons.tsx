import { useI18n } from "../../i18n/use-i18n.tsx";
import type { Care } from "./care.ts";
import styles from "./protection.module.css";

/** What was noticed, in words: only the player and the operator's desk read it. */
export function CareReasons({ reasons }: { reasons: Care["reasons"] }) {
  const { t, locale } = useI18n();
  return (
    <>
      <p>{t("protection.care.why")}</p>
      <ul className={styles.reasons}>
        {reasons.map(({ signal, value }) => (
          <li key={signal}>
            {t(`protection.care.${signal}`, { value, shown: value.toLocaleString(locale) })}
          </li>
        ))}
      </ul>
      <p>{t("protection.care.private")}</p>
    </>
  );
}
