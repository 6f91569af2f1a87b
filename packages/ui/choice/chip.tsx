import type { ButtonHTMLAttributes, ReactNode } from "react";
import { joinClasses } from "../join-classes.ts";
import styles from "./chip.module.css";

export interface ChipProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Chosen: tint, brand outline, heavier. Sets aria-pressed; leave undefined for a chip that only acts. */
  on?: boolean;
  /** After the words: a chevron, an ×. */
  end?: ReactNode;
  /** `filter` 36 high outlined; `helper` small and quiet at the end of a board row; `amount` fills a grid cell. */
  look?: "filter" | "helper" | "amount";
}

/** A small choice or shortcut. Its hit area is 44 high though it is drawn smaller. */
export function Chip({ on, end, look = "filter", className, children, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={on}
      data-on={on || undefined}
      className={joinClasses(styles.chip, styles[look], className)}
    >
      {children}
      {end}
    </button>
  );
}
