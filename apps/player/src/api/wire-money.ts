import { type Money, parseMoney } from "@lotus/money";

/** Money of a reply, which the contract holds to its form. */
export function wireMoney(text: string): Money {
  const read = parseMoney(text);
  return read.ok ? read.value : 0n;
}
