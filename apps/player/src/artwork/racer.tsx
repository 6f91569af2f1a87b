import { joinClasses } from "@lotus/ui";
import styles from "./racer.module.css";

/** Cars, or airships in the games that are named after them. */
export type RacerKind = "car" | "airship";

/** Car colours light enough to need dark numerals. */
const LIGHT = new Set([1, 4, 5, 7]);

interface CarPlateProps {
  /** 1 to 10. */
  number: number;
  /** Edge in pixels or as any length, default 20. */
  size?: number | string;
  /** Grey: this piece did not contribute to the win being shown. */
  quiet?: boolean;
}

/** A small square in the racer's colour with its number. */
export function CarPlate({ number, size = 20, quiet }: CarPlateProps) {
  return (
    <span
      className={joinClasses(styles.plate, LIGHT.has(number) && styles.light, quiet && styles.quiet)}
      style={{ fontSize: size, "--car": `var(--car-${number})` }}
    >
      <b>{number}</b>
    </span>
  );
}

interface CarTileProps {
  /** 1 to 10. */
  number: number;
  /** Full colour with a ring if chosen; otherwise a plain tile with a strip of the colour. */
  chosen: boolean;
}

/**
 * A racer to choose, 30 × 34 on a phone 375 pixels wide. Only chosen ones are in full colour: ten at once would be too
 * loud.
 */
export function CarTile({ number, chosen }: CarTileProps) {
  return (
    <span
      className={joinClasses(styles.tile, chosen && styles.chosen, LIGHT.has(number) && styles.lightTile)}
      style={{ "--car": `var(--car-${number})` }}
    >
      <b>{number}</b>
    </span>
  );
}

interface RacerProps {
  number: number;
  kind?: RacerKind;
  /** Length in pixels; the height is 4/9 of it. Default: fills its container's width. */
  size?: number;
}

/** A racing car from above or an airship from the side, heading right, with its number on a white disc. */
export function Racer({ number, kind = "car", size }: RacerProps) {
  return (
    <svg
      width={size ?? "100%"}
      height={size === undefined ? "100%" : (size * 4) / 9}
      viewBox="0 0 45 20"
      style={{ color: `var(--car-${number})` }}
      aria-hidden
    >
      {kind === "car" ? <CarBody /> : <AirshipBody />}
      <circle cx={kind === "car" ? 17.5 : 22} cy={kind === "car" ? 10 : 8.6} r="5.6" fill="#fff" />
      <text
        x={kind === "car" ? 17.5 : 22}
        y={kind === "car" ? 12.9 : 11.5}
        textAnchor="middle"
        className={styles.number}
        letterSpacing={number > 9 ? -0.6 : 0}
      >
        {number}
      </text>
    </svg>
  );
}

function CarBody() {
  return (
    <>
      <g fill="#10181a" stroke="#fff" strokeOpacity=".55" strokeWidth=".5">
        <rect x="4.6" y=".9" width="8.6" height="4.3" rx="1.5" />
        <rect x="4.6" y="14.8" width="8.6" height="4.3" rx="1.5" />
        <rect x="29" y="1.6" width="7" height="3.7" rx="1.4" />
        <rect x="29" y="14.7" width="7" height="3.7" rx="1.4" />
      </g>
      <path d="M9 5v10M32.5 5v10" stroke="#aeb8b5" strokeWidth="1" />
      <g fill="currentColor" stroke="#fff" strokeWidth=".8" strokeLinejoin="round">
        <path d="M1 2.8h3.4v14.4H1zM40.2 2.6h2.9q1 0 1 1v12.8q0 1-1 1h-2.9z" />
        <path d="M3 7.4c3-.6 5-2.9 9.5-3.3 5-.4 10.5.4 14 2.7 3 1.7 8 2 15.5 2.5v1.4c-7.5.5-12.5.8-15.5 2.5-3.5 2.3-9 3.1-14 2.7C8 15.5 6 13.2 3 12.6z" />
      </g>
      <path d="M25.5 7.6h4.2c1 .8 1 4 0 4.8h-4.2c1.1-1.5 1.1-3.3 0-4.8Z" fill="#10181a" />
    </>
  );
}

function AirshipBody() {
  return (
    <>
      <path
        d="M17.5 16.4h10.5l-1.2 2.5q-.3.6-1 .6h-6.1q-.7 0-1-.6z"
        fill="#26323a"
        stroke="#fff"
        strokeWidth=".8"
        strokeLinejoin="round"
      />
      <g fill="currentColor" stroke="#fff" strokeWidth=".8" strokeLinejoin="round">
        <path d="M8.5 6 5.5.9H1.4l1.8 6.5zM8.5 11.2l-3 5.1H1.4l1.8-6.5z" />
        <path d="M3.2 8.6C9 2.6 15.5.7 24 .7c10 0 17.5 3 20 7.9-2.5 4.9-10 7.9-20 7.9-8.5 0-15-1.9-20.8-7.9Z" />
      </g>
      <path
        d="M9 4.9c8-3 22-3.8 31 .3"
        stroke="#fff"
        strokeOpacity=".55"
        strokeWidth="1.1"
        strokeLinecap="round"
        fill="none"
      />
      <path
        d="M7 12c9 2.7 24 3.3 33.5 0-3.5 2.9-9.5 4.2-16.5 4.2-7 0-12.5-1.3-17-4.2Z"
        fill="#000"
        fillOpacity=".2"
      />
      <path d="M.7 8.6h4" stroke="#fff" strokeWidth="1" strokeLinecap="round" />
    </>
  );
}
