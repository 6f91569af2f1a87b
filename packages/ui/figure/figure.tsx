import { joinClasses } from "../join-classes.ts";
import styles from "./figure.module.css";

export interface FigureProps {
  /** Already formatted for the locale, with a real minus and ×. */
  children: string;
  /** Text size; default is the surrounding one. */
  size?: 12 | 14 | 16 | 20 | 28;
  /** Gold only for "paid more than nothing". */
  tone?: "text" | "quiet" | "gold" | "red" | "brand" | "amber";
  /** Minimum width in figures, so that a change causes no layout shift. */
  minChars?: number;
  align?: "start" | "end";
}

/**
 * A sum, odds or count: tabular figures that never wrap. A change replaces the text in place: a fade would cost ten
 * frames of layout and paint after every tap on a board.
 */
export function Figure({ children, size, tone, minChars, align = "start" }: FigureProps) {
  return (
    <span
      className={joinClasses(styles.figure, size && styles[`s${size}`], tone && styles[tone], styles[align])}
      style={minChars === undefined ? undefined : { minWidth: `${minChars * 0.62}em` }}
    >
      {children}
    </span>
  );
}
