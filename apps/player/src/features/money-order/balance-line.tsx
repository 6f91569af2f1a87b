import { Figure } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./money-order.module.css";

/** The player's balance above the form; a dash until it is loaded. */
export function BalanceLine({ balance }: { balance: string | undefined }) {
  const { t, money } = useI18n();
  return (
    <p className={styles.balance}>
      {t("money.balance")}
      <Figure size={16}>{balance === undefined ? "–" : money(balance)}</Figure>
    </p>
  );
}
