import Delete from "lucide-react/icons/delete";
import type { KeypadKey } from "./amount.ts";
import styles from "./keypad.module.css";

export interface KeypadProps {
  onKey: (key: KeypadKey) => void;
  /** Accessible names of the keypad and of its delete key. */
  label: string;
  deleteLabel: string;
  /** The locale's decimal sign. */
  decimalSign?: string;
}

const KEYS: readonly KeypadKey[] = ["1", "2", "3", "back", "4", "5", "6", ".", "7", "8", "9", "0"];

/** Digits in three rows of four, the last column delete, decimal sign, zero. */
export function Keypad({ onKey, label, deleteLabel, decimalSign = "." }: KeypadProps) {
  return (
    <fieldset className={styles.keypad} aria-label={label}>
      {KEYS.map((key) => (
        <button
          key={key}
          type="button"
          className={styles.key}
          aria-label={key === "back" ? deleteLabel : undefined}
          onClick={() => onKey(key)}
        >
          {key === "back" ? <Delete size={22} /> : key === "." ? decimalSign : key}
        </button>
      ))}
    </fieldset>
  );
}
