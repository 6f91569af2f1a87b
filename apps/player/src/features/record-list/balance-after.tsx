import styles from "./record-list.module.css";

/** Shown below a movement's amount: the balance after it, already formatted. */
export function BalanceAfter({ children }: { children: string }) {
  return <span className={styles.balance}>{children}</span>;
}
