import { Figure, PlusIcon, VisuallyHidden } from "@lotus/ui";
import { useSettings } from "../../session/settings.ts";
import { useBalance } from "../../session/user-info.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./balance-pill.module.css";
import { HoldsMark } from "./holds.tsx";

/** The balance in a bar; leads to recharge. */
export function BalancePill() {
  const { t, money } = useI18n();
  const balance = useBalance().data;
  const hidden = useSettings((settings) => settings.balanceHidden);
  return (
    <button type="button" className={styles.pill} onClick={() => void navigation.push(href("recharge"))}>
      <VisuallyHidden>{t("money.balance")}</VisuallyHidden>
      <Figure align="end">{balance === undefined || hidden ? "••••••" : money(balance)}</Figure>
      <HoldsMark />
      <span className={styles.plus}>
        <PlusIcon size={14} aria-hidden />
      </span>
      <VisuallyHidden>{t("app.page.recharge")}</VisuallyHidden>
    </button>
  );
}
