import { readFileSync } from "node:fs";
import { PUBLIC } from "../access.ts";
import { type Document, makeDocument } from "../documents.ts";
import type { PublicDocuments } from "../public-pages.ts";
import { docsPage } from "./docs-page.ts";
import { openApiDocument } from "./openapi.ts";
import type { ApiDocsOptions } from "./api-docs-options.ts";

/**
 * The documentation of an API by path, from its contract. Each document is made when it is first asked for: it takes a quarter of
 * a second, for which no server that starts has time.
 */
export function apiDocs(options: ApiDocsOptions): PublicDocuments {
  const { root } = options;
  const file = (name: string): Buffer => readFileSync(new URL(`./${name}`, import.meta.url));
  const made = new Map<string, Document>();
  const makers = new Map<string, () => Document>([
    [
      `${root}/openapi.json`,
      () =>
        makeDocument({
          type: "application/json; charset=utf-8",
          bytes: Buffer.from(JSON.stringify(openApiDocument(options))),
        }),
    ],
    [
      `${root}/docs`,
      () => makeDocument({ type: "text/html; charset=utf-8", bytes: Buffer.from(docsPage(options)) }),
    ],
    [
      `${root}/docs/docs.css`,
      () => makeDocument({ type: "text/css; charset=utf-8", bytes: file("docs.css") }),
    ],
    [
      `${root}/docs/docs.js`,
      () => makeDocument({ type: "text/javascript; charset=utf-8", bytes: file("docs.js") }),
    ],
  ]);
  return {
    access: PUBLIC,
    paths: [...makers.keys()],
    find: (path) => {
      const document = made.get(path) ?? makers.get(path)?.();
      if (document !== undefined) made.set(path, document);
      return document;
    },
  };
}
