import { tidyTyped } from "@lotus/money";
import { IconButton, joinClasses, MinusIcon, PlusIcon } from "@lotus/ui";
import styles from "./chase.module.css";

interface NumberFieldProps {
  /** Accessible name. */
  label: string;
  /** As typed. */
  value: string;
  /** The number that it is; null if it is none. */
  number: number | null;
  min: number;
  max: number;
  minusLabel: string;
  plusLabel: string;
  disabled: boolean;
  onChange: (value: string) => void;
}

/** A whole number between − and +, which can be typed as well. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, number, min, max, disabled, onChange } = props;
  const step = (by: number) => onChange(String(Math.min(max, Math.max(min, (number ?? min) + by))));
  return (
    <fieldset aria-label={label} className={joinClasses(styles.number, number === null && styles.wrong)}>
      <IconButton
        label={props.minusLabel}
        icon={<MinusIcon size={20} />}
        disabled={disabled || (number !== null && number <= min)}
        onClick={() => step(-1)}
      />
      <WholeInput
        label={label}
        value={value}
        invalid={number === null}
        disabled={disabled}
        onChange={onChange}
      />
      <IconButton
        label={props.plusLabel}
        icon={<PlusIcon size={20} />}
        disabled={disabled || (number !== null && number >= max)}
        onClick={() => step(1)}
      />
    </fieldset>
  );
}

interface WholeInputProps {
  label: string;
  value: string;
  invalid: boolean;
  disabled: boolean;
  onChange: (value: string) => void;
}

const MAX_DIGITS = 4;

/** An input of a whole number of up to four digits. */
export function WholeInput({ label, value, invalid, disabled, onChange }: WholeInputProps) {
  return (
    <input
      aria-label={label}
      aria-invalid={invalid || undefined}
      className={styles.whole}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      disabled={disabled}
      onFocus={(event) => event.target.select()}
      onChange={(event) => onChange(tidyTyped(event.target.value).replace(/\D/gu, "").slice(0, MAX_DIGITS))}
    />
  );
}
