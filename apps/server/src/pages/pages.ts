import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { PAGE_PATHS } from "@lotus/contract/pages";
import { PUBLIC, type PublicAccess } from "../http/access.ts";
import { makeDocument, type Document } from "../http/documents.ts";
import type { Page } from "./page.ts";

export { appConfigCall, type AppConfigSettings } from "./calls/app-config.ts";
export { openSecurityTxt } from "./security-txt.ts";

/** Public API of the pages: returns the page of a path. */
export interface Pages {
  readonly access: PublicAccess;
  find(path: string): Page;
}

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".mp3": "audio/mpeg",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};
const HASHED = /^\/assets\/.+-[\w-]{8,}\.\w+$/u;
const TWINS = /\.(?:br|gz|map)$/u;

/**
 * Reads the built app into memory (about a hundred small files), so that no request reads the disk and no path can
 * escape the folder. Without a build every page says that it is missing. `isRoute` recognizes the app's routes; by
 * default those of the players' app.
 */
export function openPages(
  folder: string,
  isRoute: (path: string) => boolean = (path) => PAGE_PATHS.has(path),
): Pages {
  const files = existsSync(join(folder, "index.html")) ? readFolder(folder) : new Map<string, Document>();
  const index =
    files.get("/index.html") ?? plain("The app has not been built. Run `npm run build` and start again.\n");
  const missing = plain("Not found\n");
  const status = files.size === 0 ? 404 : 200;
  return {
    access: PUBLIC,
    find: (path) => {
      const file = files.get(path);
      if (file !== undefined) return { status: 200, document: file };
      if (isRoute(path)) return { status, document: index };
      // The app shows its own "no such page" for a path without an extension; for a missing file there is only a 404.
      return { status: 404, document: extname(path) === "" ? index : missing };
    },
  };
}

function readFolder(folder: string): Map<string, Document> {
  const documents = new Map<string, Document>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = join(folder, name);
    if (TWINS.test(name) || !statSync(file).isFile()) continue;
    const path = `/${name.split(sep).join("/")}`;
    documents.set(
      path,
      makeDocument({
        type: TYPES[extname(name)] ?? "application/octet-stream",
        bytes: readFileSync(file),
        brotli: twin(`${file}.br`),
        gzip: twin(`${file}.gz`),
        immutable: HASHED.test(path),
      }),
    );
  }
  return documents;
}

function twin(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined;
}

function plain(text: string): Document {
  return makeDocument({ type: "text/plain; charset=utf-8", bytes: Buffer.from(text) });
}
