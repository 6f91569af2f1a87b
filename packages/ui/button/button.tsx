import type { ButtonHTMLAttributes, ReactNode } from "react";
import { joinClasses } from "../join-classes.ts";
import { Spinner } from "../feedback/spinner.tsx";
import styles from "./button.module.css";

/** Variant of a button: `primary` once per screen; `danger` for what ends or removes something; `hero` and `heroQuiet` only on the balance card. */
export type ButtonVariant = "primary" | "danger" | "tint" | "outline" | "ghost" | "hero" | "heroQuiet";

/** Height: `l` 52 (money confirm), `m` 48, `s` 44 (in rows). */
export type ButtonSize = "l" | "m" | "s";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Fills its container's width. */
  block?: boolean;
  /** Work is in progress: the label stays, a spinner replaces the icon, presses do nothing. */
  busy?: boolean;
  icon?: ReactNode;
}

/** A button with a label. Its width does not change when it becomes busy. */
export function Button(props: ButtonProps) {
  const { variant = "primary", size = "m", block, busy, icon, className, children, onClick, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy ? true : undefined}
      aria-disabled={busy ? true : rest["aria-disabled"]}
      className={joinClasses(styles.button, styles[variant], styles[size], block && styles.block, className)}
      onClick={(event) => {
        // A busy submit button must not submit its form again.
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {icon !== undefined && <span className={styles.icon}>{busy ? <Spinner /> : icon}</span>}
      <span className={styles.label}>
        {busy && icon === undefined && (
          <span className={styles.aside}>
            <Spinner />
          </span>
        )}
        {children}
      </span>
    </button>
  );
}
