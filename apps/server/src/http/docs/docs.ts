import { readFileSync } from "node:fs";
import { PUBLIC } from "../access.ts";
import { makeDocument } from "../documents.ts";
import type { PublicDocuments } from "../public-pages.ts";
import { docsPage } from "./docs-page.ts";
import { openApiDocument } from "./openapi.ts";
import type { ApiDocsOptions } from "./api-docs-options.ts";

/** The documentation of an API by path, generated once from its contract. */
export function apiDocs(options: ApiDocsOptions): PublicDocuments {
  const { root } = options;
  const file = (name: string): Buffer => readFileSync(new URL(`./${name}`, import.meta.url));
  const byPath = new Map([
    [
      `${root}/openapi.json`,
      makeDocument({
        type: "application/json; charset=utf-8",
        bytes: Buffer.from(JSON.stringify(openApiDocument(options))),
      }),
    ],
    [
      `${root}/docs`,
      makeDocument({ type: "text/html; charset=utf-8", bytes: Buffer.from(docsPage(options)) }),
    ],
    [`${root}/docs/docs.css`, makeDocument({ type: "text/css; charset=utf-8", bytes: file("docs.css") })],
    [
      `${root}/docs/docs.js`,
      makeDocument({ type: "text/javascript; charset=utf-8", bytes: file("docs.js") }),
    ],
  ]);
  return { access: PUBLIC, byPath };
}
