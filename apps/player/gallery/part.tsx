import { joinClasses } from "@lotus/ui";
import type { ReactNode } from "react";
import styles from "./gallery.module.css";

interface PartProps {
  name: string;
  lay?: "row" | "stack" | "wide" | "balls";
  children: ReactNode;
}

/** One titled group of the gallery. */
export function Part({ name, lay = "row", children }: PartProps) {
  return (
    <section className={styles.part}>
      <h2 className={styles.name}>{name}</h2>
      <div className={joinClasses(styles[lay])}>{children}</div>
    </section>
  );
}
