import { Box } from "@mui/material";
import { encodeQR } from "qr";

/** Light modules around a code: with fewer, some cameras do not find it. */
const QUIET = 4;

/** A QR code, drawn dark on light in either theme: many apps read no inverted one. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: QUIET });
  const dark = rows.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <Box
      component="svg"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      // An <img> would show the same path by way of a data URL.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label}
      sx={{ width: "100%", maxWidth: 232, display: "block", mx: "auto", borderRadius: 2 }}
    >
      <rect width={rows.length} height={rows.length} fill="white" />
      <path d={dark.join("")} fill="black" />
    </Box>
  );
}
