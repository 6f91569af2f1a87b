import type { Environment } from "./environment.ts";

/** What DATABASE_URL says in place of an address, for the database of DATA_DIR. */
export const EMBEDDED = "embedded";

/** The address in DATABASE_URL as programs beside the server read it; null for the embedded database of DATA_DIR. */
export function givenDatabaseUrl(environment: Environment): string | null {
  const value = environment["DATABASE_URL"]?.trim() ?? "";
  return value === "" || value === EMBEDDED ? null : value;
}
