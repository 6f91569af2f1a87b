import { encodeQR } from "qr";

/** A line of text under the code. */
export interface PictureLine {
  readonly name: string;
  readonly value: string;
}

const WIDTH = 720;
const MARGIN = 40;
const LINE = 84;
/** Quiet zone in modules, as on the screen. */
const QUIET = 4;

/**
 * A picture of a payment's code, with what is paid to whom beneath it, for a bank's app that reads codes from pictures. Dark
 * on light, whatever the theme: many apps cannot read inverted codes.
 */
export async function qrPicture(text: string, lines: readonly PictureLine[]): Promise<Blob> {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: QUIET });
  const scale = Math.floor(WIDTH / rows.length);
  const side = scale * rows.length;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = side + lines.length * LINE + MARGIN;
  const paper = canvas.getContext("2d");
  if (paper === null) throw new Error("no canvas to draw on");
  paper.fillStyle = "white";
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.fillStyle = "black";
  const left = Math.floor((WIDTH - side) / 2);
  for (const [y, row] of rows.entries())
    for (const [x, dark] of row.entries())
      if (dark) paper.fillRect(left + x * scale, y * scale, scale, scale);
  for (const [at, { name, value }] of lines.entries()) {
    const top = side + at * LINE;
    paper.globalAlpha = 0.65;
    paper.font = "24px sans-serif";
    paper.fillText(name, MARGIN, top + 24, WIDTH - 2 * MARGIN);
    paper.globalAlpha = 1;
    paper.font = "bold 34px sans-serif";
    // Squeezed rather than cut where it is too long.
    paper.fillText(value, MARGIN, top + 62, WIDTH - 2 * MARGIN);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error("the picture was not made"));
      else resolve(blob);
    }, "image/png");
  });
}
