import type { ButtonHTMLAttributes, ReactNode } from "react";
import { joinClasses } from "../join-classes.ts";
import styles from "./chip.module.css";

export interface ChipProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /**
   * Chosen: tinted, brand outline, heavier text. Sets aria-pressed; leave undefined for a chip that is only a button.
   */
  on?: boolean;
  /** Shown after the label: a chevron, an ×. */
  end?: ReactNode;
  /** `filter` 36 high outlined; `helper` small and quiet at the end of a board row; `amount` fills a grid cell. */
  variant?: "filter" | "helper" | "amount";
}

/** A small choice or shortcut. Its hit area is 44 px high although it is drawn smaller. */
export function Chip({ on, end, variant = "filter", className, children, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={on}
      data-on={on || undefined}
      className={joinClasses(styles.chip, styles[variant], className)}
    >
      {children}
      {end}
    </button>
  );
}
