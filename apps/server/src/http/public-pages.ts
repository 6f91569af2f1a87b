import type { PublicAccess } from "./access.ts";
import type { Document } from "./documents.ts";

/** Papers that anybody may read. */
export interface PublicDocuments {
  readonly access: PublicAccess;
  readonly byPath: ReadonlyMap<string, Document>;
}

/** Pages that anybody may see: what they show of anybody comes by calls. */
export interface PublicPages {
  readonly access: PublicAccess;
  find(path: string): { readonly status: 200 | 404; readonly document: Document };
}

/** What of a port is no call. */
interface Published {
  readonly documents?: PublicDocuments;
  readonly pages?: PublicPages;
  readonly apiRoot?: string;
}

/** What a path shows that is no call; undefined where there is nothing, as below the root of the calls. */
export function findPage(
  { documents, pages, apiRoot = "/api" }: Published,
  path: string,
): { readonly status: 200 | 404; readonly document: Document } | undefined {
  const document = documents?.byPath.get(path);
  if (document !== undefined) return { status: 200, document };
  return path === apiRoot || path.startsWith(`${apiRoot}/`) ? undefined : pages?.find(path);
}
