import { readFileSync } from "node:fs";
import type { Translate } from "@lotus/locales/node";
import { makeDocument, type Document } from "../documents.ts";
import { docsPage } from "./docs-page.ts";
import { openApiDocument } from "./openapi.ts";

/** The papers of the API by path, made once from the contract. */
export function apiDocs(options: {
  readonly title: string;
  readonly translate: Translate;
}): Map<string, Document> {
  const file = (name: string): Buffer => readFileSync(new URL(`./${name}`, import.meta.url));
  return new Map([
    [
      "/api/openapi.json",
      makeDocument({
        type: "application/json; charset=utf-8",
        bytes: Buffer.from(JSON.stringify(openApiDocument(options))),
      }),
    ],
    ["/api/docs", makeDocument({ type: "text/html; charset=utf-8", bytes: Buffer.from(docsPage(options)) })],
    ["/api/docs/docs.css", makeDocument({ type: "text/css; charset=utf-8", bytes: file("docs.css") })],
    ["/api/docs/docs.js", makeDocument({ type: "text/javascript; charset=utf-8", bytes: file("docs.js") })],
  ]);
}
