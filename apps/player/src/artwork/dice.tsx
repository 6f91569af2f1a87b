import styles from "./dice.module.css";

/** Where the pips of each face lie, on a grid of 24. */
const PIPS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[12, 12]],
  2: [
    [7, 7],
    [17, 17],
  ],
  3: [
    [6.5, 6.5],
    [12, 12],
    [17.5, 17.5],
  ],
  4: [
    [7, 7],
    [17, 7],
    [7, 17],
    [17, 17],
  ],
  5: [
    [6.5, 6.5],
    [17.5, 6.5],
    [12, 12],
    [6.5, 17.5],
    [17.5, 17.5],
  ],
  6: [
    [7.2, 6],
    [16.8, 6],
    [7.2, 12],
    [16.8, 12],
    [7.2, 18],
    [16.8, 18],
  ],
};

interface DieProps {
  /** 1 to 6. */
  value: number;
  /** Edge in pixels or as any length, default 32. */
  size?: number | string;
}

/** An ivory die from above, with real pips; one and four are red. */
export function Die({ value, size = 32 }: DieProps) {
  const red = value === 1 || value === 4;
  return (
    <span className={styles.die} style={{ fontSize: size }}>
      <svg viewBox="0 0 24 24" aria-hidden>
        <g fill={red ? "#8f1c16" : "#05100c"}>
          {(PIPS[value] ?? []).map(([x, y]) => (
            <circle key={`${x} ${y}`} cx={x} cy={y} r={value === 1 ? 3.3 : 2.2} />
          ))}
        </g>
        {/* The lit floor of each hollow, a little below its rim. */}
        <g fill={red ? "#d8352d" : "#2c3833"}>
          {(PIPS[value] ?? []).map(([x, y]) => (
            <circle key={`${x} ${y}`} cx={x} cy={y + 0.35} r={value === 1 ? 2.85 : 1.85} />
          ))}
        </g>
      </svg>
    </span>
  );
}
