import { Card, CheckIcon } from "@lotus/ui";
import styles from "./choice-list.module.css";

export interface ChoiceListProps<Key extends string> {
  /** Accessible name of the list. */
  label: string;
  items: readonly { readonly key: Key; readonly label: string; readonly lang?: string }[];
  value: Key;
  onChange: (key: Key) => void;
}

/** Single choice that applies immediately: rows on a card, native radio buttons underneath. */
export function ChoiceList<Key extends string>({ label, items, value, onChange }: ChoiceListProps<Key>) {
  return (
    <Card padding="none">
      <div role="radiogroup" aria-label={label}>
        {items.map((item) => (
          <label key={item.key} className={styles.choice} lang={item.lang}>
            <input
              type="radio"
              name={label}
              className={styles.input}
              checked={item.key === value}
              onChange={() => onChange(item.key)}
            />
            <span className={styles.words}>{item.label}</span>
            {item.key === value && <CheckIcon size={20} aria-hidden />}
          </label>
        ))}
      </div>
    </Card>
  );
}
