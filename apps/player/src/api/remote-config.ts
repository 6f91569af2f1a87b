/** The settings that the server may change at run time (`GET /api/app/config`), at their defaults until it answers. */
export const remoteConfig = {
  startTab: 0,
  apiTimeoutMs: 5000,
  requestTimeoutMs: 60_000,
  toastMs: 1500,
  errorToastMs: 2000,
  /** The locale of product texts for a language that the server does not speak. */
  fallbackLocale: "vi-VN",
  /** The same for the few texts of the runtime. */
  runtimeFallbackLocale: "en",
};

const STORAGE_KEY = "lotus.readings";

/** Takes over what the server says, and keeps it for the next start, which begins before the server is asked. */
export function applyRemoteConfig(said: Partial<typeof remoteConfig>): void {
  for (const key of namesOf(remoteConfig)) {
    const value = said[key];
    if (typeof value === typeof remoteConfig[key] && !Number.isNaN(value))
      Object.assign(remoteConfig, { [key]: value });
  }
  localStorage.setItem(STORAGE_KEY, JSON.stringify(remoteConfig));
}

/** Whether the server has said anything on an earlier visit. */
export function isRemoteConfigKept(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== null;
}

/** What the server said last time. */
export function recallRemoteConfig(): void {
  const kept = localStorage.getItem(STORAGE_KEY);
  if (kept === null) return;
  try {
    // Only `applyRemoteConfig` writes this key, and it checks each value again.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    applyRemoteConfig(JSON.parse(kept) as Partial<typeof remoteConfig>);
  } catch {
    // Cut off while it was written: the defaults hold until the server has answered.
  }
}

function namesOf<T extends object>(record: T): readonly (keyof T)[] {
  // Object.keys widens the names of a literal to string.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.keys(record) as (keyof T)[];
}

// The chosen locale is read as the first modules load, long before the app starts.
if (typeof localStorage !== "undefined") recallRemoteConfig();
