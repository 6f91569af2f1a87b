import { navigation } from "../../../shell/navigation.ts";
import { href } from "../../../shell/routes.ts";
import { useWords } from "../../../words/use-words.tsx";
import styles from "./forgot.module.css";

/** The way on for a player whose account has no confirmed e-mail. */
export function ServiceWay() {
  const { t } = useWords();
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
