import { navigation } from "../../../shell/navigation.ts";
import { href } from "../../../shell/routes.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import styles from "./forgot.module.css";

/** Leads to customer service if the account has no confirmed e-mail. */
export function ServiceWay() {
  const { t } = useI18n();
  return (
    <p className={styles.way}>
      {t("account.forgot.help")}
      <a
        href={href("service")}
        onClick={(event) => {
          event.preventDefault();
          void navigation.switchTab(href("service"));
        }}
      >
        {t("account.forgot.service")}
      </a>
    </p>
  );
}
