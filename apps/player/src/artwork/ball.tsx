import { type Colour, colourOf } from "@lotus/games";
import { joinClasses } from "@lotus/ui";
import styles from "./ball.module.css";

interface DigitBallProps {
  /** Label of the ball: a digit, or the minutes of a cycle. */
  digit: number | string;
  /** Diameter in pixels or as any length, default 28. */
  size?: number | string;
  /** Grey: this piece did not contribute to the win being shown. */
  quiet?: boolean;
}

/** A green sphere with a white digit. */
export function DigitBall({ digit, size = 28, quiet }: DigitBallProps) {
  return (
    <span className={joinClasses(styles.ball, quiet && styles.quiet)} style={{ fontSize: size }}>
      <b>{digit}</b>
    </span>
  );
}

interface MarkSixBallProps {
  number: number;
  /** Diameter in pixels or as any length, default 34. */
  size?: number | string;
  /** `ring`: numeral on a white disc; `solid`: white numeral, for a chosen ball. */
  variant?: "ring" | "solid";
  /** Grey: this piece did not contribute to the win being shown. */
  quiet?: boolean;
}

/** A Mark Six ball, 01 to 49, in its own colour. */
export function MarkSixBall({ number, size = 34, variant = "ring", quiet }: MarkSixBallProps) {
  return (
    <span
      className={joinClasses(
        styles.ball,
        styles[colourOf(number)],
        variant === "ring" ? styles.ring : styles.two,
        quiet && styles.quiet,
      )}
      style={{ fontSize: size }}
    >
      <b>{String(number).padStart(2, "0")}</b>
    </span>
  );
}

/** A Mark Six ball too small for its number. */
export function RingBall({ colour, size }: { colour: Colour; size: number }) {
  return (
    <span className={joinClasses(styles.ball, styles[colour], styles.ring)} style={{ fontSize: size }}>
      <b />
    </span>
  );
}
