import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import { IconButton } from "../button/icon-button.tsx";
import { joinClasses } from "../join-classes.ts";
import styles from "./stepper.module.css";

export interface StepperProps {
  /** Accessible name of the value. */
  label: string;
  /** Formatted for the locale. */
  value: string;
  onMinus: () => void;
  onPlus: () => void;
  minusLabel: string;
  plusLabel: string;
  minusDisabled?: boolean;
  plusDisabled?: boolean;
  /** Called when the value is pressed, to open a keypad. */
  onEdit?: () => void;
  /** The keypad edits this value: shows focus ring and caret. */
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
