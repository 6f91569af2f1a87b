import type { ReactNode } from "react";
import { joinClasses } from "../join-classes.ts";
import styles from "./pill.module.css";

/** What a status means: gold is only for "paid more than nothing", amber for waiting, red for failed. */
export type Tone = "neutral" | "brand" | "gold" | "red" | "amber" | "blue";

export interface PillProps {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
}

/** A small status: tinted background and a word, so that colour is never the only sign. */
export function Pill({ tone = "neutral", icon, children }: PillProps) {
  return (
    <span className={joinClasses(styles.pill, styles[tone])}>
      {icon}
      {children}
    </span>
  );
}
