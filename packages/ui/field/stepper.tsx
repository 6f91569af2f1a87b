import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import { IconButton } from "../button/icon-button.tsx";
import { joinClasses } from "../join-classes.ts";
import styles from "./stepper.module.css";

export interface StepperProps {
  /** What is stepped, for screen readers. */
  label: string;
  /** Written for the locale. */
  value: string;
  onMinus: () => void;
  onPlus: () => void;
  minusLabel: string;
  plusLabel: string;
  minusDisabled?: boolean;
  plusDisabled?: boolean;
  /** Pressing the value, to open a keypad for it. */
  onEdit?: () => void;
  /** The keypad writes here: focus ring and a caret. */
  editing?: boolean;
  error?: boolean;
}

/** A value between − and +. */
export function Stepper(props: StepperProps) {
  const { label, value, onMinus, onPlus, minusLabel, plusLabel, onEdit, editing, error } = props;
  return (
    <fieldset
      aria-label={label}
      className={joinClasses(styles.stepper, editing && styles.editing, error && styles.wrong)}
    >
      <IconButton
        label={minusLabel}
        icon={<Minus size={20} />}
        disabled={props.minusDisabled}
        onClick={onMinus}
      />
      <button
        type="button"
        className={styles.value}
        onClick={onEdit}
        disabled={onEdit === undefined}
        aria-live="polite"
      >
        {value}
      </button>
      <IconButton
        label={plusLabel}
        icon={<Plus size={20} />}
        disabled={props.plusDisabled}
        onClick={onPlus}
      />
    </fieldset>
  );
}
