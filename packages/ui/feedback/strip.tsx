import type { ReactNode } from "react";
import { joinClasses } from "../join-classes.ts";
import styles from "./strip.module.css";

export interface StripProps {
  tone?: "amber" | "red" | "brand";
  icon?: ReactNode;
  children: ReactNode;
  /** One action, usually a Button variant="ghost" size="s". */
  action?: ReactNode;
  /** `full` spans the page under the bar, `card` is a rounded block inside the content. */
  shape?: "full" | "card";
}

/** One sentence that must be seen: offline, sales closed. Announced politely when it appears. */
export function Strip({ tone = "amber", icon, children, action, shape = "full" }: StripProps) {
  return (
    // A <div>, because an <output> may not hold blocks and buttons.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="status" className={joinClasses(styles.strip, styles[tone], styles[shape])}>
      {icon}
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  );
}
