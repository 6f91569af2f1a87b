import { joinClasses } from "../join-classes.ts";
import styles from "./progress.module.css";

export interface ProgressProps {
  /** From 0 to 1; what lies outside is cut off. */
  value: number;
  /** Amber when little time is left. */
  tone?: "brand" | "amber";
  /** Its name; without it the bar is decoration beside a figure that says the same. */
  label?: string;
}

/**
 * A 3-px bar. It steps with the seconds: one that glides has a phone draw every frame for as long as it is seen. Its length
 * is that of a ground, so that a step is painted and nothing is laid out or layered anew.
 */
export function Progress({ value, tone = "brand", label }: ProgressProps) {
  const share = Math.min(1, Math.max(0, value));
  const named =
    label === undefined
      ? { "aria-hidden": true }
      : { role: "progressbar", "aria-label": label, "aria-valuenow": Math.round(share * 100) };
  return (
    <div
      className={joinClasses(styles.bar, styles[tone])}
      style={{ backgroundSize: `${share * 100}% 100%` }}
      {...named}
    />
  );
}
