import { Switch } from "@lotus/ui";
import styles from "./switch-row.module.css";

interface SwitchRowProps {
  label: string;
  on: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}

/** A switch in a row of its card. */
export function SwitchRow({ label, on, disabled = false, onChange }: SwitchRowProps) {
  return (
    <label className={styles.row}>
      <span>{label}</span>
      <Switch checked={on} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
    </label>
  );
}
