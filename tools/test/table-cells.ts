/** The cells of a line of a Markdown table, without blanks around them; "\\|" is a bar within one. */
export function cellsOf(line: string): string[] {
  return line
    .replace(/^\s*\|/u, "")
    .replace(/\|\s*$/u, "")
    .split(/(?<!\\)\|/u)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** A cell without code ticks. */
export function bare(cell: string): string {
  return /^`+(.*?)`+$/u.exec(cell)?.[1]?.trim() ?? cell;
}
