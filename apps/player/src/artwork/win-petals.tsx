import { PETAL, PETAL_TURNS } from "./lotus.tsx";
import styles from "./win-petals.module.css";

/** Gold outlines of the open flower that expand once (600 ms) behind the pieces of a winning draw. Decorative. */
export function WinPetals({ width = 280 }: { width?: number }) {
  return (
    <svg
      className={styles.petals}
      width={width}
      height={width * 0.48}
      viewBox="-140 -126 280 134"
      fill="none"
      aria-hidden
    >
      {PETAL_TURNS.map((turn, at) => (
        <path
          key={turn}
          d={PETAL}
          pathLength="1"
          transform={`rotate(${turn}) scale(1.06)`}
          style={{ "--at": Math.abs(at - 3) }}
        />
      ))}
    </svg>
  );
}
