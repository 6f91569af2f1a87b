import styles from "./skip-cover.module.css";

/** Button that covers pieces while they move. Its parent element must be positioned. */
export function SkipCover({ label, onSkip }: { label: string; onSkip: () => void }) {
  return <button type="button" className={styles.cover} aria-label={label} onClick={onSkip} />;
}
