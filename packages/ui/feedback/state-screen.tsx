import type { ReactNode } from "react";
import styles from "./state-screen.module.css";

export interface StateScreenProps {
  /** 176 × 126. */
  picture: ReactNode;
  title: string;
  /** What happened and what to do next, in a sentence or two. */
  children?: ReactNode;
  /** The next step: one primary button, or a pair. */
  action?: ReactNode;
  /** Secondary links, below. */
  links?: ReactNode;
  /** An error's code and time for support, in monospace. */
  code?: string;
}

/** A designed empty, broken, offline or closed state. */
export function StateScreen({ picture, title, children, action, links, code }: StateScreenProps) {
  return (
    <section className={styles.screen}>
      {picture}
      <h2 className={styles.title}>{title}</h2>
      {children !== undefined && <p className={styles.words}>{children}</p>}
      {action !== undefined && <div className={styles.actions}>{action}</div>}
      {links !== undefined && <div className={styles.actions}>{links}</div>}
      {code !== undefined && <p className={styles.code}>{code}</p>}
    </section>
  );
}
