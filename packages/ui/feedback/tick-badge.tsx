import styles from "./tick-badge.module.css";

/**
 * A 16-px tick on the upper right corner of a cell, visible while the cell is pressed: a child of a positioned button
 * with `aria-pressed`. The button's `--tick-out` is its offset (negative, default -6px).
 */
export function TickBadge() {
  return <span className={styles.tick} aria-hidden />;
}
