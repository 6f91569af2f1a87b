import { REQUEST_TIMEOUT_MS } from "./request.ts";

/** The settings that the house may change at run time (`GET /api/app/config`), at their defaults until it answers. */
export const readings = {
  startTab: 0,
  apiTimeoutMs: 5000,
  requestTimeoutMs: REQUEST_TIMEOUT_MS,
  toastMs: 1500,
  errorToastMs: 2000,
};

const STORAGE_KEY = "lotus.readings";

/** Takes over what the house says, and keeps it for the next start, which begins before the house is asked. */
export function applyReadings(said: Partial<typeof readings>): void {
  for (const key of namesOf(readings)) {
    const value = said[key];
    if (typeof value === "number" && Number.isFinite(value)) readings[key] = value;
  }
  localStorage.setItem(STORAGE_KEY, JSON.stringify(readings));
}

/** What the house said last time. */
export function recallReadings(): void {
  const kept = localStorage.getItem(STORAGE_KEY);
  // Only `applyReadings` writes this key, and it checks each value again.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  if (kept !== null) applyReadings(JSON.parse(kept) as Partial<typeof readings>);
}

function namesOf<T extends object>(record: T): readonly (keyof T)[] {
  // Object.keys widens the names of a literal to string.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.keys(record) as (keyof T)[];
}
