import { inflateRawSync } from "node:zlib";

/** A cell: a text, a count, or a figure under the kind of its style. */
export type ReadCell = string | number | boolean | null | Readonly<Record<string, number>>;

const KINDS = ["count", "text", "amount", "time", "day"];

/** The cells of a file of spreadsheets, sheet after sheet, by a reader of its own. */
export function readSpreadsheet(bytes: Uint8Array): ReadCell[][] {
  return [...readZip(Buffer.from(bytes))]
    .filter(([name]) => name.startsWith("xl/worksheets/"))
    .flatMap(([, xml]) =>
      [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gsu)].map(([, row = ""]) => readRow(row)),
    );
}

function readRow(row: string): ReadCell[] {
  const cells: ReadCell[] = [];
  for (const [, column = "A", rest = "", content = ""] of row.matchAll(
    /<c r="([A-Z])\d+"([^>]*)>(.*?)<\/c>/gsu,
  )) {
    const at = column.charCodeAt(0) - 65;
    while (cells.length < at) cells.push(null);
    cells.push(readCell(rest, content));
  }
  return cells;
}

function readCell(attributes: string, content: string): ReadCell {
  const value = content.replaceAll(/<[^>]+>/gu, "");
  if (attributes.includes('t="inlineStr"'))
    return value
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&#13;", "\r")
      .replaceAll("&amp;", "&");
  if (attributes.includes('t="b"')) return value === "1";
  const kind = KINDS[Number(/s="(\d)"/u.exec(attributes)?.[1])] ?? "none";
  return kind === "count" ? Number(value) : { [kind]: Number(value) };
}

function* readZip(file: Buffer): Generator<readonly [string, string]> {
  const end = file.lastIndexOf(Buffer.from("PK\u0005\u0006"));
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, name, offset] = [
      file.readUInt32LE(at + 20),
      file.readUInt16LE(at + 28),
      file.readUInt32LE(at + 42),
    ];
    const begin = offset + 30 + file.readUInt16LE(offset + 26);
    const text = inflateRawSync(file.subarray(begin, begin + packed)).toString();
    if (Buffer.byteLength(text) !== file.readUInt32LE(at + 24)) throw new Error("a size is wrong");
    yield [file.toString("utf8", at + 46, at + 46 + name), text];
    at += 46 + name;
  }
}
