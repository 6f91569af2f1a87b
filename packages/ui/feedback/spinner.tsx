import styles from "./spinner.module.css";

/** A turning ring as large as the text around it (20 px in a button). Decorative: state the wait in words too. */
export function Spinner() {
  return (
    <svg
      className={styles.spinner}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden
    >
      <circle cx="10" cy="10" r="8" opacity=".25" />
      <path d="M10 2a8 8 0 0 1 8 8" strokeLinecap="round" />
    </svg>
  );
}
