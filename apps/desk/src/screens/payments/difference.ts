/** Decimals of an amount in the currency of a channel. */
const DIGITS = 8;

/** By how much what came is less or more than what is due. */
export function difference(
  came: string,
  due: string,
): { readonly way: "less" | "more" | "same"; readonly amount: string } {
  const units = unitsOf(came) - unitsOf(due);
  const text = String(units < 0n ? -units : units).padStart(DIGITS + 1, "0");
  const amount = `${text.slice(0, -DIGITS)}.${text.slice(-DIGITS)}`.replace(/\.?0+$/u, "");
  return { way: units === 0n ? "same" : units < 0n ? "less" : "more", amount };
}

function unitsOf(amount: string): bigint {
  const [whole = "0", part = ""] = amount.split(".");
  return BigInt(whole + part.padEnd(DIGITS, "0"));
}
