import styles from "./tick-badge.module.css";

/** The 16-px tick on the upper right corner of a selected cell. The cell must be positioned. */
export function TickBadge() {
  return (
    <svg className={styles.tick} viewBox="0 0 16 16" fill="none" aria-hidden>
      <circle cx="8" cy="8" r="7.25" strokeWidth="1.5" />
      <path d="m5 8.2 2.1 2 3.9-4" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
