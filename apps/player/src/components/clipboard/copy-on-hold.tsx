import { useLongPress } from "@lotus/ui";
import type { ReactNode } from "react";
import styles from "./copy-on-hold.module.css";
import { useCopy } from "./use-copy.ts";

interface CopyOnHoldProps {
  value: string;
  children: ReactNode;
}

/** Held for 350 ms, what is inside copies `value`. A convenience for fingers: a copy button stands beside it. */
export function CopyOnHold({ value, children }: CopyOnHoldProps) {
  const copy = useCopy();
  const hold = useLongPress(() => void copy(value));
  return (
    <span className={styles.hold} {...hold}>
      {children}
    </span>
  );
}
