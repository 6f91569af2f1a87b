import { joinClasses } from "../join-classes.ts";
import styles from "./badge.module.css";

export interface BadgeProps {
  /** Hidden for zero; above 99 it shows 99+. */
  count: number;
  /** `red` for unread things, `brand` for lines on a list. */
  tone?: "red" | "brand";
  /** Placed on the upper right corner of its positioned parent, with a ring in the surface's colour. */
  corner?: boolean;
}

/** A count in a dot. Decorative: put the count into the label of the control it sits on. */
export function Badge({ count, tone = "red", corner }: BadgeProps) {
  if (count <= 0) return null;
  return (
    <span className={joinClasses(styles.badge, styles[tone], corner && styles.corner)} aria-hidden>
      {count > 99 ? "99+" : count}
    </span>
  );
}
