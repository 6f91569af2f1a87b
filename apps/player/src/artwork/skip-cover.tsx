import styles from "./skip-cover.module.css";

/** A button that lies over pieces while they move; its element must be positioned. */
export function SkipCover({ label, onSkip }: { label: string; onSkip: () => void }) {
  return <button type="button" className={styles.cover} aria-label={label} onClick={onSkip} />;
}
