import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import type { Screenshot } from "./take.ts";

/** Width of a picture on a sheet, in pixels. */
const THUMB = 188;
const IN_A_ROW = 10;

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** One folder of pictures after the other. */
function groupsOf(screenshots: readonly Screenshot[]): [string, readonly Screenshot[]][] {
  return [
    ...Map.groupBy(
      screenshots,
      ({ locale, theme, width, height }) => `${locale} · ${theme} · ${width}×${height}`,
    ),
  ];
}

function page(groups: readonly [string, readonly Screenshot[]][]): string {
  const sections = groups.map(([title, screenshots]) => {
    const figures = screenshots.map(
      ({ screenState, file, faults }) =>
        `<figure${faults.length > 0 ? ' class="faulty"' : ""}><a href="${file}"><img loading="lazy" src="${file}" alt=""></a>` +
        `<figcaption title="${escape(faults.join("\n"))}">${escape(screenState)}</figcaption></figure>`,
    );
    return `<h2>${escape(title)}</h2><section>${figures.join("")}</section>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Lotus: every screen</title><style>
    body { margin: 16px; background: #b9c4bf; font: 12px/16px system-ui, sans-serif; color: #12201b }
    section { display: grid; grid-template-columns: repeat(auto-fill, ${THUMB}px); gap: 12px; align-items: start }
    figure { margin: 0 } img { display: block; width: ${THUMB}px; border-radius: 8px }
    figcaption { margin-top: 4px; overflow-wrap: anywhere } .faulty figcaption { color: #c0322b; font-weight: 600 }
  </style>${sections.join("")}`;
}

/** What an earlier run has written into its folder: one for each look, the sheets and the index. */
const WRITTEN =
  /^(?:[a-z]{2}(?:-[A-Z]{2})?-(?:light|dark)-\d+x\d+|sheet(?:-\d+-.+)?\.(?:html|png)|index\.html)$/u;

/** Deletes the pictures of an earlier run, and nothing else in the folder. */
export function clearPictures(out: string): void {
  if (!existsSync(out)) return;
  for (const name of readdirSync(out).filter((each) => WRITTEN.test(each)))
    rmSync(join(out, name), { recursive: true });
}

/** Writes index.html with every picture; returns its path. */
export function writeIndex(out: string, screenshots: readonly Screenshot[]): string {
  const file = join(out, "index.html");
  writeFileSync(file, page(groupsOf(screenshots)));
  return file;
}

/** Draws a sheet for each language and theme at the middle size, or the only one; returns their paths. */
export async function drawSheets(
  browser: Browser,
  out: string,
  screenshots: readonly Screenshot[],
): Promise<string[]> {
  const widths = [...new Set(screenshots.map(({ width }) => width))];
  const shown = widths.includes(375) ? 375 : widths[0];
  const files: string[] = [];
  const width = IN_A_ROW * (THUMB + 12) + 20;
  for (const [title, group] of groupsOf(screenshots.filter((screenshot) => screenshot.width === shown))) {
    const [first] = group;
    if (first === undefined) continue;
    const source = join(out, "sheet.html");
    writeFileSync(source, page([[title, group]]).replaceAll(' loading="lazy"', ""));
    const tab = await browser.newPage({ viewport: { width, height: 800 } });
    await tab.goto(pathToFileURL(source).href);
    const file = join(out, `sheet-${first.width}-${first.theme}-${first.locale}.png`);
    await tab.screenshot({ path: file, fullPage: true });
    await tab.close();
    files.push(file);
  }
  return files;
}
