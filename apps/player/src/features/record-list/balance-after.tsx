import styles from "./record-list.module.css";

/** Under the figure of a movement: the balance it left, already in words. */
export function BalanceAfter({ children }: { children: string }) {
  return <span className={styles.balance}>{children}</span>;
}
