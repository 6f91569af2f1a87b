import { Figure } from "@lotus/ui";
import type { ReactNode } from "react";
import styles from "./record-list.module.css";

interface RecordHeadProps {
  icon: ReactNode;
  title: string;
  /** Formatted for the locale, with sign. */
  figure: string;
  tone?: "text" | "brand" | "gold";
  status?: ReactNode;
}

/** Head of a record's detail: kind and amount. */
export function RecordHead({ icon, title, figure, tone = "text", status }: RecordHeadProps) {
  return (
    <div className={styles.head}>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.headWords}>
        <b>{title}</b>
        <Figure size={20} tone={tone}>
          {figure}
        </Figure>
      </span>
      {status}
    </div>
  );
}
