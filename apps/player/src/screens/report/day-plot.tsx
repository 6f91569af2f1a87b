import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./day-plot.module.css";
import { namedPlaces, type Scale } from "./scale.ts";

/** A bar from zero to its value. Looks differ in shape as well as in colour. */
export interface Bar {
  readonly value: number;
  readonly kind: "gain" | "loss" | "bets" | "payouts";
}

/** One day: its label below, and its bars, the first behind the others. */
export interface Column {
  readonly key: string;
  readonly name: string;
  readonly bars: readonly Bar[];
}

interface DayPlotProps {
  columns: readonly Column[];
  scale: Scale;
  /** Accessible name of the chart; a table next to it has each value. */
  label: string;
  /** The last day's value, written above its bar. */
  last?: string;
}

/** The number of day labels that fit side by side. */
const NAMES = 7;

/** Width of the bars, in percent of a column. */
const WIDE = 56;
const NARROW = 24;
const WIDTHS = { gain: WIDE, loss: WIDE, bets: WIDE, payouts: NARROW } as const satisfies Record<
  Bar["kind"],
  number
>;

const percent = (share: number) => `${String(Math.round(share * 100) / 100)}%`;

/**
 * Bars by day over grid lines at round values. Lengths are shares of the plot, so that nothing is distorted at any
 * width.
 */
export function DayPlot({ columns, scale, label, last }: DayPlotProps) {
  const { number } = useI18n();
  const named = namedPlaces(columns.length, NAMES);
  const width = 100 / Math.max(1, columns.length);
  const middle = (at: number) => percent((at + 0.5) * width);
  const compact = { notation: "compact", maximumFractionDigits: 1, signDisplay: "negative" } as const;
  return (
    <figure className={styles.figure}>
      {/* An <img> could not use the colours of the theme. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <svg className={styles.plot} role="img" aria-label={label}>
        {scale.ticks.map((tick) => (
          <line
            key={tick}
            className={tick === 0 ? styles.zero : styles.line}
            x1="0"
            x2="100%"
            y1={percent(scale.at(tick))}
            y2={percent(scale.at(tick))}
          />
        ))}
        {columns.map(({ key, bars }, at) => (
          <g key={key} className={at === columns.length - 1 ? styles.now : undefined}>
            {bars.map((bar) => (
              <PlotBar key={bar.kind} bar={bar} scale={scale} at={at} width={width} />
            ))}
          </g>
        ))}
      </svg>
      <div className={styles.ticks} aria-hidden>
        {scale.ticks.map((tick) => (
          <span key={tick} style={{ insetBlockStart: percent(scale.at(tick)) }}>
            {number(tick, compact).replace("-", "−")}
          </span>
        ))}
      </div>
      <div className={styles.names} aria-hidden>
        {columns.map(
          ({ key, name }, at) =>
            named.has(at) && (
              <span
                key={key}
                className={at === columns.length - 1 ? styles.nowName : undefined}
                style={{ insetInlineStart: middle(at) }}
              >
                {name}
              </span>
            ),
        )}
      </div>
      {last !== undefined && (
        <span className={styles.last} aria-hidden>
          {last}
        </span>
      )}
    </figure>
  );
}

interface PlotBarProps {
  bar: Bar;
  scale: Scale;
  at: number;
  width: number;
}

function PlotBar({ bar: { value, kind }, scale, at, width }: PlotBarProps) {
  if (value === 0) return null;
  const [zero, end] = [scale.at(0), scale.at(value)];
  const thick = (width * WIDTHS[kind]) / 100;
  return (
    <rect
      className={styles[kind]}
      x={percent((at + 0.5) * width - thick / 2)}
      y={percent(Math.min(zero, end))}
      width={percent(thick)}
      height={percent(Math.abs(end - zero))}
      rx="3"
    />
  );
}
