import type { ReactNode, Ref } from "react";
import { type AmountRules, cleanAmount } from "./amount.ts";
import { TextField } from "./text-field.tsx";
import styles from "./amount-field.module.css";

export interface AmountFieldProps extends AmountRules {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Plain form: digits, ".", at most two decimals; "" when empty. */
  value: string;
  onChange: (value: string) => void;
  /** The locale's decimal sign, shown in place of ".". */
  decimalSign?: string;
  /** The unit or an "all" button. */
  suffix?: ReactNode;
  placeholder?: string;
  disabled?: boolean;
  name?: string;
  ref?: Ref<HTMLInputElement>;
}

/** Input of an amount of money: large figures, a decimal keyboard, accepts only valid amounts. */
export function AmountField(props: AmountFieldProps) {
  const { value, onChange, decimalSign = ".", decimals = 2, wholeDigits = 12, ...rest } = props;
  return (
    <TextField
      {...rest}
      className={styles.amount}
      inputMode="decimal"
      autoComplete="off"
      value={value.replace(".", decimalSign)}
      onChange={(event) => onChange(cleanAmount(event.target.value, decimalSign, { decimals, wholeDigits }))}
    />
  );
}
