/**
 * The dates that somebody may write by mistake, or on purpose, for this one (as "1990-12-31"), without it: one digit else, two
 * digits beside each other swapped, day and month swapped, the year before or after.
 */
export function nearDates(date: string): readonly string[] {
  const digits = Array.from(date.replaceAll("-", ""));
  const found = new Set<string>();
  for (const at of digits.keys()) {
    for (let digit = 0; digit < 10; digit += 1) found.add(digits.with(at, String(digit)).join(""));
    const [one, next] = [digits[at], digits[at + 1]];
    if (one !== undefined && next !== undefined)
      found.add(
        digits
          .with(at, next)
          .with(at + 1, one)
          .join(""),
      );
  }
  const [year, month, day] = [date.slice(0, 4), date.slice(5, 7), date.slice(8)];
  found.add(year + day + month);
  for (const step of [-1, 1]) found.add(`${Number(year) + step}${month}${day}`);
  return [...found]
    .map((text) => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`)
    .filter((text) => text !== date && isDate(text));
}

function isDate(text: string): boolean {
  if (!/^(19|20)/u.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
