import { joinClasses } from "../join-classes.ts";
import styles from "./progress.module.css";

export interface ProgressProps {
  /** From 0 to 1; clamped. */
  value: number;
  /** Amber when little time is left. */
  tone?: "brand" | "amber";
  /** Accessible name; absent if a figure beside the bar states the same. */
  label?: string;
}

/**
 * A 3-px bar that moves once a second: a smooth one would make a phone paint every frame. Its length is a background
 * size, so that a step needs paint but no layout and no layer.
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
