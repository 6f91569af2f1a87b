import { Card, Figure } from "@lotus/ui";
import styles from "./record-list.module.css";

export interface RecordSum {
  readonly name: string;
  /** Formatted for the locale. */
  readonly figure: string;
  readonly tone?: "text" | "brand";
}

/** The sums of all records that match a filter, side by side. */
export function RecordSums({ sums }: { sums: readonly RecordSum[] }) {
  return (
    <Card padding="none">
      <dl className={styles.sums}>
        {sums.map(({ name, figure, tone = "text" }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Figure size={16} tone={tone}>
                {figure}
              </Figure>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
