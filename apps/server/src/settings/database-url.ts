import type { Environment } from "./environment.ts";

/** Value of DATABASE_URL that selects the embedded database of DATA_DIR. */
export const EMBEDDED = "embedded";

/** The URL in DATABASE_URL, for programs other than the server; null for the embedded database of DATA_DIR. */
export function givenDatabaseUrl(environment: Environment): string | null {
  const value = environment["DATABASE_URL"]?.trim() ?? "";
  return value === "" || value === EMBEDDED ? null : value;
}
