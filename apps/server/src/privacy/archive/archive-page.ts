import type { Locale, ServerMessageKey } from "@lotus/locales";
import type { Translate } from "@lotus/locales/node";
import { displayMoney } from "@lotus/money";
import type { Entry, Value } from "./archive-part.ts";

/** What the page shows of a part: the newest records, and how many there are. */
export interface PartSummary {
  readonly name: string;
  readonly newest: readonly Entry[];
  readonly count: number;
}

/** Records of a part on the page; all of them are in its file. */
export const SHOWN = 200;

// Nothing is loaded and nothing runs, whatever stands in a text.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";
const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 60rem; padding: 1rem; overflow-wrap: anywhere; }
  h2 { margin: 2rem 0 0.5rem; }
  .scroll { overflow-x: auto; }
  table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
  th, td { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 0.25rem 0.5rem; text-align: start;
    vertical-align: top; white-space: pre-wrap; }
  @media print { body { max-width: none; } .scroll { overflow: visible; } tr { break-inside: avoid; } }
`;

/** The page of an archive, which any browser opens without the server: its texts are in the player's language. */
export function archivePage(options: {
  readonly translate: Translate;
  readonly locale: Locale;
  readonly timeZone: string;
  readonly title: string;
  readonly username: string;
  readonly made: Date;
  readonly parts: readonly PartSummary[];
}): string {
  const { translate, locale, timeZone, title, username, made, parts } = options;
  const word = (key: string, values?: Readonly<Record<string, string | number>>): string =>
    // Keys are made from the names of parts and fields; a test proves that each has its words.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    translate(locale, `archive.${key}` as ServerMessageKey, values);
  const instants = new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "medium", timeZone });
  const shown = (value: Value | undefined): string => {
    if (value === null || value === undefined) return "";
    if (value instanceof Date) return instants.format(value);
    if (typeof value === "bigint") return displayMoney(value, locale);
    return typeof value === "boolean" ? (value ? "✓" : "") : String(value);
  };
  const sections = parts.map((part) => sectionOf(part, word, shown)).join("");
  const heading = escaped(word("title", { title }));
  return `<!doctype html>
<html lang="${escaped(locale)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
<p>${escaped(word("made", { username, time: instants.format(made) }))}</p>
<p>${escaped(word("words"))}</p>
${sections}</main>
</body>
</html>
`;
}

function sectionOf(
  { name, newest, count }: PartSummary,
  word: (key: string, values?: Readonly<Record<string, string | number>>) => string,
  shown: (value: Value | undefined) => string,
): string {
  const heading = `<h2>${escaped(word(`part.${name}`))}</h2>\n`;
  const [first] = newest;
  if (first === undefined) return `${heading}<p>${escaped(word("none"))}</p>\n`;
  const fields = Object.keys(first);
  const head = fields.map((field) => `<th scope="col">${escaped(word(`field.${field}`))}</th>`).join("");
  const rows = newest
    .map(
      (entry) => `<tr>${fields.map((field) => `<td>${escaped(shown(entry[field]))}</td>`).join("")}</tr>\n`,
    )
    .join("");
  const rest =
    count > newest.length
      ? `<p>${escaped(word("some", { shown: newest.length, count, file: `${name}.json` }))}</p>\n`
      : "";
  return `${heading}${rest}<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>\n${rows}</tbody></table></div>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (sign) => ENTITIES[sign] ?? "");
}
