import { useLongPress } from "@lotus/ui";
import type { ReactNode } from "react";
import { Grouped } from "./grouped.tsx";
import styles from "./copy-on-hold.module.css";
import { useCopy } from "./use-copy.ts";

interface CopyOnHoldProps {
  value: string;
  children: ReactNode;
}

/** Copies `value` after a long press of 350 ms on its children. A long number is shown in groups. A touch convenience: a copy button does the same. */
export function CopyOnHold({ value, children }: CopyOnHoldProps) {
  const copy = useCopy();
  const hold = useLongPress(() => void copy(value));
  return (
    <span className={styles.hold} {...hold}>
      {children === value ? <Grouped text={value} /> : children}
    </span>
  );
}
