import { Figure } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { HoldsLine } from "../balance/holds.tsx";
import styles from "./money-order.module.css";

/** The player's balance above the form, with what is held beside it; a dash until it is loaded. */
export function BalanceLine({ balance }: { balance: string | undefined }) {
  const { t, money } = useI18n();
  return (
    <div className={styles.balance}>
      {t("money.balance")}
      <Figure size={16}>{balance === undefined ? "–" : money(balance)}</Figure>
      <div className={styles.holds}>
        <HoldsLine />
      </div>
    </div>
  );
}
