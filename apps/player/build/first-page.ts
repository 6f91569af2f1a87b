import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const ROUTES = new URL("../src/shell/routes.ts", import.meta.url);

/** A chunk of the build, as far as it is read here. */
interface Chunk {
  readonly type: string;
  readonly fileName: string;
  readonly isEntry?: boolean;
  readonly facadeModuleId?: string | null;
  readonly imports?: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}

/** The files of each page beside those of the app itself; paths by place in `files`. */
interface FirstPages {
  readonly files: readonly string[];
  /** Path of a page → its files. */
  readonly pages: Readonly<Record<string, readonly number[]>>;
  /** Paths that are for logged-in players alone. */
  readonly own: readonly string[];
}

/**
 * Tells boot.js, which runs before all else, which files the page of an address needs: so they come at once with
 * those of the app, and not one round trip after the other. The app itself is fetched at once and left for boot.js
 * to begin, once what index.html holds has been painted.
 */
export function firstPage(): Plugin {
  return {
    name: "lotus-first-page",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle }) => {
        if (bundle === undefined) return html;
        const told = JSON.stringify(firstPages(Object.values(bundle)));
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
            `src="/boot.js" data-app="${[...parts, app].join(" ")}" data-pages='${told}'`,
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
  for (const { paths, screen, login } of screensIn(readFileSync(ROUTES, "utf8"))) {
    const id = fileURLToPath(new URL(screen, ROUTES));
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

interface RouteScreen {
  readonly paths: readonly string[];
  readonly screen: string;
  readonly login: boolean;
}

/**
 * The screens in the source of the table of routes, which cannot be run here: it loads what only a browser has.
 * @throws Error when a route with a screen is not understood
 */
export function screensIn(source: string): RouteScreen[] {
  const routes = source.split(/\bpath: /u).slice(1);
  const found = routes.flatMap((route) => {
    const path = /^"([^"]+)"/u.exec(route)?.[1];
    const alias = /\balias: "([^"]+)"/u.exec(route)?.[1];
    const screen = /\bimport\("([^"]+)"\)/u.exec(route)?.[1];
    const login = /\blogin: (true|false)/u.exec(route)?.[1];
    if (path === undefined || login === undefined || screen === undefined) return [];
    return [{ paths: alias === undefined ? [path] : [path, alias], screen, login: login === "true" }];
  });
  const screens = (source.match(/\bimport\("\.\.\/screens\//gu) ?? []).length;
  if (found.length === 0 || found.length !== screens)
    throw new Error(`${found.length} of ${screens} screens are understood`);
  return found;
}
