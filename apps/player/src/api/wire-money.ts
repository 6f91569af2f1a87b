import { type Money, parseMoney } from "@lotus/money";

/** Parses an amount of a response; the contract guarantees its form. */
export function wireMoney(text: string): Money {
  const read = parseMoney(text);
  return read.ok ? read.value : 0n;
}
