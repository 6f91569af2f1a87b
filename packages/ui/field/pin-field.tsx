import { tidyTyped } from "@lotus/money";
import { type Ref, useId } from "react";
import { joinClasses } from "../join-classes.ts";
import styles from "./pin-field.module.css";
import { FieldWords, type FieldWordsProps } from "./text-field.tsx";

export interface PinFieldProps extends FieldWordsProps {
  /** Digits typed so far. */
  value: string;
  onChange: (value: string) => void;
  /** Runs once when the last box is filled. */
  onComplete?: (value: string) => void;
  /** Default 6. */
  length?: number;
  /** Shows the digits instead of dots. */
  revealed?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  name?: string;
  autoComplete?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A short secret of digits: six boxes over one real input, so paste, autofill and deleting work as usual. */
export function PinField(props: PinFieldProps) {
  const { label, hint, error, value, onChange, onComplete, length = 6, revealed, ref, ...input } = props;
  const id = useId();
  function take(typed: string) {
    const digits = tidyTyped(typed).replaceAll(/\D/gu, "").slice(0, length);
    onChange(digits);
    if (digits.length === length && value.length < length) onComplete?.(digits);
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={joinClasses(styles.boxes, error !== undefined && styles.wrong)}>
        {Array.from({ length }, (_, index) => (
          <span
            // The boxes are fixed positions.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            className={styles.box}
            data-here={index === Math.min(value.length, length - 1) || undefined}
            aria-hidden
          >
            {index < value.length && (revealed ? value[index] : <i className={styles.dot} />)}
          </span>
        ))}
        <input
          autoComplete="off"
          {...input}
          ref={ref}
          id={id}
          type={revealed ? "text" : "password"}
          inputMode="numeric"
          value={value}
          onChange={(event) => take(event.target.value)}
          className={styles.input}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={(error ?? hint) !== undefined ? `${id}-words` : undefined}
        />
      </div>
      <FieldWords id={`${id}-words`} hint={hint} error={error} />
    </div>
  );
}
