/** Settings the server may change at run time (`GET /api/app/config`); defaults until it responds. */
export const remoteConfig = {
  startTab: 0,
  apiTimeoutMs: 5000,
  requestTimeoutMs: 60_000,
  toastMs: 1500,
  errorToastMs: 2000,
  /** Locale of product texts for a language the server does not support. */
  fallbackLocale: "vi-VN",
  /** The same for the few built-in texts of the runtime. */
  runtimeFallbackLocale: "en",
};

const STORAGE_KEY = "lotus.readings";

/** Applies settings from the server and stores them for the next start, which happens before the server responds. */
export function applyRemoteConfig(changes: Partial<typeof remoteConfig>): void {
  for (const key of namesOf(remoteConfig)) {
    const value = changes[key];
    if (typeof value === typeof remoteConfig[key] && !Number.isNaN(value))
      Object.assign(remoteConfig, { [key]: value });
  }
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(remoteConfig));
  } catch {
    // The storage is full: the next start has the defaults until the server has responded.
  }
}

/** Whether settings from an earlier visit are stored. */
export function isRemoteConfigKept(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== null;
}

/** Applies the settings stored on the last visit. */
export function recallRemoteConfig(): void {
  const stored = localStorage.getItem(STORAGE_KEY);
  if (stored === null) return;
  try {
    // Only `applyRemoteConfig` writes this key, and it checks each value again.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    applyRemoteConfig(JSON.parse(stored) as Partial<typeof remoteConfig>);
  } catch {
    // The stored value is truncated: the defaults apply until the server has responded.
  }
}

function namesOf<T extends object>(record: T): readonly (keyof T)[] {
  // Object.keys widens the names of a literal to string.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.keys(record) as (keyof T)[];
}

// The chosen locale is read as the first modules load, long before the app starts.
if (typeof localStorage !== "undefined") recallRemoteConfig();
