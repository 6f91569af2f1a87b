import type { ReactNode } from "react";
import { CopyValue } from "../clipboard/copy-value.tsx";
import styles from "./record-list.module.css";

export interface RecordFact {
  readonly name: string;
  readonly value: ReactNode;
  /** Puts a copy button beside the value; `label` names it. */
  readonly copy?: { readonly label: string; readonly text: string };
}

/** What is known of one record, name by value. */
export function RecordFacts({ facts }: { facts: readonly RecordFact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value, copy }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className={styles.factValue}>{value}</span>
            {copy !== undefined && <CopyValue label={copy.label} value={copy.text} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
