import styles from "./tick-badge.module.css";

/**
 * The 16-px tick on the upper right corner of a cell, always there and seen while that is pressed: a child of a positioned
 * button with `aria-pressed`, whose `--tick-out` says how far it stands out (negative, default -6px).
 */
export function TickBadge() {
  return <span className={styles.tick} aria-hidden />;
}
