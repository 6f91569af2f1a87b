import type { TrackTrend } from "@lotus/contract";
import { layRoad } from "@lotus/games";
import { ScrollBox } from "@lotus/ui";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { usePanes, useWideWindow } from "../../shell/window-layout.ts";
import styles from "./road-grid.module.css";
import { sideLetter, valueName } from "./track-words.ts";

const ROWS = 6;
/** Columns that fit a phone, two panes and a wide window; a longer road scrolls, initially to its end. */
const COLUMNS = { phone: 17, panes: 24, wide: 34 };
/** Edge of a cell in units of the SVG. */
const CELL = 20;

/** Every draw as a bead with the letter of its side, filled down each column, then to the right. */
export function BeadPlate({ track }: { track: TrackTrend }) {
  const { t } = useI18n();
  const outcomes = track.hits.flat();
  const name = t("trends.bead");
  return (
    <RoadGrid columns={Math.ceil(outcomes.length / ROWS)} name={name} label={useRunsLabel(track, name)}>
      {outcomes.map((value, at) => (
        // A bead is identified by its position in the sequence of draws.
        // oxlint-disable-next-line react/no-array-index-key
        <Bead key={at} column={Math.floor(at / ROWS)} row={at % ROWS} side={value} variant="solid">
          {sideLetter(track.values[value] ?? "", t)}
        </Bead>
      ))}
    </RoadGrid>
  );
}

/** One side after the other, each in its column; a slash where ties came after a draw. */
export function BigRoad({ track }: { track: TrackTrend }) {
  const { t } = useI18n();
  const name = t("trends.bigRoad");
  const label = useRunsLabel(track, name);
  const beads = layRoad(track.road ?? { columns: [] }, ROWS);
  return (
    <RoadGrid columns={Math.max(0, ...beads.map(({ column }) => column + 1))} name={name} label={label}>
      {beads.map(({ column, row, value, ties }) => (
        <Bead
          key={`${String(column)} ${String(row)}`}
          column={column}
          row={row}
          side={value}
          variant="ring"
          tied={ties > 0}
        >
          {sideLetter(track.values[value] ?? "", t)}
        </Bead>
      ))}
    </RoadGrid>
  );
}

/** The road in words: the runs of each side, newest last. */
function useRunsLabel({ hits, values, ...track }: TrackTrend, road: string): string {
  const { t } = useI18n();
  const runs: { value: number; count: number }[] = [];
  for (const value of hits.flat()) {
    const last = runs.at(-1);
    if (last?.value === value) last.count += 1;
    else runs.push({ value, count: 1 });
  }
  const description = runs.map(({ value, count }) =>
    t("trends.road.run", { side: valueName(track, values[value] ?? "", t), count }),
  );
  return t("trends.road.runs", { road, runs: description.join(", ") });
}

interface RoadGridProps {
  columns: number;
  name: string;
  /** Accessible name: the grid in words. */
  label: string;
  children: ReactNode;
}

function RoadGrid({ columns, name, label, children }: RoadGridProps) {
  const box = useRef<HTMLDivElement>(null);
  const panes = usePanes();
  const wide = useWideWindow();
  const fit = COLUMNS[wide ? "wide" : panes ? "panes" : "phone"];
  const shown = Math.max(fit, columns);
  useLayoutEffect(() => {
    // Larger than the maximum, so it scrolls to the end.
    if (box.current !== null) box.current.scrollLeft = shown * CELL * 4;
  }, [shown]);
  const [width, height] = [shown * CELL, ROWS * CELL];
  const lines = [
    ...Array.from({ length: shown - 1 }, (_, at) => `M${String((at + 1) * CELL)} 0V${String(height)}`),
    ...Array.from({ length: ROWS - 1 }, (_, at) => `M0 ${String((at + 1) * CELL)}H${String(width)}`),
  ];
  return (
    <ScrollBox box={box} className={styles.box} label={name}>
      <svg
        // An inline drawing; there is no file for an <img>.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={label}
        className={styles.road}
        style={{ "--columns": shown, "--fit": fit }}
        viewBox={`0 0 ${String(width)} ${String(height)}`}
      >
        <path className={styles.lines} d={lines.join("")} vectorEffect="non-scaling-stroke" />
        {children}
      </svg>
    </ScrollBox>
  );
}

interface BeadProps {
  column: number;
  row: number;
  /** Index of the side among its track's values. */
  side: number;
  variant: "solid" | "ring";
  tied?: boolean;
  children: string;
}

function Bead({ column, row, side, variant, tied = false, children }: BeadProps) {
  return (
    <g
      className={styles[variant]}
      data-side={side}
      transform={`translate(${String((column + 0.5) * CELL)} ${String((row + 0.5) * CELL)})`}
    >
      <circle r={variant === "solid" ? 8.25 : 7.5} />
      <text dy="3.6">{children}</text>
      {tied && <path className={styles.tie} d="M3.5 9 9 3.5" />}
    </g>
  );
}
