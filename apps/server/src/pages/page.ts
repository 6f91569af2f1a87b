import type { Document } from "../http/documents.ts";

/** What a path outside /api is answered with. */
export interface Page {
  readonly status: 200 | 404;
  readonly document: Document;
}
