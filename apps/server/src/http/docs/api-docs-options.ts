import type { CallSpec } from "@lotus/contract";
import type { Translate } from "@lotus/locales/node";

/** What the API documentation is generated from. */
export interface ApiDocsOptions {
  readonly title: string;
  readonly translate: Translate;
  /** The calls by name. */
  readonly calls: Readonly<Record<string, CallSpec>>;
  /** Path prefix of the calls: "/api" or "/desk/api". */
  readonly root: string;
}
