import type { HTMLAttributes } from "react";
import { joinClasses } from "../join-classes.ts";
import styles from "./card.module.css";

export interface CardProps extends HTMLAttributes<HTMLDivElement> {
  /** `none` for a card of rows that reach its edges. */
  padding?: "normal" | "none";
  /** `tint` at most once per screen; `gold` only for a payout. */
  ground?: "surface" | "tint" | "gold";
}

/** A rounded surface with a hairline, no shadow. */
export function Card({ padding = "normal", ground = "surface", className, ...rest }: CardProps) {
  return <div {...rest} className={joinClasses(styles.card, styles[padding], styles[ground], className)} />;
}
