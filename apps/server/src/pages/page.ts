import type { Document } from "../http/documents.ts";

/** The reply to a path outside /api. */
export interface Page {
  readonly status: 200 | 404;
  readonly document: Document;
}
