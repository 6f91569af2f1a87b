import { Button, Figure, ReceiptIcon, TicketIcon } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./slip-bar.module.css";

/** The bar of a slip with nothing on it, to look at only: what a game shows until its rules have come. */
export function EmptySlipBar() {
  const { t, money } = useI18n();
  return (
    <div className={styles.bar} inert>
      <span className={styles.left}>
        <span className={styles.icon}>
          <ReceiptIcon size={20} aria-hidden />
        </span>
        <span className={styles.total}>
          <span className={styles.words}>{t("play.slip.nothing")}</span>
          <Figure size={20}>{money(0n)}</Figure>
        </span>
      </span>
      <Button variant="tint" className={styles.add}>
        <span className={styles.addWord}>{t("slips.mine")}</span>
        <TicketIcon className={styles.addIcon} size={20} aria-hidden />
      </Button>
      <Button disabled>{t("play.slip.bet")}</Button>
    </div>
  );
}
