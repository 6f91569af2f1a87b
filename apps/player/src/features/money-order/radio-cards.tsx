import { Card, CheckIcon } from "@lotus/ui";
import type { ReactNode } from "react";
import styles from "./money-order.module.css";

interface RadioCardsProps {
  /** The id of the heading that names the group. */
  labelledBy: string;
  /** The name of the native radio buttons. */
  name: string;
  items: readonly {
    readonly id: string;
    readonly icon: ReactNode;
    readonly title: string;
    readonly detail: string;
    /** Shown beside the label. */
    readonly badge?: ReactNode;
  }[];
  value: string;
  onChange: (id: string) => void;
}

/** Choice of a payment method; native radio buttons underneath. */
export function RadioCards({ labelledBy, name, items, value, onChange }: RadioCardsProps) {
  return (
    <Card padding="none">
      <div role="radiogroup" aria-labelledby={labelledBy}>
        {items.map(({ id, icon, title, detail, badge }) => (
          <label key={id} className={styles.choice}>
            <input
              type="radio"
              name={name}
              className={styles.radio}
              checked={id === value}
              onChange={() => onChange(id)}
            />
            {icon}
            <span className={styles.choiceWords}>
              <b>{title}</b>
              <span>{detail}</span>
            </span>
            {badge}
            {id === value && <CheckIcon size={20} className={styles.chosen} aria-hidden />}
          </label>
        ))}
      </div>
    </Card>
  );
}
