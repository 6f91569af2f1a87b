/** A day of the player's zone as a date field has it: 2026-11-24. */
export function dateInputOf(at: number): string {
  const day = new Date(at);
  const part = (value: number) => String(value).padStart(2, "0");
  return `${day.getFullYear()}-${part(day.getMonth() + 1)}-${part(day.getDate())}`;
}

/** The last second of a day of a date field, in epoch milliseconds; undefined while it is not filled in. */
export function endOfDay(day: string): number | undefined {
  const [year, month, date] = day.split("-").map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const at = new Date(year, month - 1, date, 23, 59, 59).getTime();
  return Number.isNaN(at) ? undefined : at;
}
