import type { ButtonHTMLAttributes, ReactNode } from "react";
import { joinClasses } from "../join-classes.ts";
import styles from "./icon-button.module.css";

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> {
  /** What pressing it does, for those who do not see the icon. */
  label: string;
  icon: ReactNode;
  /** `plain` has no ground, `inset` a rounded well. */
  variant?: "plain" | "inset";
}

/** A 44 × 44 button that shows only an icon. */
export function IconButton({ label, icon, variant = "plain", className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={joinClasses(styles.button, styles[variant], className)}
    >
      {icon}
    </button>
  );
}
