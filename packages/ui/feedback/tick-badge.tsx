import styles from "./tick-badge.module.css";

/** The 16-px tick on the upper right corner of a cell, seen while that is pressed. The cell must be positioned; its `--tick-out` moves it. */
export function TickBadge() {
  return <span className={styles.tick} aria-hidden />;
}
