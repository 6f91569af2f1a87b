import type { Environment } from "./environment.ts";

/** Value of DATABASE_URL that selects the embedded database of DATA_DIR. */
export const EMBEDDED = "embedded";

/**
 * The URL of the database, for programs other than the server: past a pooler if there is one. Null for the embedded
 * database of DATA_DIR.
 */
export function givenDatabaseUrl(environment: Environment): string | null {
  const value = environment["DATABASE_URL"]?.trim() ?? "";
  if (value === "" || value === EMBEDDED) return null;
  const direct = environment["DIRECT_DATABASE_URL"]?.trim() ?? "";
  return direct === "" ? value : direct;
}

/**
 * The connection strings of one with several hosts ("postgresql://a:5432,b:5432/lotus"), one for each; itself if it has
 * one host. Connections always go to the primary, so libpq's `target_session_attrs` is left out.
 */
export function hostsOf(url: string): readonly string[] {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)([^?]*)(\?.*)?$/u.exec(url);
  if (parts === null) return [url];
  const [, before = "", hosts = "", path = "", query = ""] = parts;
  const kept = query
    .slice(1)
    .split("&")
    .filter((one) => one !== "" && !one.startsWith("target_session_attrs="));
  const after = kept.length === 0 ? path : `${path}?${kept.join("&")}`;
  return hosts.split(",").map((host) => `${before}${host}${after}`);
}
