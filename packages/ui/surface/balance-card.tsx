import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import RotateCw from "lucide-react/icons/rotate-cw";
import { type ReactNode, useState } from "react";
import { IconButton } from "../button/icon-button.tsx";
import { Figure } from "../figure/figure.tsx";
import styles from "./balance-card.module.css";

export interface BalanceCardProps {
  label: string;
  /** Already formatted for the locale; undefined until it is loaded. */
  amount: string | undefined;
  /** Shows dots of the same width instead. */
  hidden: boolean;
  onToggleHidden: () => void;
  /** Accessible names of the eye button's two states. */
  showLabel: string;
  hideLabel: string;
  onRefresh?: () => void;
  refreshLabel?: string;
  /** The account's unit, at the right of the label. */
  unit?: string;
  /** Below the amount, such as what is held beside it. */
  note?: ReactNode;
  /** Outline drawn over the lower right corner. */
  ornament?: ReactNode;
  /** Two buttons: variants `hero` and `heroQuiet`. */
  children?: ReactNode;
}

/** The app's one large coloured surface: the balance and its actions. */
export function BalanceCard(props: BalanceCardProps) {
  const { label, amount, hidden, onToggleHidden, showLabel, hideLabel, onRefresh, refreshLabel } = props;
  const [turns, setTurns] = useState(0);
  const figure = amount === undefined || hidden ? "••••••" : amount;
  return (
    <section className={styles.card} aria-label={label}>
      {props.ornament !== undefined && <div className={styles.ornament}>{props.ornament}</div>}
      <div className={styles.top}>
        <span>{label}</span>
        <IconButton
          className={styles.eye}
          label={hidden ? showLabel : hideLabel}
          aria-pressed={hidden}
          icon={hidden ? <EyeOff size={16} /> : <Eye size={16} />}
          onClick={onToggleHidden}
        />
        <span className={styles.unit}>{props.unit}</span>
      </div>
      <div className={styles.sum} style={{ "--length": figure.length }}>
        <Figure size={28} minChars={6}>
          {figure}
        </Figure>
        {onRefresh !== undefined && (
          <IconButton
            label={refreshLabel ?? ""}
            className={styles.refresh}
            icon={<RotateCw size={18} key={turns} className={turns > 0 ? styles.turning : undefined} />}
            onClick={() => {
              setTurns(turns + 1);
              onRefresh();
            }}
          />
        )}
      </div>
      {props.note !== undefined && <div className={styles.note}>{props.note}</div>}
      {props.children !== undefined && <div className={styles.actions}>{props.children}</div>}
    </section>
  );
}
