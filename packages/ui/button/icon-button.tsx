import type { ButtonHTMLAttributes, ReactNode } from "react";
import { joinClasses } from "../join-classes.ts";
import styles from "./icon-button.module.css";

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> {
  /** Accessible name: what pressing it does. */
  label: string;
  icon: ReactNode;
  /** `plain` has no background, `inset` a rounded one. */
  variant?: "plain" | "inset";
}

/** An icon-only button, 44 × 44 px. */
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
