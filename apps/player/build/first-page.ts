import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PAGE_PATHS, PAGES } from "@lotus/contract/pages";
import { parseSync, type Plugin, Visitor } from "vite";

const SCREENS = new URL("../src/app/screens.ts", import.meta.url);
const SCREENS_FOLDER = "../screens/";

/** The used fields of a chunk of the build. */
interface Chunk {
  readonly type: string;
  readonly fileName: string;
  readonly isEntry?: boolean;
  readonly facadeModuleId?: string | null;
  readonly imports?: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}

/** The files of each page besides those of the app; paths are indexes into `files`. */
interface FirstPages {
  readonly files: readonly string[];
  /** Path of a page → its files. */
  readonly pages: Readonly<Record<string, readonly number[]>>;
  /** Paths that require login. */
  readonly own: readonly string[];
}

/**
 * Passes boot.js, which runs first, the files of each page, so that they load in parallel with the app's instead of one
 * round trip after another. The app is preloaded and started by boot.js once the content of index.html has been
 * painted.
 */
export function firstPage(): Plugin {
  return {
    name: "lotus-first-page",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle }) => {
        if (bundle === undefined) return html;
        const pages = JSON.stringify(firstPages(Object.values(bundle)));
        const entry = /<script type="module" crossorigin src="([^"]+)"><\/script>/u.exec(html);
        if (entry === null) throw new Error("index.html has no entry");
        const [script, app] = entry;
        const parts = [...html.matchAll(/rel="modulepreload" crossorigin href="([^"]+)"/gu)].map(
          ([, part]) => part,
        );
        return html
          .replace(script, `<link rel="modulepreload" crossorigin href="${app}">`)
          .replace(
            `src="/boot.js"`,
            `src="/boot.js" data-app="${[...parts, app].join(" ")}" data-pages='${pages}'`,
          );
      },
    },
  };
}

function firstPages(chunks: readonly Chunk[]): FirstPages {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entry = chunks.find((chunk) => chunk.isEntry === true);
  if (entry === undefined) throw new Error("the build has no entry");
  const known = filesFrom(entry, byName);
  const files: string[] = [];
  const pages: Record<string, readonly number[]> = {};
  const own: string[] = [];
  for (const { paths, screen, login } of screensIn(readFileSync(SCREENS, "utf8"))) {
    const id = fileURLToPath(new URL(screen, SCREENS));
    const chunk = chunks.find((each) => each.facadeModuleId === id);
    if (chunk === undefined) throw new Error(`${screen} has no chunk of its own`);
    const places = [...filesFrom(chunk, byName)]
      .filter((file) => !known.has(file))
      .map((file) => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1));
    for (const path of paths) pages[path] = places;
    if (login) own.push(...paths);
  }
  return { files, pages, own };
}

/** A chunk's file, its styles, and those of all that it imports. */
function filesFrom(chunk: Chunk, byName: ReadonlyMap<string, Chunk>, found = new Set<string>()): Set<string> {
  if (found.has(`/${chunk.fileName}`)) return found;
  found.add(`/${chunk.fileName}`);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(`/${style}`);
  for (const name of chunk.imports ?? []) {
    const imported = byName.get(name);
    if (imported !== undefined) filesFrom(imported, byName, found);
  }
  return found;
}

interface PageScreen {
  readonly paths: readonly string[];
  /** The module imported for it, as named in app/screens.ts. */
  readonly screen: string;
  readonly login: boolean;
}

/**
 * The screen of each page, parsed from the source of app/screens.ts, which can only run in a browser. Pages without a
 * screen of their own are left out. @throws Error if the table is not found or lacks a page
 */
export function screensIn(source: string): PageScreen[] {
  const imports = importsByPage(source);
  return [...Map.groupBy(PAGE_PATHS, ([, name]) => name)].flatMap(([name, paths]) => {
    if (!imports.has(name)) throw new Error(`SCREENS has no row for ${name}`);
    const screen = imports.get(name);
    if (screen === undefined) return [];
    return [{ paths: paths.map(([path]) => path), screen, login: PAGES[name].login }];
  });
}

/** Page → the screen that its row of SCREENS imports, if it imports one. */
function importsByPage(source: string): ReadonlyMap<string, string | undefined> {
  const rows: { readonly name: string; readonly start: number; readonly end: number }[] = [];
  const imports: { readonly start: number; readonly path: string }[] = [];
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== "Identifier" || id.name !== "SCREENS" || init?.type !== "ObjectExpression") return;
      for (const row of init.properties)
        if (row.type === "Property" && row.key.type === "Identifier")
          rows.push({ name: row.key.name, start: row.start, end: row.end });
    },
    ImportExpression: ({ start, source: from }) => {
      if (from.type === "Literal" && typeof from.value === "string" && from.value.startsWith(SCREENS_FOLDER))
        imports.push({ start, path: from.value });
    },
  }).visit(parseSync("screens.ts", source).program);
  return new Map(
    rows.map(({ name, start, end }) => [
      name,
      imports.find((each) => each.start > start && each.start < end)?.path,
    ]),
  );
}
