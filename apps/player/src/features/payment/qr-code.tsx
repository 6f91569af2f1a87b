import { encodeQR } from "qr";
import styles from "./payment.module.css";

/** Quiet zone in modules: with less, some cameras do not find the code. */
const QUIET = 4;

interface QrCodeProps {
  /** Content of the code. */
  text: string;
  /** Accessible name. */
  label: string;
}

/** A QR code, dark on light in both themes: many apps cannot read inverted ones. */
export function QrCode({ text, label }: QrCodeProps) {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: QUIET });
  const side = rows.length;
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      // An <img> would need a data URL of the same path.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label}
    >
      <rect width={side} height={side} fill="white" />
      <path d={rows.map(rowPath).join("")} fill="black" />
    </svg>
  );
}

/** The dark runs of a row as rectangles of a path. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = "";
  for (let x = 0; x < row.length; x += 1) {
    if (row[x] !== true) continue;
    const from = x;
    while (row[x + 1] === true) x += 1;
    path += `M${from} ${y}h${x + 1 - from}v1h${from - x - 1}z`;
  }
  return path;
}
