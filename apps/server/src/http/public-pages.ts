import type { PublicAccess } from "./access.ts";
import type { Document } from "./documents.ts";

/** Documents that anybody may read. */
export interface PublicDocuments {
  readonly access: PublicAccess;
  readonly paths: readonly string[];
  find(path: string): Document | undefined;
}

/** Pages that anybody may load; personal data comes by calls. */
export interface PublicPages {
  readonly access: PublicAccess;
  find(path: string): { readonly status: 200 | 404; readonly document: Document };
}

/** What a port serves besides calls. */
interface Published {
  readonly documents?: PublicDocuments;
  readonly pages?: PublicPages;
  readonly apiRoot?: string;
}

/** The page or document of a path; undefined when there is none, as below the root of the calls. */
export function findPage(
  { documents, pages, apiRoot = "/api" }: Published,
  path: string,
): { readonly status: 200 | 404; readonly document: Document } | undefined {
  const document = documents?.find(path);
  if (document !== undefined) return { status: 200, document };
  return path === apiRoot || path.startsWith(`${apiRoot}/`) ? undefined : pages?.find(path);
}
