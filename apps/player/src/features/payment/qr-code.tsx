import { encodeQR } from "qr";
import styles from "./payment.module.css";

/** Light modules around a code: with fewer, some cameras do not find it. */
const QUIET = 4;

interface QrCodeProps {
  /** What the code says. */
  text: string;
  /** What it is, for those who do not see it. */
  label: string;
}

/** A QR code, drawn dark on light in either theme: many apps read no inverted one. */
export function QrCode({ text, label }: QrCodeProps) {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: QUIET });
  const side = rows.length;
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      // An <img> would show the same path by way of a data URL.
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
