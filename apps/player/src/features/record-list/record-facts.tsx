import type { ReactNode } from "react";
import { CopyOnHold } from "../../components/clipboard/copy-on-hold.tsx";
import { CopyValue } from "../../components/clipboard/copy-value.tsx";
import styles from "./record-list.module.css";

export interface RecordFact {
  readonly name: string;
  readonly value: ReactNode;
  /** Adds a copy button named `label`; a long press on the value copies it too. */
  readonly copy?: { readonly label: string; readonly text: string };
}

/** Facts of one record, as name and value. */
export function RecordFacts({ facts }: { facts: readonly RecordFact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value, copy }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className={styles.factValue}>
              {copy === undefined ? value : <CopyOnHold value={copy.text}>{value}</CopyOnHold>}
            </span>
            {copy !== undefined && <CopyValue label={copy.label} value={copy.text} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
