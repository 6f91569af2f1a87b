interface LotusProps {
  /** Width in pixels. The height follows. */
  size?: number;
}

const CENTRE = "M32 2C40.5 12.5 41 26 32 38 23 26 23.5 12.5 32 2Z";
const MIDDLE = "M9.5 9C21 11.5 30.5 22.5 31.5 37.5 18.5 36.5 9 25.5 9.5 9Z";
const OUTER = "M.5 26.5C10.5 21.5 23 25 31 37.5 20.5 42.5 6 39.5 .5 26.5Z";

/** The logo: five petals in three greens, the dark one in the middle. Decorative; the name stands beside it. */
export function Lotus({ size = 64 }: LotusProps) {
  return (
    <svg width={size} height={size * 0.64} viewBox="0 0 64 41" aria-hidden>
      <g fill="var(--brand-200)">
        <path d={OUTER} />
        <path d={OUTER} transform="matrix(-1 0 0 1 64 0)" />
      </g>
      <g fill="var(--brand-300)">
        <path d={MIDDLE} />
        <path d={MIDDLE} transform="matrix(-1 0 0 1 64 0)" />
      </g>
      <path d={CENTRE} fill="var(--brand-500)" />
    </svg>
  );
}

/** One petal standing on the origin, 120 long. */
export const PETAL = "M0 0C-32-34-30-84 0-120 30-84 32-34 0 0Z";

/** Rotation of each petal of the open flower, in degrees. */
export const PETAL_TURNS = [-78, -52, -26, 0, 26, 52, 78] as const;

/** Outline of the flower for the lower right corner of the balance card, in the current colour. */
export function LotusOutline({ size = 172 }: LotusProps) {
  return (
    <svg
      width={size}
      height={size * 0.77}
      viewBox="0 0 172 132"
      fill="none"
      stroke="currentColor"
      aria-hidden
    >
      <g transform="translate(146 128)" strokeWidth="1.5">
        {PETAL_TURNS.map((turn) => (
          <path key={turn} d={PETAL} transform={`rotate(${turn})`} />
        ))}
      </g>
    </svg>
  );
}
