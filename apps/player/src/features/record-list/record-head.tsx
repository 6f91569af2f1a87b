import { Figure } from "@lotus/ui";
import type { ReactNode } from "react";
import styles from "./record-list.module.css";

interface RecordHeadProps {
  icon: ReactNode;
  title: string;
  /** Written for the locale, with its sign. */
  figure: string;
  tone?: "text" | "brand" | "gold";
  status?: ReactNode;
}

/** The head of one record's detail: what it was and how much. */
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
