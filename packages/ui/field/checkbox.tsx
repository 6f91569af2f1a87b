import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import styles from "./checkbox.module.css";

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type"> {
  /** The label; links inside stay links. */
  children: ReactNode;
  error?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** A checkbox with its label. A native checkbox underneath. */
export function Checkbox({ children, error, ...rest }: CheckboxProps) {
  return (
    <label className={styles.checkbox}>
      <input {...rest} type="checkbox" className={styles.box} aria-invalid={error || undefined} />
      <span>{children}</span>
    </label>
  );
}

export interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "role"> {
  /** Accessible name, if no visible label refers to it by id. */
  label?: string;
}

/** A switch that applies immediately. A native checkbox with the role of a switch. */
export function Switch({ label, ...rest }: SwitchProps) {
  // A native checkbox reports its own state: aria-checked would only repeat it.
  // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
  return <input aria-label={label} {...rest} type="checkbox" role="switch" className={styles.switch} />;
}
